/** Large trades at the desk. */
export const business = {
  business: {
    /** Fine grams that one request may be for. */
    ...{ leastGrams: 100, mostGrams: 50_000 },
    /** Requests of a member with a store that may be open at a time. */
    mostOpen: 5,
    /** How long the price of a firm quote holds and how often one quote may be opened: each time the house is bound, and the member is not. */
    ...{ quoteSeconds: 120, openings: 3 },
    /** The most that the desk's price may be over or under spot: hundredths of a percent. */
    mostBps: 1000,
    /** Fine gold that open prices of a store may be for. */
    storeGrams: 50_000,
    /**
     * A purchase that is paid later: the deposit in hundredths of a percent of its total, working days and hour of the store until when it is
     * paid, hours before that in which its member is reminded, and days after it in which the desk decides what becomes of it.
     */
    ...{ depositBps: 500, payDays: 2, payHour: 17, remindHours: 24, closeOutDays: 14 },
    /** Requests that a member's page lists. */
    listed: 50,
  },
} as const
