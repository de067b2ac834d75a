/** Every number of the product that is not the seed's, in one place. Times in seconds unless the name says otherwise. */
export const settings = {
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
  },
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
    /** How far back the desk's chart of both sources goes. */
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
  /** Short and old addresses that lead to a page. The operator's REDIRECTS come before these. */
  redirects: [
    { from: '/shop', to: '/product/product' },
    { from: '/about', to: '/home/aboutUs' },
    { from: '/help', to: '/home/commonProblem' },
    { from: '/faq', to: '/home/commonProblem' },
    { from: '/news', to: '/home/news' },
    { from: '/contact', to: '/contactUs' },
    { from: '/terms', to: '/agreement' },
  ],
  /** Paths that stand on the marketing site, where there is one. */
  marketingPaths: ['/promo', '/refer'],
  catalogue: {
    pageSize: 20,
    /** From here down a page says how many pieces are left. */
    fewLeft: 5,
    newDays: 30,
    /** How long an uploaded picture stays after it has left its gallery, though nothing names it. */
    keepPictureDays: 30,
    recommendations: 8,
    suggestions: { products: 5, categories: 3 },
    /** Pieces that can stand beside each other on the compare page. */
    compared: 4,
    /** Ready answers that one process keeps; whichever bound is met first. */
    answers: { count: 2000, bytes: 24 * 1024 * 1024 },
  },
  guarantee: {
    shownSeconds: 600,
    /** The server holds the price a little longer than the countdown shows. */
    graceSeconds: 5,
    /** A price better for the member by at least this much at submission is given and said. */
    betterBps: 10,
  },
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
  },
  /** Fine gold that the house may be bound to at a price of its past: guarantees, unpaid and cancellable orders, quotes. */
  exposure: {
    /** Of one member, who also stays within a day of their level. */
    memberGrams: 1000,
    storeGrams: 20_000,
    /** Members without a completed order share at most one part in so many. */
    newcomersPart: 5,
    alarmPercent: 80,
  },
  /** The database holds both. */
  cart: { maxLines: 50, maxQuantity: 100 },
  wishes: {
    max: 100,
    maxNotices: 50,
    /** How long those who were told of a few pieces have them to themselves before the next in line are told. */
    headStartSeconds: 900,
    keepToldDays: 30,
  },
  /** Quantity tiers cut the premium and the making charge by this share. */
  quantityTiers: [
    { from: 1, offBps: 0 },
    { from: 5, offBps: 1000 },
    { from: 10, offBps: 2000 },
    { from: 25, offBps: 3000 },
  ],
  /** Added to the price of goods by payment method. A store lists the methods it takes. */
  methodBps: { card: 0, virtual_account: -150 },
  /** Methods that can be chosen now; product pages show their tiers. */
  openMethods: ['card'],
  tax: { rule: '2026-01', jewelleryBps: 110, bullionBps: 0 },
  delivery: {
    insuranceBps: 12,
    daysFrom: 2,
    daysTo: 4,
    /** What is paid on a working day before this time of the store's zone leaves the vault that day. */
    cutOff: '14:00',
  },
  addresses: { max: 20 },
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
  agreement: { version: '2026-11' },
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
  /** Who sells, as invoices name it: the house, its address, its tax number. */
  sellers: {
    id: ['PT Karat Logam Mulia', 'Jl. H.O.S. Cokroaminoto No. 84', 'Jakarta Pusat 10310', 'NPWP 01.234.567.8-071.000'],
    my: ['Karat Bullion Sdn. Bhd.', '28 Jalan Bukit Bintang', '55100 Kuala Lumpur', 'TIN C 2098765430'],
  },
  content: { newsPageSize: 9 },
  testimonials: { pageSize: 9, maxPictures: 4 },
  /** Messages that one network address may send in this time. */
  contact: { perAddress: 10, addressSeconds: 3600, keepAddressSeconds: 86_400, keepDays: 730 },
  webhook: {
    toleranceSeconds: 300,
    maxTries: 5,
    /** So often a provider that knows nothing of what its notice says is asked; then the notice is listed at the desk. */
    maxAsks: 5,
    /** A provider that is away is asked again, twice as late each time, but no later than this. */
    slowestAskSeconds: 600,
    /** Notices that one round processes beside each other. */
    atOnce: 8,
    /** Of notices that were processed. */
    keepDays: 730,
  },
  sandbox: { keepDays: 730 },
  /** Open disputes are asked about so often, told or not; so is for some days what is captured, since a notice may be lost. */
  disputes: { askSeconds: 3600 },
  captured: { askSeconds: 86_400, askDays: 7, atOnce: 50 },
  /** Card money can be taken back for months: from so much on, what it paid for leaves the house only after these days. */
  clearing: {
    card: { days: 7, newPayerDays: 14, from: { IDR: 100_000_000n, MYR: 3_000_000n, USD: 650_000n } },
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
  priceWindow: { leastBps: 200, withinSeconds: 86_400, nearSeconds: 7200, chooseSeconds: 86_400, shown: 500 },
  refund: {
    /** After the pieces were handed over. */
    askWithinDays: 14,
    /** What the house keeps of the goods when a member leaves a sale after the time to cancel. */
    leaveBps: 300,
    maxPictures: 6,
    /** Of one order, withdrawn and rejected ones included. */
    maxRequests: 30,
    /** From here on the one who executes may not be the one who granted; minor units by currency. */
    twoPeopleFrom: { IDR: 10_000_000n, MYR: 300_000n, USD: 65_000n },
    slowestAskSeconds: 600,
  },
  staff: {
    session: { idleSeconds: 1800, absoluteSeconds: 43_200, touchSeconds: 30 },
    /** Between the password and the code of the authenticator. */
    ...{ challengeSeconds: 300, codeTries: 5 },
    invitationSeconds: 86_400,
    /** Who came in, or was given more, approves nothing for this long; so long a request for a second person waits. */
    ...{ newcomerSeconds: 86_400, approvalSeconds: 86_400 },
    /** An owner who was put out counts for this long where a second owner has to confirm. */
    ownerCountsSeconds: 7 * 86_400,
    /** In which the back office writes and reads its days; rows that one export may hold. */
    ...{ timeZone: 'Asia/Jakarta', exportRows: 10_000 },
  },
  idempotency: { keepDays: 30 },
  sms: {
    /** Calling codes of the countries whose mobile numbers a store texts: those of the two houses. */
    countries: { id: ['62', '60'], my: ['60', '62'] },
    /** Text messages a day of a store, and to numbers that begin alike: to new numbers, and in all. */
    perDay: {
      new: { perStore: 2000, perPrefix: 300 },
      member: { perStore: 20_000, perPrefix: 5000 },
      /** To one number, and so many more codes and alarms; new numbers that one network address asks for. */
      ...{ perNumber: 20, urgentPerNumber: 20, perAsker: 60 },
    },
    /** From here on the desk is told. */
    alarmAtPercent: 80,
  },
  mail: {
    /** How long a message is worth sending: a code is dead by then, an alarm that comes days late says nothing new. */
    worthSeconds: {
      code: 600,
      security: 259_200,
      account: 86_400,
      order: 259_200,
      contact: 259_200,
      back_in_stock: 86_400,
      news: 259_200,
    },
    tries: 5,
    /** The second try waits this long, each later one four times as long as the one before. */
    backoffSeconds: 30,
    /** While nobody answers at the provider, which counts as no try. */
    awaySeconds: 30,
    /** Longer than any hand-over can take: whoever still claims a message then has died. */
    claimSeconds: 120,
    atOnce: 4,
    keepDays: 90,
  },
  kyc: {
    /** What one person may buy in a day at T0 and T1, in minor units; the currencies are shares of one limit. */
    dayShare: { IDR: 50_000_000n, MYR: 1_350_000n, USD: 300_000n },
    /** By level, from T0: how many such shares a day (null: no limit), and grams that may be held in the vault. */
    levels: [
      { shares: 1, holdsGrams: 0 },
      { shares: 1, holdsGrams: 30 },
      { shares: 5, holdsGrams: 500 },
      { shares: null, holdsGrams: null },
    ],
    /** From so many shares a day on staff look at it. */
    reportShares: 10,
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
  payouts: {
    /** Of one member, all stores together. */
    maxDestinations: 5,
    /** A new one is not paid to before. */
    coolingSeconds: 86_400,
    /** Of a removed one, as proof of where money went; then holder and number are destroyed. */
    keepRemovedYears: 5,
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
    upload: 60,
    passport: 20,
    /** Files of uploaded pictures that are not in memory, and those that there are not. */
    picture: 600,
    staff: 600,
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
} as const

export type Settings = typeof settings
