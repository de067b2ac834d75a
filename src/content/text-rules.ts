/** Texts of the dealer by language, and the plain way in which longer ones are written. Pure. */
import { innerPath } from '../ui/inner-path-rules.ts'

/** By language; English stands in for a language that is missing. */
export type Texts = Record<string, string>

export const textIn = (texts: Texts, language: string): string =>
  texts[language] ?? texts['en-US'] ?? Object.values(texts)[0] ?? ''

export type Block =
  | { kind: 'heading'; id: string; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }

/**
 * A text in blocks: an empty line ends a paragraph, `## ` begins a heading, lines that begin with `- ` are a list.
 * Nothing else has a meaning, so no text can become a script.
 */
export function readArticle(text: string): Block[] {
  let headings = 0
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): Block => {
      if (part.startsWith('## ')) return { kind: 'heading', id: `s${++headings}`, text: part.slice(3).trim() }
      const lines = part.split('\n')
      if (lines.every((line) => line.startsWith('- ')))
        return { kind: 'list', items: lines.map((line) => line.slice(2).trim()) }
      return { kind: 'text', text: lines.join(' ') }
    })
}

export type Run = { text: string; to?: string }

const LINK = /\[([^\]]{1,200})\]\((\/[^\s)]{0,300})\)/g

/** A line with its links, written `[words](/path)`: only to pages of this shop. */
export function readLinks(line: string): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const match of line.matchAll(LINK)) {
    const to = innerPath(match[2])
    if (to === null) continue
    if (match.index > from) runs.push({ text: line.slice(from, match.index) })
    runs.push({ text: match[1] ?? '', to })
    from = match.index + match[0].length
  }
  if (from < line.length) runs.push({ text: line.slice(from) })
  return runs
}

/** The words alone, for search and for descriptions. */
export const plainText = (text: string): string =>
  text.replace(LINK, (whole, words, path) => (innerPath(path) === null ? whole : words)).replace(/^(## |- )/gm, '')

/** Minutes that reading takes, at 200 words or 400 Chinese characters a minute; at least one. */
export function readingMinutes(text: string): number {
  const chinese = text.match(/[\u4e00-\u9fff]/g)?.length ?? 0
  const words = text.match(/[\p{Script=Latin}\d]+/gu)?.length ?? 0
  return Math.max(1, Math.round(chinese / 400 + words / 200))
}
