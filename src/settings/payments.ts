/** Providers, their notices, and money that goes out. */
/**
 * A transfer to the house's own account. Instant transfers (BI-FAST, DuitNow) are booked around the clock: where a bank books none on some
 * days, those are named, 0 is Sunday, and do not count.
 */
const transfer: Record<string, { closedWeekdays: readonly number[]; closedDays: readonly string[] }> = {
  id: { closedWeekdays: [], closedDays: [] },
  my: { closedWeekdays: [], closedDays: [] },
}

export const payments = {
  bankTransfer: {
    /** Until a store says another number. */ seconds: 7200,
    calendar: transfer,
    /** Money that comes later than this is told by no reference any more. */ knownDays: 120,
  },
  counter: {
    /**
     * Cash of one member on one day of a store stays below what is reported to PPATK (Rp 500 million a day, Law 8/2010, art. 23) and to BNM (RM 25,000 a
     * day, AMLA reporting institutions, from 2019); a store may set less.
     */
    cashBelow: { IDR: 500_000_000n, MYR: 2_500_000n, USD: 1_000_000n },
    /** Until a store says another amount: what one person takes of a member in a day alone stays below it. */
    twoPeopleFrom: { IDR: 50_000_000n, MYR: 1_500_000n, USD: 300_000n },
  },
  /** A QR code takes money for ever. After its time it is asked about so often for a day; then its notice alone tells of money. */
  qris: { askSeconds: 900, watchSeconds: 86_400 },
  mandates: {
    /** How long a member has for agreeing at their bank, and how often one is asked about meanwhile. */
    ...{ agreeSeconds: 1800, askSeconds: 20 },
  },
  provider: {
    timeoutMs: 5000,
    retries: 2,
    breakAfter: 5,
    breakSeconds: 15,
    absentSeconds: 300,
    slowestCloseSeconds: 600,
    keepClosingSeconds: 3600,
  },
  webhook: {
    toleranceSeconds: 300,
    maxTries: 5,
    /** So often a provider that knows nothing of what its notice says is asked; then the notice is listed in the office. */
    maxAsks: 5,
    /** A provider that is away is asked again, twice as late each time, but no later than this. */
    slowestAskSeconds: 600,
    /** Notices that one round processes beside each other. */
    atOnce: 8,
    /** Of notices that were processed. */
    keepDays: 730,
  },
  captured: { askSeconds: 86_400, askDays: 7, atOnce: 50 },
  /** Card money can be taken back for months: from so much on, what it paid for leaves the house only after these days. */
  clearing: {
    card: { days: 7, newPayerDays: 14, from: { IDR: 100_000_000n, MYR: 3_000_000n, USD: 650_000n } },
  },
  /** Open disputes are asked about so often, told or not; so is for some days what is captured, since a notice may be lost. */
  disputes: { askSeconds: 3600 },
  payouts: {
    /** Of one member, all stores together. */
    maxDestinations: 5,
    /** A new one is not paid to before. */
    coolingSeconds: 86_400,
    /** Of a removed one, as proof of where money went; then holder and number are destroyed. */
    keepRemovedYears: 5,
    /** A withdrawal may be taken back for so long; then it is paid. */
    undoSeconds: 15,
    /** After its first try failed, and after its second; after its third it is the member's again. */
    tryGapSeconds: [60, 600],
    /** A provider that does not answer is asked again, twice as late each time, but no later than this. */
    slowestAskSeconds: 600,
    /** What was paid is asked about so often, told or not, for so many days: banks return it late. */
    returnAskSeconds: 21_600,
    returnDays: 30,
    /** The end of what is held for it: nobody has started to pay it by then, or a provider is silent and it is held anew. */
    holdSeconds: 30 * 86_400,
  },
  sandbox: { keepDays: 730 },
} as const
