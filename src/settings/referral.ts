/** Sign-up links, and what follows from them. */
export const referral = {
  growth: {
    /** A purchase counts for a reward or a commission when so many days are over since it was paid, and every window of its own is. */
    windowDays: 7,
  },
} as const
