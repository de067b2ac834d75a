/** The acquirer's calls about mandates, and the page on which a payer agrees to one and takes it back. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sql } from '../db/database.ts'
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
import type { Charge } from './charges.ts'
import {
  CardPost,
  ChargeAnswer,
  MandateAnswer,
  MandateCharge,
  NewMandate,
  Reference,
  RevokeMandate,
  Trouble,
} from './contract.ts'
import { closedMandatePage, filledMandate, mandatePage } from './mandate-page.ts'
import { checkMandate, mandateScenarioOf, mandateScenarios } from './mandate-rules.ts'
import {
  agreeTo,
  chargeMandate,
  createMandate,
  findMandate,
  findMandateByReference,
  type Mandate,
  revokeMandate,
} from './mandates.ts'
import { ringFor, viewMandate } from './notices.ts'
import { backTo, emptyForm } from './pay-page.ts'
import { pageLanguage } from './pay-texts.ts'

type Reach = { db: Karat['db']; publicUrl: string; viewCharge: (charge: Charge) => ChargeAnswer }

export function mandateCalls(door: Door, { db, publicUrl, viewCharge }: Reach): void {
  const config = { access: 'provider' } as const
  const response = { 200: MandateAnswer, 201: MandateAnswer, '4xx': Trouble }
  const answer = (mandate: Mandate): MandateAnswer => ({
    ...viewMandate(mandate),
    token: mandate.state === 'active' ? mandate.token : null,
    agree_url: new URL(`/sandbox/mandates/${mandate.id}`, publicUrl).href,
  })
  door.post('/mandates', { config, schema: { hide: true, body: NewMandate, response } }, async (request, reply) => {
    const { limit_minor, ...asked } = request.body
    const { mandate, isNew } = await createMandate(db, { ...asked, limit: BigInt(limit_minor) })
    if (
      mandate.limit_minor !== BigInt(limit_minor) ||
      mandate.currency !== asked.currency ||
      mandate.kind !== asked.kind
    )
      return reply.code(409).send({ error: 'reference_used' })
    return reply.code(isNew ? 201 : 200).send(answer(mandate))
  })
  const querystring = z.strictObject({ reference: Reference })
  door.get('/mandates', { config, schema: { hide: true, querystring, response } }, async (request, reply) => {
    const mandate = await findMandateByReference(db, request.query.reference)
    return mandate ? answer(mandate) : reply.code(404).send({ error: 'not_found' })
  })
  door.post(
    '/mandates/revoke',
    { config, schema: { hide: true, body: RevokeMandate, response } },
    async (request, reply) => {
      const { reference } = request.body
      if (await revokeMandate(db, sql`reference = ${reference}`)) ringFor(db)
      const mandate = await findMandateByReference(db, reference)
      return mandate ? answer(mandate) : reply.code(404).send({ error: 'not_found' })
    },
  )
  door.post(
    '/mandates/charges',
    { config, schema: { hide: true, body: MandateCharge, response: { 200: ChargeAnswer, '4xx': Trouble } } },
    async (request, reply) => {
      const { amount_minor, ...asked } = request.body
      const charge = await chargeMandate(db, { ...asked, amount_minor: BigInt(amount_minor) })
      if (!charge) return reply.code(404).send({ error: 'not_found' })
      if (charge.amount_minor !== BigInt(amount_minor) || charge.currency !== asked.currency)
        return reply.code(409).send({ error: 'reference_used' })
      ringFor(db)
      return viewCharge(charge)
    },
  )
}

type Pages = {
  db: Karat['db']
  thisMonth: () => { year: number; month: number }
  show: (reply: FastifyReply, page: string, leadsTo?: { return_url: string }) => FastifyReply
  missing: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** `missing` and `show` are those of every page here. */
export function mandatePages(door: Door, { db, thisMonth, show, missing }: Pages): void {
  const config = { access: 'public' } as const
  const params = z.strictObject({ id: z.string().max(60) })
  const querystring = z.object({ use: z.enum(mandateScenarios).optional().catch(undefined) })
  const languageOf = (request: FastifyRequest) => pageLanguage(request.headers.cookie)
  door.get('/mandates/:id', { config, schema: { hide: true, params, querystring } }, async (request, reply) => {
    const mandate = await findMandate(db, request.params.id)
    if (!mandate) return missing(request, reply)
    const { use } = request.query
    const form = use ? filledMandate(mandate.kind, use) : emptyForm
    const language = languageOf(request)
    const page =
      mandate.state === 'open'
        ? mandatePage(mandate, { language, form, errors: {} })
        : closedMandatePage(mandate, language)
    return show(reply, page, mandate)
  })
  door.post('/mandates/:id', { config, schema: { hide: true, params, body: CardPost } }, async (request, reply) => {
    const mandate = await findMandate(db, request.params.id)
    if (!mandate) return missing(request, reply)
    if (mandate.state !== 'open') return reply.redirect(`/sandbox/mandates/${mandate.id}`, 303)
    const { kind } = mandate
    const errors = checkMandate(kind, request.body, thisMonth())
    const scenario = mandateScenarioOf(kind, request.body.card_number)
    if (Object.keys(errors).length > 0 || !scenario) {
      const form = { ...request.body, cvc: '' }
      return show(reply.code(422), mandatePage(mandate, { language: languageOf(request), form, errors }), mandate)
    }
    const accountEnd = request.body.card_number.replace(/\D/g, '').slice(-4)
    if (await agreeTo(db, mandate.id, { scenario, accountEnd })) ringFor(db)
    return reply.redirect(backTo(mandate, 'mandate'), 303)
  })
  door.post('/mandates/:id/revoke', { config, schema: { hide: true, params } }, async (request, reply) => {
    const mandate = await findMandate(db, request.params.id)
    if (!mandate) return missing(request, reply)
    if (await revokeMandate(db, sql`id = ${mandate.id}`)) ringFor(db)
    return reply.redirect(
      mandate.state === 'open' ? backTo(mandate, 'mandate') : `/sandbox/mandates/${mandate.id}`,
      303,
    )
  })
}
