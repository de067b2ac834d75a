/** Lines of a file, and what is said of them, as one text: a body has no list of thousands. Pure. */
import { importBounds } from './import-rules.ts'
import type { Said } from './products/plan-products.ts'

/** `2-5,9`: lines in order, rows of them by their ends. */
export function linesText(lines: Iterable<number>): string {
  const parts: [number, number][] = []
  for (const line of [...lines].sort((one, other) => one - other)) {
    const last = parts.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else parts.push([line, line])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** Null for what is no such text, is out of order, names a line twice, or one that no file has. */
export function linesOf(text: string): number[] | null {
  if (text === '') return []
  const lines: number[] = []
  for (const part of text.split(',')) {
    const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to ?? from)]
    if (from === undefined || first <= (lines.at(-1) ?? 1) || last < first || last > importBounds.lines + 1) return null
    for (let line = first; line <= last; line += 1) lines.push(line)
  }
  return lines
}

/** One to a line: `12;10;24;9999;450` is line, grams, karat, fineness, premium; what is not said is empty. */
export const saidText = (said: Iterable<Said>): string =>
  [...said]
    .map(({ line, weight, karat, fineness, premium_bps: premium }) =>
      [line, weight, karat, fineness, premium].join(';'),
    )
    .join('\n')

const saidForm = /^(\d{1,5});(\d{1,6}(?:\.\d{1,4})?)?;(?:(\d{1,2});(\d{1,5})|;);(\d{1,4})?$/
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** Null for what is no such text, or says more than can be. */
export function saidOf(text: string): Said[] | null {
  const said: Said[] = []
  for (const one of text === '' ? [] : text.split('\n')) {
    const match = saidForm.exec(one)
    if (!match) return null
    const [, line, weight, karat, fineness, premium] = match
    if (
      Number(karat ?? 1) < 1 ||
      Number(karat ?? 1) > 24 ||
      Number(fineness ?? 1) < 1 ||
      Number(fineness ?? 1) > 10_000
    )
      return null
    if (Number(premium ?? 0) > importBounds.premiumBps || Number(line) > importBounds.lines + 1) return null
    said.push({
      line: Number(line),
      weight,
      karat: numberOf(karat),
      fineness: numberOf(fineness),
      premium_bps: numberOf(premium),
    })
  }
  return said
}
