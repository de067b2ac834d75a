/** Sign-up links, and what follows from them. */
export const referral = {
  growth: {
    /** A purchase counts for a reward or a commission when so many days are over since it was paid, and every window of its own is. */
    windowDays: 7,
    /**
     * What a reward is where staff have said nothing else (referral.rates): grams in 0.0001 g, what the invited member has to have bought, their
     * level, and rewards that one member gets in a month of their store.
     */
    reward: { weight: 100n, volume: { IDR: 1_000_000n, MYR: 25_000n }, level: 1, perMonth: 20 },
    /** Reached within so many days of the sign-up; a credited reward is taken back within so many where its volume does not stand any more. */
    ...{ reachDays: 365, watchDays: 180 },
    /** How often rewards are looked at, how many at a time, and when one that waits, or that is credited, is looked at again. */
    ...{ lookSeconds: 60, atOnce: 200, waitSeconds: 900, againSeconds: 21_600 },
    /** Two people accept a doubted reward of so many units of 0.0001 g, or what would make so many that one person accepted within 30 days. */
    twoPeopleFrom: 1000n,
  },
} as const
