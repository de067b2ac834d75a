/** The seed's error catalogue (§8): what the web app does with one answer of the API. Pure. */

export type Verdict =
  /** Handed on unchanged: paths with 'privacy'. */
  | { kind: 'raw' }
  /** A success, or code 6000, which the caller shows in its own way. */
  | { kind: 'result' }
  | { kind: 'session_expired' }
  | { kind: 'pin_locked' }
  /** Shown as a toast and rejected; `null` means nobody said why. */
  | { kind: 'refused'; message: string | null }

type Loose = { status?: unknown; code?: unknown; message?: unknown; error?: unknown; data?: unknown }

const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const says = (body: Loose, code: number) =>
  [body.code, asObject(body.data).code].some((found) => String(found) === String(code))

/** `answer` is the body as it came, of whatever HTTP status. */
export function judgeAnswer(path: string, answer: unknown): Verdict {
  if (path.includes('privacy')) return { kind: 'raw' }
  const body = asObject(answer)
  const inner = asObject(body.data)
  if (body.status === 'success') return { kind: 'result' }
  if (says(body, 4001) || [body.message, inner.message].includes('Unauthenticated.')) return { kind: 'session_expired' }
  if (says(body, 4000)) return { kind: 'pin_locked' }
  if (says(body, 6000)) return { kind: 'result' }
  const message = text(body.message) ?? text(body.error) ?? text(inner.message) ?? text(inner.error)
  return { kind: 'refused', message }
}
