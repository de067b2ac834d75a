/** Every call of the back office: its own address, its own token, the same refusals as everywhere. */
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError, readBody } from '../../../ui/api-client.ts'
import { askPatiently } from '../../../ui/ask-patiently.ts'
import { learnServerDate } from '../../../ui/clock.ts'
import { goTo } from '../../../ui/go.ts'
import { language } from '../../../ui/language.ts'
import { toastError, toastOnTheWay } from '../../../ui/toast.tsx'
import { forgetStaff, rememberOfficePage, staffToken } from './office-session.ts'

export type Query = Record<string, string | number | undefined>
export type CallOptions = {
  signal?: AbortSignal
  /** The caller shows what is refused; no toast. */
  quiet?: boolean
  /** Repeats a POST as the same wish: the server acts on one key once. */
  key?: string
}

type Envelope<T> = { status: string; code: number; message: string; error: string | null; data: T }

/** Reads `path` (such as /audit/list). Throws an ApiError for what is refused, which a toast has said unless `quiet`. */
export const officeGet = <T>(path: string, query: Query = {}, options: CallOptions = {}): Promise<T> =>
  call<T>(`/api/admin${path}${searchOf(query)}`, { method: 'GET' }, options)

/** Asks for something to be done, with an Idempotency-Key of its own. */
export function officePost<T>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': options.key ?? crypto.randomUUID() }
  return call<T>(`/api/admin${path}`, { method: 'POST', body: JSON.stringify(body), headers }, options)
}

/** A picture and the fields beside it, to a call that takes a form. The caller says what is refused. */
export function officeUpload<T>(path: string, fields: Record<string, string>, file: File): Promise<T> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file, file.name)
  return call<T>(`/api/admin${path}`, { method: 'POST', body: form }, { quiet: true })
}

/** Saves the answer of a call that is a file. */
export async function officeDownload(path: string, query: Query = {}): Promise<void> {
  const response = await fetchFile(path, { query }).catch(() => null)
  if (!response?.ok) return void (await settle(response, false))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'karat'
  const address = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A picture that is shown in the page: its bytes under an address of this page. Revoke it when it goes. */
export async function officeBlob(path: string, query: Query = {}): Promise<string> {
  const response = await fetchFile(path, { query }).catch(() => null)
  if (!response?.ok) return settle<string>(response, false)
  return URL.createObjectURL(await response.blob())
}

/**
 * The same for what must not be kept on the way, nor its reason stand in an address, such as a document: asked for by POST.
 * What is refused is said by the caller.
 */
export async function officePicture(path: string, body: object): Promise<string> {
  const response = await fetchFile(path, { body }).catch(() => null)
  if (!response?.ok) return settle<string>(response, true)
  return URL.createObjectURL(await response.blob())
}

function fetchFile(path: string, { query = {}, body }: { query?: Query; body?: object }): Promise<Response> {
  const asJson = body && { method: 'POST', body: JSON.stringify(body) }
  const headers = { ...(body && { 'content-type': 'application/json' }), ...callHeaders() }
  return askPatiently(() => fetch(`/api/admin${path}${searchOf(query)}`, { ...asJson, headers }))
}

export function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search && `?${search}`
}

const callHeaders = (): Record<string, string> => ({
  language: language(),
  ...(staffToken() && { authorization: `Bearer ${staffToken()}` }),
})

async function call<T>(
  address: string,
  init: { method: string; body?: string | FormData; headers?: Record<string, string> },
  { signal, quiet = false }: CallOptions,
): Promise<T> {
  const headers = { ...init.headers, ...callHeaders() }
  const sent = askPatiently(() => fetch(address, { ...init, headers, ...(signal ? { signal } : {}) }), signal)
  const response = await sent.catch((error: Error) => {
    if (error.name === 'AbortError') throw error
    return null
  })
  return settle<T>(response, quiet)
}

async function settle<T>(response: Response | null, quiet: boolean): Promise<T> {
  const body = response ? (readBody(await response.text()) as Partial<Envelope<T>> | null) : null
  if (response) learnServerDate(response.headers.get('date'))
  if (body?.status === 'success') return body.data as T
  if (body?.code === 4001 && staffToken()) return sessionOver(body)
  const message = body?.message || m.ui_system_error()
  if (!quiet) toastError(message)
  throw new ApiError(message, body)
}

function sessionOver(body: unknown): never {
  forgetStaff()
  rememberOfficePage(location.pathname + location.search)
  toastOnTheWay(m.office_staff_session_over())
  goTo('/admin/login', { replace: true })
  throw new ApiError(m.office_staff_session_over(), body)
}
