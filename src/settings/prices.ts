/** The price, and what is sold at it. */
export const prices = {
  price: {
    staleAfterSeconds: 180,
    jumpBps: 500,
    /** The band widens by this much for every minute in which the source gave no reading at all, and never beyond the widest. */
    jumpWidensBpsPerMinute: 50,
    jumpWidestBps: 1500,
    /** No further from the median of what was accepted in the last hour. */
    creepBps: 800,
    creepSeconds: 3600,
    /** A second source vouches for a doubted price when it is no further away; two that are further apart for so long stop the selling. */
    agreeBps: 200,
    mismatchBps: 150,
    mismatchSeconds: 60,
    /** A source that tells no time and says the same for this long has stopped. */
    frozenSeconds: 900,
    /** Staff accept a doubted price alone up to this distance from the last accepted one; beyond it two do. */
    acceptAloneBps: 1500,
    /** While the market is closed, what may be sold and owed is this share of what may be while it is open. */
    closedLimitBps: 2500,
    /** Ticks end after so many days, but for those that a price was made of; candles stay. */
    keepTickDays: 90,
    thinSeconds: 3600,
    /** How far back the office's chart of both sources goes. */
    sourcesShownSeconds: 10_800,
    /** Whose turn it is to read the feed keeps it for so long without renewing it; every instance looks this often. */
    turnSeconds: 15,
    lookSeconds: 4,
    /** A source time further ahead of our clock than this is a fault of the feed. */
    aheadSeconds: 30,
    /** A halt that holds guarantees adds its time to them, but no more than this. */
    holdSeconds: 7200,
    feedTimeoutMs: 5000,
    feedMaxBytes: 65_536,
    /** Ask and bid stay this far apart; one person alone moves either by so much, and in a day by no more. */
    spread: { leastBps: 20, aloneBps: 50, daySeconds: 86_400 },
    /** What a demonstration store begins with. */
    firstSpread: { askBps: 170, bidBps: -170 },
    history: { days: 730, minuteDays: 30 },
    stream: { max: 2000, maxPerAddress: 30, heartbeatSeconds: 10, retryMs: 5000, maxUnreadBytes: 65_536 },
  },
  guarantee: {
    shownSeconds: 600,
    /** The server holds the price a little longer than the countdown shows. */
    graceSeconds: 5,
    /** A price better for the member by at least this much at submission is given and said. */
    betterBps: 10,
  },
  /** Fine gold that the house may be bound to at a price of its past: guarantees, unpaid and cancellable orders, quotes. */
  exposure: {
    /** Of one member, who also stays within a day of their level. */
    memberGrams: 1000,
    storeGrams: 20_000,
    /** Members without a completed order share at most one part in so many. */
    newcomersPart: 5,
    /** Of a store, by unpaid orders that wait for a transfer: their price is held for hours. */
    transfersGrams: 5000,
    alarmPercent: 80,
  },
  /** Quantity tiers cut the premium and the making charge by this share; where a store has said none of its own. */
  quantityTiers: [
    { from: 5, offBps: 1000 },
    { from: 10, offBps: 2000 },
    { from: 25, offBps: 3000 },
  ],
  /** Added to the price of goods by payment method. A store lists the methods it takes. */
  methodBps: { card: 0, virtual_account: -150 },
  /** Methods that can be chosen now; product pages show their tiers. */
  openMethods: ['card'],
  /**
   * What is taxed where a store has said nothing. `inGrams`: on premium and making charge of a piece whose gold is paid in grams, a service
   * (PMK 48/2023: a tenth of the VAT of 11 %). `shownSum`: for what goods of so much pay, where a rate is changed.
   */
  tax: {
    ...{ rule: '2026-01', jewelleryBps: 110, bullionBps: 0, inGramsRule: '2026-11-G', inGramsBps: 110 },
    shownSum: { IDR: 10_000_000n, MYR: 300_000n, USD: 70_000n },
  },
} as const
