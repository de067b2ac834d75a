/** Calls of accounts as a browser makes them, and the code as a person reads it from the mailbox. */
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
  post(shop, '/user/sendSignupCode', { email, agreement_version: '2026-01' }, from)

export const goodPassword = 'kopi-tubruk-pagi-hari'

/** Signs somebody up through the calls; answers their token and id. */
export async function signUpThrough(
  shop: Shop,
  email: string,
  from: From = {},
): Promise<{ token: string; id: string }> {
  const sent = await askForCode(shop, email, from)
  const body = {
    sign_up_id: sent.data.sign_up_id,
    code: await codeFor(shop, email),
    name: 'Ratna Wulandari',
    password: goodPassword,
  }
  const { data } = await post(shop, '/user/signup', body, from)
  return { token: String(data.token), id: (data.userInfo as { id: string }).id }
}
