/** Days as they are written down. Pure. */

/** Whether YYYY-MM-DD is a day of the calendar, from 1900 on. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && text >= '1900'
}
