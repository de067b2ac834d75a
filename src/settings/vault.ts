/** Gold that members own by the gram. */
export const vault = {
  trade: {
    /** How long a price is shown that is paid from a balance. */
    quoteSeconds: 60,
    /** The server holds the figures a little longer than the countdown shows. */
    graceSeconds: 5,
    /** The least that is bought; minor units by currency. What is there is sold down to its last unit. */
    least: { IDR: 10_000n, MYR: 500n, USD: 200n },
    /** Fine gold that open quotes of one member, and of a store, may be for. */
    memberGrams: 50,
    storeGrams: 2000,
  },
} as const
