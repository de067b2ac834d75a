/** The adapter to the sandbox acquirer. It knows the acquirer's published contract and nothing of its inside. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { settings } from '../settings.ts'
import type {
  Charge,
  Notice,
  PaymentProvider,
  ProviderAnswer,
  ProviderDispute,
  ProviderRefund,
  RefundAnswer,
} from './contract.ts'
import type { PayoutAnswer, ProviderPayout } from './payout-contract.ts'
import { openProviderCall, type ProviderCall, type Reply } from './provider-call.ts'
import { mandateCalls, toldMandate } from './sandbox-mandates.ts'

const wholeMinor = z.string().regex(/^[1-9]\d{0,17}$/)
const capturedMinor = z.string().regex(/^(0|[1-9]\d{0,17})$/)
const RemoteCharge = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(['open', 'challenge', 'captured', 'declined', 'expired', 'closed']),
  amount_minor: capturedMinor,
  captured_minor: capturedMinor.nullable().optional(),
  currency: z.string(),
  pay_url: z.string().optional(),
  pay_code: z.string().max(500).nullable().optional(),
  decline_reason: z.string().nullable().optional(),
})
const RemoteRefund = z.object({
  id: z.string(),
  reference: z.string(),
  charge_id: z.string(),
  state: z.enum(['pending', 'settled', 'failed']),
  amount_minor: wholeMinor,
  failure_reason: z.string().nullable().optional(),
})
const RemoteDispute = z.object({
  id: z.string().max(200),
  charge_id: z.string(),
  reference: z.string(),
  state: z.enum(['open', 'won', 'lost']),
  amount_minor: wholeMinor,
  currency: z.string(),
  reason: z.string().max(200),
  respond_by: z.iso.datetime().nullable(),
})
const RemotePayout = z.object({
  id: z.string().max(200),
  reference: z.string(),
  state: z.enum(['accepted', 'paid', 'failed', 'returned']),
  amount_minor: wholeMinor,
  currency: z.string(),
  failure_reason: z.string().max(60).nullable(),
})
const RemoteNotice = z.object({ id: z.string().min(1).max(200), type: z.string(), data: z.unknown() })

const chargeStates = {
  open: 'pending',
  challenge: 'pending',
  captured: 'captured',
  declined: 'declined',
  expired: 'expired',
  closed: 'expired',
} as const

const readCharge = (remote: z.output<typeof RemoteCharge>): Charge => ({
  reference: remote.reference,
  providerReference: remote.id,
  state: chargeStates[remote.state],
  amountMinor: BigInt(
    remote.state === 'captured' ? (remote.captured_minor ?? remote.amount_minor) : remote.amount_minor,
  ),
  currency: remote.currency,
  payUrl: remote.pay_url ?? null,
  payCode: remote.pay_code ?? null,
  declineReason: remote.decline_reason ?? null,
})

const readRefund = (remote: z.output<typeof RemoteRefund>): ProviderRefund => ({
  reference: remote.reference,
  providerReference: remote.id,
  state: remote.state,
  amountMinor: BigInt(remote.amount_minor),
  failure: remote.failure_reason ?? null,
})

const readDispute = (remote: z.output<typeof RemoteDispute>): ProviderDispute => ({
  reference: remote.reference,
  charge: remote.charge_id,
  providerReference: remote.id,
  state: remote.state,
  amountMinor: BigInt(remote.amount_minor),
  currency: remote.currency,
  reason: remote.reason,
  respondBy: remote.respond_by ? new Date(remote.respond_by) : null,
})

const readPayout = (remote: z.output<typeof RemotePayout>): ProviderPayout => ({
  reference: remote.reference,
  providerReference: remote.id,
  state: remote.state,
  amountMinor: BigInt(remote.amount_minor),
  currency: remote.currency,
  failure: remote.failure_reason,
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
    trust: 'body',
    async createCharge(charge) {
      const body = {
        reference: charge.reference,
        method: charge.method,
        ...(charge.bank ? { bank: charge.bank } : {}),
        amount_minor: charge.amountMinor.toString(),
        currency: charge.currency,
        description: charge.description,
        return_url: charge.returnUrl,
        webhook_url: charge.webhookUrl,
        expires_at: charge.expiresAt.toISOString(),
      }
      return answer(await call({ method: 'POST', path: '/sandbox/api/charges', key: charge.reference, body }))
    },
    async findCharge(reference, providerReference) {
      const which = providerReference
        ? `/${encodeURIComponent(providerReference)}`
        : `?reference=${encodeURIComponent(reference)}`
      return answer(await call({ method: 'GET', path: `/sandbox/api/charges${which}` }))
    },
    async closeCharge(reference) {
      return answer(
        await call({
          method: 'POST',
          path: '/sandbox/api/charges/close',
          key: `close ${reference}`,
          body: { reference },
        }),
      )
    },
    ...refundCalls(call, log),
    ...payoutCalls(call, log),
    ...mandateCalls(call, log, answer),
    ...disputeCalls(call, log),
    readNotice(headers, body, nowSeconds) {
      const signature = headers['sandbox-signature']
      if (typeof signature !== 'string' || !isSigned(signature, body, nowSeconds, options.secrets)) return null
      const notice = RemoteNotice.safeParse(parseJson(body))
      if (!notice.success) return null
      return readTold(notice.data)
    },
  }
}

function readTold({ id: eventId, type, data }: z.output<typeof RemoteNotice>): Notice {
  const nothing = { eventId, type, charge: null, refund: null, dispute: null, payout: null, mandate: null }
  if (type.startsWith('refund.')) {
    const refund = RemoteRefund.safeParse(data)
    return { ...nothing, refund: refund.success ? readRefund(refund.data) : null }
  }
  if (type.startsWith('dispute.')) {
    const dispute = RemoteDispute.safeParse(data)
    return { ...nothing, dispute: dispute.success ? readDispute(dispute.data) : null }
  }
  if (type.startsWith('payout.')) {
    const payout = RemotePayout.safeParse(data)
    return { ...nothing, payout: payout.success ? readPayout(payout.data) : null }
  }
  if (type.startsWith('mandate.')) {
    return { ...nothing, mandate: toldMandate(data) }
  }
  const charge = RemoteCharge.safeParse(data)
  return { ...nothing, charge: charge.success ? readCharge(charge.data) : null }
}

function disputeCalls(call: ProviderCall, log: FastifyBaseLogger): Pick<PaymentProvider, 'findDispute'> {
  return {
    async findDispute(providerReference) {
      const path = `/sandbox/api/disputes/${encodeURIComponent(providerReference)}`
      const reply = await call({ method: 'GET', path })
      if (reply?.status === 404) return { outcome: 'absent' }
      const read = RemoteDispute.safeParse(reply?.body)
      if (reply && reply.status < 300 && read.success) return { outcome: 'known', dispute: readDispute(read.data) }
      log.warn({ status: reply?.status ?? 'none' }, 'sandbox acquirer gave no usable answer to a dispute')
      return { outcome: 'unknown' }
    },
  }
}

function refundCalls(call: ProviderCall, log: FastifyBaseLogger): Pick<PaymentProvider, 'refund' | 'findRefund'> {
  function answer(reply: Reply | null): RefundAnswer {
    const read = RemoteRefund.safeParse(reply?.body)
    if (reply && reply.status < 300 && read.success) return { outcome: 'known', refund: readRefund(read.data) }
    log.warn({ status: reply?.status ?? 'none' }, 'sandbox acquirer gave no usable answer to a refund')
    return { outcome: 'unknown' }
  }
  return {
    async refund({ reference, charge, amountMinor }) {
      const path = `/sandbox/api/charges/${encodeURIComponent(charge)}/refunds`
      const body = { reference, amount_minor: amountMinor.toString() }
      const reply = await call({ method: 'POST', path, key: reference, body })
      // A no that will stay a no: the charge is not there, not captured, or has no such money left.
      if (!reply || ![404, 409, 422].includes(reply.status)) return answer(reply)
      const refused = { reference, providerReference: null, amountMinor, failure: troubleOf(reply.body) }
      return { outcome: 'known', refund: { ...refused, state: 'failed' } }
    },
    async findRefund(reference) {
      const path = `/sandbox/api/refunds?reference=${encodeURIComponent(reference)}`
      const reply = await call({ method: 'GET', path })
      return reply?.status === 404 ? { outcome: 'absent' } : answer(reply)
    },
  }
}

function payoutCalls(call: ProviderCall, log: FastifyBaseLogger): Pick<PaymentProvider, 'payOut' | 'findPayout'> {
  function answer(reply: Reply | null): PayoutAnswer {
    const read = RemotePayout.safeParse(reply?.body)
    if (reply && reply.status < 300 && read.success) return { outcome: 'known', payout: readPayout(read.data) }
    log.warn({ status: reply?.status ?? 'none' }, 'sandbox acquirer gave no usable answer to a payout')
    return { outcome: 'unknown' }
  }
  return {
    async payOut({ reference, amountMinor, currency, description, account, webhookUrl }) {
      const body = {
        ...{ reference, amount_minor: amountMinor.toString(), currency, description },
        account: { kind: account.kind, bank: account.provider, number: account.number, holder: account.holder },
        webhook_url: webhookUrl,
      }
      const reply = await call({ method: 'POST', path: '/sandbox/api/payouts', key: reference, body })
      // A no that will stay a no: nothing was made of it.
      if (reply?.status !== 400 && reply?.status !== 422) return answer(reply)
      const refused = { reference, providerReference: null, amountMinor, currency, failure: troubleOf(reply.body) }
      return { outcome: 'known', payout: { ...refused, state: 'failed' } }
    },
    async findPayout(reference) {
      const path = `/sandbox/api/payouts?reference=${encodeURIComponent(reference)}`
      const reply = await call({ method: 'GET', path })
      return reply?.status === 404 ? { outcome: 'absent' } : answer(reply)
    },
  }
}

function troubleOf(body: unknown): string {
  const read = z.object({ error: z.string().max(60) }).safeParse(body)
  return read.success ? read.data.error : 'refused'
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
