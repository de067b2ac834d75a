/** Why a source gave no price, in kinds that whoever sets it up can do something about. */

export const feedTroubles = ['not_named', 'slow', 'unreachable', 'refused', 'unreadable'] as const
export type FeedTrouble = (typeof feedTroubles)[number]

/** A feed's own word for what is wrong; its message is a sentence for the log. */
export class FeedError extends Error {
  readonly trouble: FeedTrouble
  constructor(trouble: FeedTrouble, sentence: string) {
    super(sentence)
    this.trouble = trouble
  }
}

/** `unreadable` is what a source says in another form than it was described in. */
export function feedTroubleOf(error: unknown): FeedTrouble {
  if (error instanceof FeedError) return error.trouble
  const { name } = error as Error
  if (name === 'TimeoutError') return 'slow'
  // fetch() says so of names, addresses, certificates and connections, and of an answer that leads elsewhere.
  return name === 'TypeError' ? 'unreachable' : 'unreadable'
}
