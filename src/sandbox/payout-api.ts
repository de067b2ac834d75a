/** The acquirer's calls about money that its merchant pays out, and the page on which somebody stands for the account's bank. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import { typedText } from '../http/wire.ts'
import type { Karat } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { currencies } from '../money/money.ts'
import { Reference, Trouble } from './contract.ts'
import { ringFor, viewPayout } from './notices.ts'
import { pageLanguage } from './pay-texts.ts'
import { payoutPage } from './payout-page.ts'
import { payoutDecisions } from './payout-rules.ts'
import { createPayout, decidePayout, findPayout, findPayoutById, type Payout } from './payouts.ts'

const NewPayout = z.strictObject({
  reference: Reference,
  amount_minor: z.string().regex(/^[1-9]\d{0,17}$/, problem('whole_minor')),
  currency: z.enum(currencies),
  description: typedText(1, 200),
  account: z.strictObject({
    kind: z.enum(['bank', 'wallet']),
    bank: typedText(1, 40),
    number: typedText(4, 60),
    holder: typedText(1, 200),
  }),
  webhook_url: z.url({ protocol: /^https?$/ }).max(2000),
})
const PayoutAnswer = z.strictObject({
  id: z.string(),
  reference: z.string(),
  state: z.enum(['accepted', 'paid', 'failed', 'returned']),
  amount_minor: z.string(),
  currency: z.string(),
  failure_reason: z.string().nullable(),
  decided_at: z.string().nullable(),
})
const id = z.string().regex(/^po_[0-9a-f]{36}$/)
const Decision = z.strictObject({ as: z.enum(payoutDecisions) })
const response = { 200: PayoutAnswer, '4xx': Trouble, '5xx': Trouble }

export function payoutCalls(door: Door, db: Karat['db']): void {
  const config = { access: 'provider' } as const
  // Of an account whose bank is silent nobody hears anything, though it may have been paid.
  const say = (reply: FastifyReply, payout: Payout | undefined) => {
    if (!payout) return reply.code(404).send({ error: 'not_found' })
    return payout.silent ? reply.code(503).send({ error: 'unavailable' }) : reply.send(viewPayout(payout))
  }
  door.post('/payouts', { config, schema: { hide: true, body: NewPayout, response } }, async (request, reply) => {
    const { amount_minor, account, ...rest } = request.body
    const payout = await createPayout(db, { ...rest, account, amount: BigInt(amount_minor) })
    if (payout.amount_minor !== BigInt(amount_minor) || payout.currency !== rest.currency)
      return reply.code(409).send({ error: 'reference_used' })
    return say(reply, payout)
  })
  const querystring = z.strictObject({ reference: Reference })
  door.get('/payouts', { config, schema: { hide: true, querystring, response } }, async (request, reply) =>
    say(reply, await findPayout(db, request.query.reference)),
  )
  const params = z.strictObject({ id })
  door.post(
    '/payouts/:id/decide',
    { config, schema: { hide: true, params, body: Decision, response } },
    async (request, reply) => {
      if (!(await decidePayout(db, request.params.id, request.body.as)))
        return reply.code(409).send({ error: 'not_so_now' })
      ringFor(db)
      return say(reply, await findPayoutById(db, request.params.id))
    },
  )
}

/** `missing` and `show` are those of every page here. */
export function payoutPages(
  door: Door,
  db: Karat['db'],
  show: (reply: FastifyReply, page: string) => FastifyReply,
  missing: (language: ReturnType<typeof pageLanguage>) => string,
): void {
  const config = { access: 'public' } as const
  const params = z.strictObject({ id: z.string().max(60) })
  door.get('/payouts/:id', { config, schema: { hide: true, params } }, async (request, reply) => {
    const language = pageLanguage(request.headers.cookie)
    const payout = await findPayoutById(db, request.params.id)
    return payout ? show(reply, payoutPage(payout, language)) : show(reply.code(404), missing(language))
  })
  door.post(
    '/payouts/:id/decide',
    { config, schema: { hide: true, params, body: Decision } },
    async (request, reply) => {
      if (await decidePayout(db, request.params.id, request.body.as)) ringFor(db)
      return reply.redirect(`/sandbox/payouts/${encodeURIComponent(request.params.id)}`, 303)
    },
  )
}
