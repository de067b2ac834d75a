/**
 * What was typed for something that had to wait for something else (money, a level, a session that is over): kept for this tab and this
 * member until it is done.
 */
import { userInfo } from './session.ts'

const who = () => String(userInfo()?.id ?? '')

export function keptForm<T>(name: string) {
  const key = `keptForm:${name}`
  return {
    keep: (typed: T) => sessionStorage.setItem(key, JSON.stringify({ who: who(), typed })),
    forget: () => sessionStorage.removeItem(key),
    /** Null where nothing is kept, or another member's. */
    read(): T | null {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { who: string; typed: T } | null
      return kept?.who === who() ? kept.typed : null
    },
  }
}
