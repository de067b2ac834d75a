/** Pages that name the tests which show what they say: how such a name is written, and whether its test is there. */
import { existsSync, readFileSync } from 'node:fs'

export type Named = { file: string; title: string }

/** `file` › “title”, as often as it stands there. */
export const namedIn = (text: string): Named[] =>
  [...text.matchAll(/`([^`]+)` › “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))

/** Titles as test(), it() or a table's title writes them, in whatever quotes. */
export const hasTest = (text: string, title: string) =>
  ["'", '"', '`'].some((quote) => {
    const literal = quote + (quote === "'" ? title.replaceAll("'", "\\'") : title) + quote
    return new RegExp(`(^|[\\s(])${literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')},`, 'm').test(text)
  })

export const isThere = ({ file, title }: Named) => existsSync(file) && hasTest(readFileSync(file, 'utf8'), title)
