/** What was searched for in this browser, newest first; shown only to whoever searched for it. */
import { userInfo } from './session.ts'

const KEY = 'searches'
const MOST = 5
type Kept = { owner: string; words: string[] }

const owner = (): string => String(userInfo()?.id ?? '')

function read(): Kept {
  const nothing = { owner: owner(), words: [] }
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null
    return kept?.owner === owner() && Array.isArray(kept.words) ? kept : nothing
  } catch {
    return nothing
  }
}

export const recentSearches = (): string[] =>
  read()
    .words.filter((words) => typeof words === 'string')
    .slice(0, MOST)

export function rememberSearch(typed: string) {
  const words = typed.trim()
  if (!words) return
  const others = recentSearches().filter((other) => other.toLowerCase() !== words.toLowerCase())
  localStorage.setItem(KEY, JSON.stringify({ owner: owner(), words: [words, ...others].slice(0, MOST) }))
}

export const forgetSearches = () => localStorage.removeItem(KEY)
