/** What the server does at once and how long it waits: calls, database, hashing, limits, uploads. */
export const work = {
  /** A call that is not answered by then gets 503; what it had begun may still happen. */
  handlerTimeoutMs: 10_000,
  /**
   * What is done at once, beyond which a short queue waits and the rest gets 503 (docs/decisions/0040). Calls by share of the
   * connections to the database: all of them, the part that only money, the back office and notices of providers use; and how
   * much of the calls one member or address may have.
   */
  admission: {
    callsShare: 0.75,
    keptShare: 0.25,
    subjectShare: 0.5,
    calls: { queue: 24, waitMs: 200, giveUpMs: 250 },
    sessions: { atOnce: 64, keptForLast: 32, perSubject: 16, queue: 64, waitMs: 200, giveUpMs: 250 },
    outside: { atOnce: 64, keptForLast: 0, perSubject: 8, queue: 0, waitMs: 0, giveUpMs: 0 },
    pages: { atOnce: 2, keptForLast: 0, perSubject: 2, queue: 16, waitMs: 80, giveUpMs: 250 },
  },
  /** Milliseconds: how soon a database that is away, read-only, full or blocked is noticed, and how long its answers may take. */
  database: {
    /** The connection that hears notices is asked this often, and given up after `answerMs` without an answer. */
    heartbeatMs: 5000,
    answerMs: 5000,
    retryMs: 500,
    /** Whether it answers is looked at this often; without an answer in `awayMs` it is away. */
    lookMs: 300,
    awayMs: 1500,
    /** A row is written this often; what is not finished in `writeMs` is blocked. */
    writeEveryMs: 1000,
    writeMs: 1000,
    /** A commit that is not answered by then may have happened or not; any other statement has failed after `statementMs`. */
    commitMs: 1700,
    statementMs: 6000,
    /** The database itself gives up waiting for a lock after this, and a statement after that. */
    lockMs: 2000,
    longestMs: 5000,
  },
  hashing: {
    queue: 20,
    /** So many may wait before a sign-in is refused: the rest is for those who are signed in and confirm with their PIN. */
    signInQueue: 10,
    /** Refusals for lack of room: the first of a second at once, more of them after a while (requirement 7.8, decision 0025). */
    refusals: { quickASecond: 40, holdMs: 1000, heldAtMost: 500 },
    /** Share of the time that the event loop is at work, from which on a hash is followed by a rest of so many times its length. */
    busyAt: 0.8,
    restTimes: 9,
    longestRestMs: 1000,
  },
  /** Requests a minute by class and address or member. */
  rates: {
    public: 600,
    /** Wrong tokens of one address. */
    token: 600,
    member: 300,
    money: 30,
    pin: 10,
    login: 5,
    code: 10,
    /** Landings through links: a poster in a hall is scanned by many behind one address. */
    visit: 120,
    upload: 60,
    passport: 20,
    /** Files of uploaded pictures that are not in memory, and those that there are not. */
    picture: 600,
    /** Files of published proofs: a whole day of a store has 261. */
    proof: 1200,
    staff: 600,
    /** What somebody of the house finds as they type. */
    find: 240,
    staff_login: 10,
  },
  /** Pictures that members upload; `edge` is the longest side, in pixels, that is kept. */
  files: {
    maxBytes: 10_485_760,
    maxPixels: 40_000_000,
    maxUnused: 20,
    edge: 2000,
    keepUnusedSeconds: 86_400,
    decodesAtOnce: 2,
    /** Uploads that may be in memory, each up to `maxBytes`; the others wait unread. */
    inMemoryAtOnce: 12,
    /** Of one member or person of the staff. */
    inMemoryOfOne: 2,
    queue: 40,
    giveUpMs: 8000,
    /** Bytes that have to come in each such time while a form is read, or it is cut. */
    slowest: { bytes: 8192, everyMs: 1000 },
  },
  idempotency: { keepDays: 30 },
} as const
