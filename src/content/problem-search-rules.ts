/** The search through common problems, the same in the browser and in the API. Pure. */

type Problem = { question: string; answer: string }

/** Lower case without accents; what is typed and what is searched are folded alike. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')

/** Whether every word of `words` stands in the question or the answer, in any order. No words: yes. */
export function matchesWords({ question, answer }: Problem, words: string): boolean {
  const text = fold(`${question}\n${answer}`)
  return fold(words)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
