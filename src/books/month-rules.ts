/** Months such as "2026-11". Pure. */
export const daysOf = (month: string): { from: string; to: string } => ({
  from: `${month}-01`,
  to: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
})
