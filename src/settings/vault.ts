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
    /** Stores without a cash balance (product.md §7): no trade is offered from one there. */
    withoutCashBalance: ['my'],
    /** What a member's home shows: movements as a list, trades on the chart. */
    lastMovements: 5,
    drawnTrades: 500,
  },
} as const
