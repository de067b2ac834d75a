/** The adapter to the sandbox acquirer. It knows the acquirer's published contract and nothing of its inside. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { settings } from '../settings.ts'
import type { Charge, PaymentProvider, ProviderAnswer } from './contract.ts'
import { openProviderCall } from './provider-call.ts'

const RemoteCharge = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(['open', 'challenge', 'captured', 'declined', 'expired']),
  amount_minor: z.string().regex(/^\d+$/),
  currency: z.string(),
  pay_url: z.string().optional(),
  decline_reason: z.string().nullable().optional(),
})
const RemoteNotice = z.object({ id: z.string().min(1).max(200), type: z.string(), data: z.unknown() })

const readCharge = (remote: z.output<typeof RemoteCharge>): Charge => ({
  reference: remote.reference,
  providerReference: remote.id,
  state: remote.state === 'open' || remote.state === 'challenge' ? 'pending' : remote.state,
  amountMinor: BigInt(remote.amount_minor),
  currency: remote.currency,
  payUrl: remote.pay_url ?? null,
  declineReason: remote.decline_reason ?? null,
})

export function openSandboxProvider(
  options: { address: string; key: string; secrets: string[] },
  log: FastifyBaseLogger,
  now: () => number,
): PaymentProvider {
  const call = openProviderCall(options.address, options.key, now)

  function answer(reply: Awaited<ReturnType<typeof call>>): ProviderAnswer {
    if (reply?.status === 404) return { outcome: 'absent' }
    const read = RemoteCharge.safeParse(reply?.body)
    if (reply && reply.status < 300 && read.success) return { outcome: 'known', charge: readCharge(read.data) }
    log.warn({ status: reply?.status ?? 'none' }, 'sandbox acquirer gave no usable answer')
    return { outcome: 'unknown' }
  }

  return {
    name: 'sandbox',
    async createCharge(charge) {
      const body = {
        reference: charge.reference,
        amount_minor: charge.amountMinor.toString(),
        currency: charge.currency,
        description: charge.description,
        return_url: charge.returnUrl,
        webhook_url: charge.webhookUrl,
        expires_at: charge.expiresAt.toISOString(),
      }
      return answer(await call({ method: 'POST', path: '/sandbox/api/charges', key: charge.reference, body }))
    },
    async findCharge(reference) {
      return answer(
        await call({ method: 'GET', path: `/sandbox/api/charges?reference=${encodeURIComponent(reference)}` }),
      )
    },
    readNotice(headers, body, nowSeconds) {
      const signature = headers['sandbox-signature']
      if (typeof signature !== 'string' || !isSigned(signature, body, nowSeconds, options.secrets)) return null
      const notice = RemoteNotice.safeParse(parseJson(body))
      if (!notice.success) return null
      const charge = RemoteCharge.safeParse(notice.data.data)
      return {
        eventId: notice.data.id,
        type: notice.data.type,
        charge: charge.success ? readCharge(charge.data) : null,
      }
    },
  }
}

/** `t=<unix seconds>,v1=<hex>` over `t.body`, with the secret in use or the one before it. */
function isSigned(signature: string, body: Buffer, nowSeconds: number, secrets: string[]): boolean {
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (!time || !given || Math.abs(nowSeconds - Number(time)) > settings.webhook.toleranceSeconds) return false
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return timingSafeEqual(expected, Buffer.from(given, 'hex'))
  })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
