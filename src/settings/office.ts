/** The staff. */
export const office = {
  /** Letters to oneself that somebody who sets a shop up may have sent, in this time. */
  testMail: { most: 5, seconds: 3600 },
  staff: {
    session: { idleSeconds: 1800, absoluteSeconds: 43_200, touchSeconds: 30 },
    /** Between the password and the code of the authenticator. */
    ...{ challengeSeconds: 300, codeTries: 5 },
    invitationSeconds: 86_400,
    /** The link for the first owner of a real shop. */
    firstLinkSeconds: 3600,
    /** Who came in, or was given more, approves nothing for this long; so long a request for a second person waits. */
    ...{ newcomerSeconds: 86_400, approvalSeconds: 86_400 },
    /** An owner who was put out counts for this long where a second owner has to confirm. */
    ownerCountsSeconds: 7 * 86_400,
    /** In which the back office writes and reads its days; rows that one export may hold. */
    ...{ timeZone: 'Asia/Jakarta', exportRows: 10_000 },
    /** For so long what somebody was told is kept. */
    noticeDays: 90,
    /** After so many hours what waits for the house is late, where nothing else says by when it is due. */
    lateHours: { review: 24, refund: 48, goldback: 72, message: 48 },
  },
} as const
