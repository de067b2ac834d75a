/** Campaigns and events that members hold (product.md §8, decision 0128). */
export const activities = {
  activities: {
    /**
     * Where a store has set no limits of its own (activities.limits): activities of one holder that are open, and drafts of theirs; places of one
     * event, and who waits for one.
     */
    limits: { openActivities: 5, drafts: 20, participants: 500, waiting: 500 },
    /** Codes for events that visitors of one network address ask for in a day, to whatever addresses; an office or a café stands behind one. */
    mostCodesOfAddress: 30,
    /** Characters. */
    ...{ longestTitle: 90, longestDescription: 4000, longestPlace: 300, longestLink: 500 },
    /** An activity does not last longer, nor begin later. */
    mostDays: 366,
    /** After the end names, addresses and tickets of those who signed up are erased. */
    keepParticipantsDays: 30,
  },
} as const
