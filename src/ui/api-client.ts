/** Every call of the web app: the seed's address, headers and error catalogue (§7, §8). */
import * as m from '../locale/paraglide/messages.js'
import { judgeAnswer, type SessionEnd } from './answer-rules.ts'
import { askPatiently } from './ask-patiently.ts'
import { learnServerDate } from './clock.ts'
import { whileLoading } from './loading.tsx'
import { currency, store, token } from './session.ts'
import { endSession } from './session-end.ts'
import { toastError } from './toast.tsx'

type Success<T> = { status: 'success'; code: number; message: string; error: null; data: T }
/** Code 6000: refused, but for the caller to show. `error` names the rule that was broken. */
type PassedOn = { status: 'error'; code: 6000; message: string; error: string; data: Record<string, unknown> }
export type Answer<T> = Success<T> | PassedOn

/** A refusal that was already said in a toast; `error` names the rule and `fields` what is wrong with which field. */
export class ApiError extends Error {
  readonly error: string
  readonly code: number
  readonly data: Record<string, unknown>
  constructor(message: string, body: unknown) {
    const { error, code, data } = (typeof body === 'object' && body !== null ? body : {}) as Partial<PassedOn>
    super(message)
    this.name = 'ApiError'
    this.error = typeof error === 'string' ? error : ''
    this.code = Number(code ?? 0)
    this.data = data ?? {}
  }
  /** In the member's language. */
  get fields(): Record<string, string> {
    return ((this.data.field_texts ?? this.data.fields) as Record<string, string> | undefined) ?? {}
  }
}

export type CallOptions = {
  /** Repeats a POST as the same wish: the server acts on one key once. */
  key?: string
  /** No toast, since nobody asked: counts and prices in the background. An ended session is told all the same. */
  quiet?: boolean
  /** No toast, since the caller says a refusal where the person looks: beside its field, in its dialog. */
  beside?: boolean
  /** The call by which a member logs out: it is answered even when the session was over before. */
  leaving?: boolean
  /** The page asks by itself: an ended session is told by the next call that its member makes. */
  unasked?: boolean
  /** Shows the loading veil while the call runs. */
  loading?: boolean
  signal?: AbortSignal
}

/** Of what a page opens with: its boundary says a refusal (page-trouble.tsx), so no toast stands beside it. */
export const saidByPage: CallOptions = { beside: true }

export type Query = Record<string, string | number | undefined>

export function get<T>(path: string, query: Query = {}, options: CallOptions = {}): Promise<Answer<T>> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return call(path, search && `?${search}`, { method: 'GET' }, options)
}

export const post = <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
  send<T>('POST', path, body, options)
export const put = <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
  send<T>('PUT', path, body, options)
export const remove = <T>(path: string, body: unknown = {}, options: CallOptions = {}) =>
  send<T>('DELETE', path, body, options)

/** Everything but a GET sends a body. */
function send<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<Answer<T>> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': options.key ?? crypto.randomUUID() }
  return call(path, '', { method, body: JSON.stringify(body), headers }, options)
}

/** The data of a call; what code 6000 passed on is said and thrown like any other refusal, and by the caller alone where it was sent `beside`. */
export async function dataOf<T>(answer: Promise<Answer<T>>, { beside }: Pick<CallOptions, 'beside'> = {}): Promise<T> {
  const settled = await answer
  if (settled.status === 'success') return settled.data
  if (!beside) toastError(settled.message || m.ui_system_error())
  throw new ApiError(settled.message, settled)
}

type Init = { method: string; body?: string; headers?: Record<string, string> }

function call<T>(path: string, search: string, init: Init, options: CallOptions): Promise<Answer<T>> {
  const work = request<T>(path, search, init, options)
  return options.loading ? whileLoading(work) : work
}

async function request<T>(path: string, search: string, init: Init, options: CallOptions): Promise<Answer<T>> {
  const { signal, quiet } = options
  const sentWith = token()
  const headers = { ...init.headers, ...callHeaders() }
  const send = () => fetch(callAddress(path) + search, { ...init, headers, ...(signal ? { signal } : {}) })
  // What nobody asked for comes again by itself.
  const sent = quiet ? send() : askPatiently(send, signal)
  const response = await sent.catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    return null
  })
  if (response) learnServerDate(response.headers.get('date'))
  return settle<T>(path, response && readBody(await response.text()), { ...options, sentWith })
}

export const callAddress = (path: string) => `/api/store${store()}${path}`

/** The seed's headers on every call. */
export const callHeaders = (): Record<string, string> => ({
  currency: currency(),
  platform: 'web',
  ...(token() && { authorization: `Bearer ${token()}` }),
})

type Sent = Pick<CallOptions, 'quiet' | 'beside' | 'leaving' | 'unasked'> & {
  /** The token that the call was sent with. */
  sentWith: string
}

/** What the seed's error catalogue makes of an answer; a `null` body is no answer at all. */
export function settle<T>(path: string, body: unknown, sent: Sent): Answer<T> | Promise<never> {
  if (body === null) return refuse(m.ui_system_error(), null, sent)
  const verdict = judgeAnswer(path, body)
  if (verdict.kind === 'raw' || verdict.kind === 'result') return body as Answer<T>
  if (verdict.kind === 'session_over') return sessionOver(verdict.why, body, sent)
  return refuse(verdict.message ?? m.ui_system_error(), body, sent)
}

export function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function refuse(message: string, body: unknown, { quiet, beside }: Sent): never {
  if (!quiet && !beside) toastError(message)
  throw new ApiError(message, body)
}

/** A call whose session is over is never answered: the page that made it goes away. Unless its session was not this one. */
function sessionOver(why: SessionEnd, body: unknown, sent: Sent): Promise<never> {
  if (sent.leaving || sent.unasked) throw new ApiError('', body)
  if (endSession(why, sent.sentWith) === 'replaced') return refuse(m.ui_session_changed(), body, sent)
  return new Promise<never>(() => {})
}
