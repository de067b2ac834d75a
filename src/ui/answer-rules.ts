/** The seed's error catalogue (§8): what the web app does with one answer of the API. Pure. */

/** Code 4001 or 'Unauthenticated.'; code 4000, the third wrong PIN. */
export type SessionEnd = 'expired' | 'locked'

export type Verdict =
  /** Handed on unchanged: paths with 'privacy'. */
  | { kind: 'raw' }
  /** A success, or code 6000, which the caller shows in its own way. */
  | { kind: 'result' }
  | { kind: 'session_over'; why: SessionEnd }
  /** Shown as a toast and rejected; `null` means nobody said why. */
  | { kind: 'refused'; message: string | null }

type Loose = { status?: unknown; code?: unknown; message?: unknown; error?: unknown; data?: unknown }

const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * `answer` is the body as it came, of whatever HTTP status. The three codes say what they say whatever the status beside
 * them; `data` of a success is the caller's own and is not looked into.
 */
export function judgeAnswer(path: string, answer: unknown): Verdict {
  if (path.includes('privacy')) return { kind: 'raw' }
  const body = asObject(answer)
  const success = body.status === 'success'
  const inner = success ? {} : asObject(body.data)
  const says = (code: number) => [body.code, inner.code].some((found) => String(found) === String(code))
  if (says(4001) || [body.message, inner.message].includes('Unauthenticated.'))
    return { kind: 'session_over', why: 'expired' }
  if (says(4000)) return { kind: 'session_over', why: 'locked' }
  if (success || says(6000)) return { kind: 'result' }
  const message = text(body.message) ?? text(body.error) ?? text(inner.message) ?? text(inner.error)
  return { kind: 'refused', message }
}

/** What a page knows of sessions when a call comes back with the end of one. Tokens are '' where there is none. */
export type KnownSessions = {
  /** The token of this browser now: another tab may have changed it. */
  token: string
  /** The session whose end this page has told of, and how. */
  told: { token: string; why: SessionEnd } | null
  /** The session that was left of the member's own accord, here or in another tab. */
  left: string | null
}

/**
 * What the end of the session that a call was sent with means to this page: `tell` it, once; nothing more, since it was
 * `told`; nothing, since the member has `left` it; or the call alone is refused, since somebody has signed in since and
 * what they hold is another session. What a page asks without a token after its end was told, until /login stands in its
 * place, is told with that. A lock is told even after an expiry: it says what nothing else says.
 */
export function judgeEnd(
  why: SessionEnd,
  sentWith: string,
  { token, told, left }: KnownSessions,
): 'tell' | 'told' | 'left' | 'replaced' {
  if (token !== '' && token !== sentWith) return 'replaced'
  if (sentWith !== '' && sentWith === left) return 'left'
  if (told === null || (told.token !== sentWith && sentWith !== '')) return 'tell'
  return why === 'locked' && told.why === 'expired' ? 'tell' : 'told'
}
