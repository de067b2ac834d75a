/** The browser's own log: for what nobody on the page needs to read, but whoever looks for a fault does. */
export const logTrouble = (what: string, error: unknown) => console.warn(`Karat: ${what}`, error)
