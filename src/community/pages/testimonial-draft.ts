/** What was typed of a testimonial, kept in this tab while its author signs in or the page is loaded again. */
export type Draft = { rating: string; text: string; place: string }

const KEY = 'testimonial-draft'

export function readDraft(): Draft | null {
  try {
    const { rating, text, place } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? {}
    return [rating, text, place].every((value) => typeof value === 'string') ? { rating, text, place } : null
  } catch {
    return null
  }
}

export const keepDraft = (draft: Draft) => sessionStorage.setItem(KEY, JSON.stringify(draft))
export const dropDraft = () => sessionStorage.removeItem(KEY)
