/** Catalogue, cart and everything that visitors read. */
export const shop = {
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
    /**
     * One person alone moves the premium of a sku that visitors have seen by so many hundredths of a percent, its making charge by that share of
     * it, and in a day by no more.
     */
    charges: { alonePremiumBps: 100, aloneMakingBps: 1000, daySeconds: 86_400 },
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
  /** The database holds both. */
  cart: { maxLines: 50, maxQuantity: 100 },
  wishes: {
    max: 100,
    maxNotices: 50,
    /** How long those who were told of a few pieces have them to themselves before the next in line are told. */
    headStartSeconds: 900,
    keepToldDays: 30,
  },
  delivery: {
    insuranceBps: 12,
    daysFrom: 2,
    daysTo: 4,
    /** What is paid on a working day before this time of the store's zone leaves the vault that day. */
    cutOff: '14:00',
    /** Orders of a store that are packed at least on a working day: from it and the queue follows the day that is promised (decision 0087). */
    packedADay: 30,
  },
  addresses: { max: 20 },
  content: { newsPageSize: 9 },
  testimonials: { pageSize: 9, maxPictures: 4 },
  /** Messages that one network address may send in this time. */
  contact: { perAddress: 10, addressSeconds: 3600, keepAddressSeconds: 86_400, keepDays: 730 },
} as const
