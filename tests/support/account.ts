/** Calls of accounts as a browser makes them, and the code as a person reads it from the mailbox. */
import { sql } from '../../src/db/database.ts'
import type { Shop } from './shop.ts'

export type Answer = {
  status: number
  code: number
  error: string | null
  message: string
  data: Record<string, unknown>
}
export type From = { token?: string; address?: string; store?: string; userAgent?: string }

/** Posts `body` to a call of the store and reads the envelope. */
export async function post(shop: Shop, call: string, body: object | undefined, from: From = {}): Promise<Answer> {
  return ask(shop, 'POST', call, from, body)
}

export async function get(shop: Shop, call: string, from: From = {}): Promise<Answer> {
  return ask(shop, 'GET', call, from)
}

async function ask(shop: Shop, method: 'GET' | 'POST', call: string, from: From, body?: object): Promise<Answer> {
  const response = await shop.app.inject({
    method,
    url: `/api/store${from.store ?? 'id'}${call}`,
    remoteAddress: from.address ?? '203.0.113.7',
    headers: {
      ...(from.token ? { authorization: `Bearer ${from.token}` } : {}),
      ...(from.userAgent ? { 'user-agent': from.userAgent } : {}),
    },
    ...(body ? { payload: body } : {}),
  })
  return { ...response.json(), status: response.statusCode }
}

/** The newest message to somebody, as /dev/mailbox.json shows it. */
export async function newestMail(shop: Shop, to: string): Promise<{ template: string; subject: string; body: string }> {
  const response = await shop.app.inject({ url: '/dev/mailbox.json', query: { to } })
  return response.json().messages[0]
}

export async function codeFor(shop: Shop, to: string): Promise<string> {
  return /\d{6}/.exec((await newestMail(shop, to)).body)?.[0] ?? 'no code'
}

export const askForCode = (shop: Shop, email: string, from: From = {}) =>
  post(shop, '/user/sendSignupCode', { email, agreement_version: '2026-11-24' }, from)

export const goodPassword = 'kopi-tubruk-pagi-hari'

/** The browser in which each account was opened: a known device. */
const devices = new Map<string, string>()
export const deviceOf = (email: string) => devices.get(email.toLowerCase()) ?? ''

/** Signs in where the account was opened, so that the password is enough; the browser keeps the token it is given. */
export async function logInKnown(
  shop: Shop,
  account: string,
  password = goodPassword,
  from: From = {},
): Promise<Answer> {
  const answer = await post(shop, '/user/login', { account, password, device: deviceOf(account) }, from)
  if (answer.data?.device_token) devices.set(account.toLowerCase(), String(answer.data.device_token))
  return answer
}

/** Signs somebody up through the calls; answers their token, id and the token of their device. */
export async function signUpThrough(
  shop: Shop,
  email: string,
  from: From = {},
): Promise<{ token: string; id: string; device: string }> {
  const sent = await askForCode(shop, email, from)
  const body = {
    sign_up_id: sent.data.sign_up_id,
    code: await codeFor(shop, email),
    name: 'Ratna Wulandari',
    password: goodPassword,
  }
  const { data } = await post(shop, '/user/signup', body, from)
  const device = String(data.device_token)
  devices.set(email.toLowerCase(), device)
  return { token: String(data.token), id: (data.userInfo as { id: string }).id, device }
}

/** Lets the minute between two messages with codes or links pass, and the day's count begin anew. */
export const sendingsForgotten = (shop: Shop) => shop.karat.db.run(sql`delete from identity.sendings`)

/** The token at the end of the link in the newest message to somebody. */
export async function linkFor(shop: Shop, to: string): Promise<string> {
  return /#([\w-]{43})/.exec((await newestMail(shop, to)).body)?.[1] ?? 'no link'
}
