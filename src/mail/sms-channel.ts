/** Text messages through a gateway that takes JSON over HTTP. */
import { z } from 'zod'
import { readBounded } from '../http/bounded-answer.ts'
import type { Channel, Outcome } from './channels.ts'

type SmsOptions = { url: string; key: string; from: string; timeoutMs?: number }

const TIMEOUT_MS = 5000
const MAX_BYTES = 16 * 1024
const MOBILE = /^\+\d{7,15}$/
const Accepted = z.object({ id: z.union([z.string(), z.number()]) })

/** The gateway keeps one effect for one Idempotency-Key, so an unknown outcome is asked for again with the same key. */
export function openSmsChannel({ url, key, from, timeoutMs = TIMEOUT_MS }: SmsOptions): Channel {
  return {
    repeatable: true,
    async send({ id, to, text }) {
      if (!MOBILE.test(to)) return { is: 'refused', problem: 'no usable number' }
      try {
        const response = await fetch(url, {
          method: 'POST',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': id },
          body: JSON.stringify({ to, from, text, reference: id }),
        })
        return outcomeOf(response.status, await readBounded(response, MAX_BYTES))
      } catch (error) {
        return failed(error as Error & { cause?: { code?: string } })
      }
    },
    async close() {},
  }
}

function outcomeOf(status: number, body: string | null): Outcome {
  const problem = `HTTP ${status}`
  if (status >= 200 && status < 300) return { is: 'sent', providerId: idIn(body) }
  // A key or an address of the gateway that is wrong says nothing of the message.
  if ([401, 403, 404, 405].includes(status) || (status >= 300 && status < 400)) return { is: 'away', problem }
  if ([408, 409, 425, 429].includes(status) || status >= 500) return { is: 'later', problem }
  return { is: 'refused', problem }
}

function idIn(body: string | null): string | null {
  try {
    const read = Accepted.safeParse(JSON.parse(body ?? ''))
    return read.success ? String(read.data.id).slice(0, 200) : null
  } catch {
    return null
  }
}

function failed(error: Error & { cause?: { code?: string } }): Outcome {
  const code = error.cause?.code ?? error.name
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
    ? { is: 'away', problem: code }
    : { is: 'unknown', problem: code }
}
