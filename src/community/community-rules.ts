/** Small rules of what people write. Pure. */

export const messageTopics = ['order', 'price', 'delivery', 'refund', 'account', 'partner', 'other'] as const

export const testimonialStates = ['pending', 'published', 'rejected'] as const
export type TestimonialState = (typeof testimonialStates)[number]
/** What staff may decide of a testimonial in each state. */
export const testimonialMoves: Record<TestimonialState, readonly ('published' | 'rejected')[]> = {
  pending: ['published', 'rejected'],
  published: ['rejected'],
  rejected: ['published'],
}

/** `new` and `in_hand` wait for somebody of the house. */
export const messageStates = ['new', 'in_hand', 'answered', 'closed', 'spam'] as const
export type MessageState = (typeof messageStates)[number]

/** How a member is named in public: "Ratna W.". */
export function publicName(name: string): string {
  const [given = '', ...others] = name.trim().split(/\s+/)
  const initial = [...(others.at(-1) ?? '')][0]
  return initial ? `${given} ${initial.toUpperCase()}.` : given
}

/** The mean of ratings with one decimal, rounded half up; null when there are none. */
export function averageRating(counts: { rating: number; count: number }[]): string | null {
  const count = counts.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  const sum = counts.reduce((total, one) => total + one.rating * one.count, 0)
  const tenths = Math.floor((sum * 20 + count) / (count * 2))
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}
