/** The books. */
export const books = {
  books: {
    /** After its end a day waits for what was posted in it and is not committed yet: a transaction idles for ten seconds at most. */
    closedAfterSeconds: 3600,
  },
} as const
