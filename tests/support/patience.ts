/** How long a test waits for what is to come: it ends what hangs, and says nothing of how fast the machine is. vitest's own is a second. */
export const patience = { timeout: 30_000, interval: 10 }
