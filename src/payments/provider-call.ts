/** A call to a provider that cannot hurt the shop: bounded in time and size, tried again with the same key, broken off when it keeps failing. */
import { readBounded } from '../http/bounded-answer.ts'
import { settings } from '../settings.ts'

export type Reply = { status: number; body: unknown }
export type ProviderCall = (request: {
  method: 'GET' | 'POST'
  path: string
  key?: string
  body?: unknown
}) => Promise<Reply | null>

const MAX_BYTES = 64 * 1024

/**
 * Opens a caller for one provider. Answers null when there was no usable reply: time-out, connection trouble, a 5xx, a
 * redirect, too many bytes, no JSON, or the breaker is open after five failures in a row.
 */
export function openProviderCall(address: string, token: string, now: () => number): ProviderCall {
  let failures = 0
  let closedUntil = 0

  return async function call(request) {
    if (now() < closedUntil) return null
    for (let attempt = 0; attempt <= settings.provider.retries; attempt++) {
      const reply = await tryOnce(address, token, request)
      if (reply) {
        failures = 0
        return reply
      }
    }
    failures++
    if (failures >= settings.provider.breakAfter) closedUntil = now() + settings.provider.breakSeconds * 1000
    return null
  }
}

async function tryOnce(
  address: string,
  token: string,
  { method, path, key, body }: Parameters<ProviderCall>[0],
): Promise<Reply | null> {
  try {
    const response = await fetch(new URL(path, address), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.provider.timeoutMs),
      headers: {
        authorization: `Bearer ${token}`,
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await readBounded(response, MAX_BYTES)
    if (text === null || response.status >= 500 || (response.status >= 300 && response.status < 400)) return null
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return null
  }
}
