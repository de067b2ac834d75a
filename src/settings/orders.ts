/** Orders from submission to their end, and their papers. */
export const orders = {
  order: {
    /** An unpaid order ends so long after its guarantee; one with a scarce piece so long after it was made, if that is sooner. */
    unpaidAfterGuaranteeSeconds: 300,
    unpaidScarceSeconds: 900,
    maxLines: 50,
    maxOpenUnpaid: 20,
    /** Pieces that unpaid orders of one member hold together. */
    maxUnpaidPieces: 100,
    /** After so many orders that ended unpaid in 24 hours the next one's pieces are held when it is paid. */
    endedUnpaid: 3,
    /** The first and those sent in place of lost ones; the database counts no further. */
    maxParcels: 20,
    /** Pieces that a member's home shows by picture and number. */
    piecesShown: 6,
  },
  /** Put together by staff: days in which its member may order it, how many may wait for one member, goods that a search shows, letters of one (the database has the same bound). */
  drafts: { days: 3, mostOpenEach: 5, foundGoods: 20, mostLetters: 4 },
  cancel: {
    /** From payment on, while nobody prepares the pieces: cancelling is settled at the live price. */
    windowSeconds: 1800,
    quoteSeconds: 60,
    /** The server holds the figures a little longer than the countdown shows. */
    graceSeconds: 5,
    /** Where the house would have to keep more than this share of the goods, an order is not cancelled. */
    lossCapBps: 300,
  },
  review: { chooseSeconds: 86_400 },
  /** Off by `leastBps`, no older than `withinSeconds`: then its buyer may choose for so long. `nearSeconds`: window-rules.ts. */
  priceWindow: {
    ...{ leastBps: 200, withinSeconds: 86_400, nearSeconds: 7200, chooseSeconds: 86_400, shown: 500 },
    /** A cancellation whose two sums differ by less is not listed: about what a bank charges for the transfer that would make it good. Minor units by currency. */
    leastDifference: { IDR: 10_000n, MYR: 300n, USD: 65n },
  },
  refund: {
    /** After the pieces were handed over. */
    askWithinDays: 14,
    /** What the house keeps of the goods when a member leaves a sale after the time to cancel. */
    leaveBps: 300,
    maxPictures: 6,
    /** Of one order, withdrawn and rejected ones included. */
    maxRequests: 30,
    /** From here on it takes a second person, and for what is owed to be noted as paid or written off; minor units by currency. */
    twoPeopleFrom: { IDR: 10_000_000n, MYR: 300_000n, USD: 65_000n },
    slowestAskSeconds: 600,
  },
  papers: {
    /** A paid order waits this long for numbered pieces before its invoice is issued with those that there are. */
    waitForPiecesSeconds: 600,
    /** Wrong pickup codes before an order has to be looked into. */
    pickupTries: 5,
    /**
     * How long orders and papers of a member who left say who it was, from the end of the year of the last event on: Indonesia's tax
     * procedure law (UU KUP art. 28(11)) asks for ten years, Malaysia's Income Tax Act (s. 82) for seven. What was never paid
     * waits so many days for late money.
     */
    keep: { years: { id: 10, my: 7 }, mostYears: 10, unpaidDays: 90 },
  },
} as const
