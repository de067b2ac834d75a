/** Gold that members own by the gram, and the money that they have with a store. */

type Cash = {
  ceiling: bigint
  alarmBps: bigint
  least: bigint
  most: bigint
  presets: readonly bigint[]
  payout: { least: bigint; perDay: bigint }
}

/**
 * Stores that keep cash balances, in minor units of their currency. `ceiling`: what all members together may have with the store
 * (Indonesia: the size from which stored value needs a licence); the office is warned at a share of it. `least`, `most`: of one deposit.
 * `payout`: the least of one withdrawal, and the most of a member in a day of the store.
 */
const cashOf: Readonly<Partial<Record<string, Cash>>> = {
  id: {
    ceiling: 1_000_000_000n,
    alarmBps: 8000n,
    least: 50_000n,
    most: 100_000_000n,
    presets: [100_000n, 500_000n, 1_000_000n, 5_000_000n],
    payout: { least: 10_000n, perDay: 100_000_000n },
  },
}

export const vault = {
  backing: {
    /** How often every store is judged without a cause; a loss of gold is judged at once. */
    judgeSeconds: 60,
    /** A hedge of so many grams and more takes two people, and so does its correction. */
    hedgeSecondGrams: 1000,
  },
  /** What the page about keeping gold tells: of how many days, and from how many cases on it says how long they took. */
  custody: { days: 90, fewest: 5 },
  proof: {
    /** How often it is looked whether a store's day is due; for how long whoever makes one keeps others from it. */
    ...{ roundSeconds: 20, claimSeconds: 300 },
    /** So long after it is due a day is late: its page says so, and the staff are told. */
    lateSeconds: 1800,
    /** So long a day whose moment a witness chose waits for its signature; then it is published without. */
    cosignSeconds: 600,
  },
  trade: {
    /** How long a price is shown that is paid from a balance. */
    quoteSeconds: 60,
    /** And one that money from outside is to pay; it may arrive for some minutes more, as that of an order. */
    outsideSeconds: 600,
    payMoreSeconds: 300,
    /** The server holds the figures a little longer than the countdown shows. */
    graceSeconds: 5,
    /** The least that is bought; minor units by currency. What is there is sold down to its last unit. */
    least: { IDR: 10_000n, MYR: 500n, USD: 200n },
    /** Fine gold that open quotes of one member, and of a store, may be for. */
    memberGrams: 50,
    storeGrams: 2000,
    /** Movements that a member’s home lists. */
    lastMovements: 5,
  },
  transfers: {
    /** How long grams wait for whoever is to have them. */
    waitSeconds: 7 * 86_400,
  },
  alerts: {
    /** Price alerts of a member with a store, and how many of what was told are shown, as news and in the list. */
    ...{ max: 20, shownNews: 5, shownFirings: 20 },
    /** How far a price goes back from a level before it is told again: hundredths of a percent of the level. */
    backBps: 50,
    /** The least and the most that a change in a day may be, in hundredths of a percent; how many times the price a level may be. */
    ...{ leastBps: 50, mostBps: 2000, farTimes: 5 },
    keepFiringDays: 90,
    /** A round looks this often, and at once when a price comes; so many are listed at a time. */
    ...{ lookSeconds: 5, atOnce: 500 },
  },
  limitOrders: {
    /** Open limit orders of a member with a store; for how many days one may be good; how many that have ended are shown. */
    ...{ max: 20, mostDays: 30, shownEnded: 30 },
    /** How many times the price a limit may be, and the other way round. */
    farTimes: 5,
    /** A round looks this often, and at once when a price comes; so many are listed at a time. */
    ...{ lookSeconds: 5, atOnce: 200 },
    /** When one is tried again that the price had reached and something of its member's stood against. */
    retrySeconds: 60,
  },
  plans: {
    /** Savings plans of a member with a store that have not ended; runs of each that are listed. */
    ...{ max: 5, shownRuns: 12 },
    /** The hour of the store's day at which runs begin; tries of a run, and how far apart; runs missed in a row that pause a plan. */
    ...{ hour: 10, tries: 3, tryHours: 3, missesToPause: 3 },
    /** A round looks this often; how long a run is left alone that waits for what is no fault of its member's; so many are listed at a time. */
    ...{ lookSeconds: 10, waitSeconds: 600, atOnce: 100 },
    /** How many times the price a ceiling may be, and the other way round. */
    farTimes: 5,
  },
  record: {
    /** Movements on a page; months that can be chosen; movements that one PDF, and a file of a chosen period, may have. */
    ...{ page: 25, months: 240, mostInPdf: 1000, mostInFile: 20_000 },
    /** A month closes so long after its last midnight: what began before has long been posted or given up. */
    closeAfterSeconds: 300,
  },
  redemption: {
    /** How long grams that pay an order are held at a time: far beyond any order; what waits longer for its pieces is held anew. */
    holdSeconds: 30 * 86_400,
  },
  payables: {
    /** How long what is owed is held at a time; what waits longer for an account is held anew. */
    holdSeconds: 30 * 86_400,
    /** How long at most what cannot be paid out yet is left alone. */
    lookSeconds: 600,
  },
  cash: {
    stores: cashOf,
    /** How long a deposit can be paid. */
    paySeconds: 1800,
    /** How often the float is held against its alarm. */
    watchSeconds: 30,
  },
} as const
