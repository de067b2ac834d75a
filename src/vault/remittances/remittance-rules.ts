/** What waits to be paid at the house's own bank, and what an account must look like for it. Pure. */

/** `payout`: came back for a closed account. `court_order`: owed to an authority. */
export const waitingKinds = ['payout', 'court_order'] as const
export type WaitingKind = (typeof waitingKinds)[number]
export const waitingStates = ['waiting', 'paid'] as const

/** The digits of an account number at any bank, or null; how people group them does not count. */
export function digitsOfAccount(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  return /^\d{5,34}$/.test(digits) ? digits : null
}
