/** The acquirer's calls for its merchant, and its hosted pages. It answers plain JSON: it is not part of the shop. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import type { Bag, Karat } from '../karat.ts'
import { type Charge, closeCharge, createCharge, findCharge, findChargeByReference } from './charges.ts'
import {
  ChargeAnswer,
  CloseCharge,
  chargeId,
  DisputeAnswer,
  NewCharge,
  NewRefund,
  Reference,
  RefundAnswer,
  Trouble,
} from './contract.ts'
import { findDispute } from './disputes.ts'
import { mandateCalls } from './mandate-api.ts'
import { viewDispute } from './notices.ts'
import { payPages } from './pay-api.ts'
import { payoutCalls } from './payout-api.ts'
import { createRefund, findRefund, type Refund, type RefundTrouble } from './refunds.ts'

export async function sandboxApi(door: Door, karat: Bag<'sandbox'>): Promise<void> {
  await door.register(async (scope) => merchantCalls(scope as Door, karat), { prefix: '/api' })
  await door.register(async (scope) => payPages(scope as Door, karat))
}

const config = { access: 'provider' } as const
const response = { 200: ChargeAnswer, 201: ChargeAnswer, '4xx': Trouble }

function merchantCalls(door: Door, { db, config: { SANDBOX_KEY, PUBLIC_URL }, log }: Bag<'sandbox'>) {
  const answer = answerFor(PUBLIC_URL)
  door.addHook('onRequest', async (request, reply) => {
    if (!isMerchant(request, SANDBOX_KEY)) return reply.code(401).send({ error: 'unauthorized' })
  })
  door.setErrorHandler((error: { statusCode?: number; validation?: unknown }, _request, reply) => {
    const status = error.validation ? 400 : (error.statusCode ?? 500)
    if (status >= 500) log.error({ err: error }, 'sandbox call failed')
    return reply.code(status).send({ error: status >= 500 ? 'internal' : 'invalid_request' })
  })

  door.post('/charges', { config, schema: { hide: true, body: NewCharge, response } }, async (request, reply) => {
    const { amount_minor, expires_at, ...rest } = request.body
    const asked = { ...rest, amount_minor: BigInt(amount_minor) }
    const { charge, isNew } = await createCharge(db, { ...asked, expires_at })
    if ((['amount_minor', 'currency', 'method', 'bank'] as const).some((of) => charge[of] !== asked[of]))
      return reply.code(409).send({ error: 'reference_used' })
    return reply.code(isNew ? 201 : 200).send(answer(charge))
  })

  door.get(
    '/charges/:id',
    { config, schema: { hide: true, params: z.strictObject({ id: chargeId }), response } },
    async (request, reply) => {
      const charge = await findCharge(db, request.params.id)
      return charge ? answer(charge) : reply.code(404).send({ error: 'not_found' })
    },
  )

  door.post(
    '/charges/close',
    { config, schema: { hide: true, body: CloseCharge, response } },
    async (request, reply) => {
      const charge = await closeCharge(db, request.body.reference)
      return charge ? answer(charge) : reply.code(404).send({ error: 'not_found' })
    },
  )

  refundCalls(door, db)
  disputeCalls(door, db)
  payoutCalls(door, db)
  mandateCalls(door, { db, publicUrl: PUBLIC_URL, viewCharge: answer })
  const querystring = z.strictObject({ reference: Reference })
  door.get('/charges', { config, schema: { hide: true, querystring, response } }, async (request, reply) => {
    const charge = await findChargeByReference(db, request.query.reference)
    return charge ? answer(charge) : reply.code(404).send({ error: 'not_found' })
  })
}

const troubleStatus: Record<RefundTrouble, 404 | 409 | 422> = {
  not_found: 404,
  not_captured: 409,
  exceeds_captured: 422,
  no_refunds: 422,
  reference_used: 409,
}

function refundCalls(door: Door, db: Karat['db']) {
  const response = { 200: RefundAnswer, '4xx': Trouble }
  const params = z.strictObject({ id: chargeId })
  door.post(
    '/charges/:id/refunds',
    { config, schema: { hide: true, params, body: NewRefund, response } },
    async (request, reply) => {
      const { reference, amount_minor } = request.body
      const made = await createRefund(db, { chargeId: request.params.id, reference, amount: BigInt(amount_minor) })
      return typeof made === 'string' ? reply.code(troubleStatus[made]).send({ error: made }) : viewRefund(made)
    },
  )
  const querystring = z.strictObject({ reference: Reference })
  door.get('/refunds', { config, schema: { hide: true, querystring, response } }, async (request, reply) => {
    const refund = await findRefund(db, request.query.reference)
    return refund ? viewRefund(refund) : reply.code(404).send({ error: 'not_found' })
  })
}

function disputeCalls(door: Door, db: Karat['db']) {
  const schema = {
    hide: true,
    params: z.strictObject({ id: z.string().max(100) }),
    response: { 200: DisputeAnswer, '4xx': Trouble },
  }
  door.get('/disputes/:id', { config, schema }, async (request, reply) => {
    const dispute = await findDispute(db, request.params.id)
    return dispute ? viewDispute(dispute) : reply.code(404).send({ error: 'not_found' })
  })
}

const viewRefund = (refund: Refund): RefundAnswer => ({
  id: refund.id,
  reference: refund.reference,
  charge_id: refund.charge_id,
  state: refund.state,
  amount_minor: refund.amount_minor.toString(),
  failure_reason: refund.failure_reason,
  decided_at: refund.decided_at?.toISOString() ?? null,
})

const digest = (text: string) => createHash('sha256').update(text).digest()

function isMerchant(request: FastifyRequest, key: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return key !== '' && timingSafeEqual(digest(given), digest(key))
}

const answerFor =
  (publicUrl: string) =>
  (charge: Charge): ChargeAnswer => ({
    id: charge.id,
    reference: charge.reference,
    state: charge.state,
    amount_minor: charge.amount_minor.toString(),
    captured_minor: charge.state === 'captured' ? (charge.captured_minor ?? charge.amount_minor).toString() : null,
    currency: charge.currency,
    decline_reason: charge.decline_reason,
    decided_at: charge.decided_at?.toISOString() ?? null,
    method: charge.method,
    pay_code: charge.pay_code,
    pay_url: new URL(`/sandbox/pay/${charge.id}`, publicUrl).href,
    expires_at: charge.expires_at.toISOString(),
  })
