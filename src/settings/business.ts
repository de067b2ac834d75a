/** Large trades at the desk. */
export const business = {
  business: {
    /** Fine grams that one request may be for. */
    ...{ leastGrams: 100, mostGrams: 50_000 },
    /** Requests of a member with a store that may be open at a time. */
    mostOpen: 5,
    /** Requests that a member's page lists. */
    listed: 50,
  },
} as const
