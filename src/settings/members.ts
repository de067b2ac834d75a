/** Accounts: signing in, second factors, identity, personal data. */
export const members = {
  session: { idleSeconds: 3600, absoluteSeconds: 86_400, touchSeconds: 60, keepDays: 90 },
  code: {
    digits: 6,
    lifeSeconds: 600,
    tries: 5,
    againSeconds: 60,
    perDay: 5,
    /** Of those, for one network address that has proven nothing. */
    perAsker: 3,
  },
  /** Links in messages; those that undo or freeze live longer than the change they tell of can do harm. */
  link: { lifeSeconds: 900, alarmSeconds: 7 * 86_400 },
  /** A change of e-mail, mobile, password, PIN or payout account keeps gold and money in for this long. */
  outgoingPauseSeconds: 86_400,
  unlocks: { perDay: 3 },
  /** A browser that was not used for this long is a new one. */
  devices: { keepDays: 180 },
  password: { min: 8, max: 128 },
  /** How many members one process compares with the lists at a time, how long a list may be, and how many papers a case has. */
  screening: { batch: 50, mostEntries: 50_000, mostDocuments: 20 },
  pin: { tries: 3 },
  authenticator: { recoveryCodes: 10, setUpSeconds: 1800 },
  passkeys: { max: 10, challengeSeconds: 300 },
  security: { eventsShown: 20, keepEventDays: 365 },
  signIn: {
    freeFailures: 5,
    waitSeconds: 30,
    maxWaitSeconds: 3600,
    lockAfter: 20,
    perAddress: 30,
    addressSeconds: 900,
  },
  /** Where a store has published no agreement of its own. */
  agreement: { version: '2026-11-24' },
  kyc: {
    /** What one person may buy in a day at T0 and T1, in minor units; the currencies are shares of one limit. */
    dayShare: { IDR: 50_000_000n, MYR: 1_350_000n, USD: 300_000n },
    /** Where a store says nothing else: how many such shares a day T0 and T1 may buy for, and T2; from how many on staff look at a day. T3 has no bounds. */
    shares: { t1: 1, t2: 5, report: 10 },
    /** Grams that T1 and T2 may hold in the vault; T0 holds none. */
    holdsGrams: { t1: 30, t2: 500 },
    /** Full years, by store. */
    minimumAge: { id: 17, my: 18 },
    /** What a person may be known by, by store; the first is proposed. */
    idTypes: { id: ['nik', 'passport'], my: ['nric', 'passport'] },
    idTriesPerDay: 5,
    /** Of one member, replaced ones included. */
    maxFiles: 20,
    /** Files that nobody sent, files that were replaced by others, and all files after an account was closed. */
    keep: { unsentDays: 180, replacedDays: 90, afterClosingYears: 5 },
  },
  /** Requests about personal data: answered within so many hours; copies that one member may make in a day. */
  rights: {
    hours: 72,
    copiesPerDay: 3,
    /** Requests for anything else, those taken back included: each is told by e-mail and text message. */
    asksPerDay: 5,
    /** Of a request that is decided, as proof of what was answered; then it is deleted. */
    keepProofYears: 5,
  },
  complaints: {
    /** Where a store has said nothing. */
    ...{ answerDays: 10, longerDays: 10, reopenDays: 30 },
    /** Of one member in 24 hours. */
    perDay: 5,
    /** What was said, after the decision; the line of the register stays. */
    keepYears: 5,
  },
} as const
