/** The acquirer's hosted pages. A member comes here by redirect, types a card, and goes back. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import type { Bag, Karat } from '../karat.ts'
import { challengeCode, checkCard, type Scenario, scenarioOf, scenarios } from './card-rules.ts'
import { answerChallenge, type Charge, findCharge, payByTransfer, payWithCard } from './charges.ts'
import { CardPost, ChallengePost, chargeId, TransferPost } from './contract.ts'
import { mandatePages } from './mandate-api.ts'
import { ringFor } from './notices.ts'
import { backTo, cardPage, challengePage, closedPage, emptyForm, filledForm, plainPage } from './pay-page.ts'
import { pageLanguage } from './pay-texts.ts'
import { payoutPages } from './payout-api.ts'
import { transferPage } from './transfer-page.ts'

const params = z.strictObject({ id: chargeId })
const config = { access: 'public' } as const

export function payPages(door: Door, { db, now }: Bag<'sandbox'>) {
  door.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  door.setErrorHandler((error: { statusCode?: number; validation?: unknown }, request, reply) => {
    const status = error.validation ? 400 : (error.statusCode ?? 500)
    if (status >= 500) request.log.error({ err: error }, 'sandbox page failed')
    return show(reply.code(status), plainPage(languageOf(request), 'broken'))
  })

  const style = readFileSync(path.resolve('src/sandbox/pay.css'), 'utf8')
  door.get('/pay.css', { config, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
  )

  door.get(
    '/pay/:id',
    { config, schema: { hide: true, params, querystring: z.object({ card: z.string().optional() }) } },
    async (request, reply) => {
      const charge = await findCharge(db, request.params.id)
      if (charge?.state === 'challenge') return reply.redirect(`/sandbox/pay/${charge.id}/challenge`, 303)
      if (charge && charge.method !== 'card') return show(reply, transferPage(charge, languageOf(request)), charge)
      const chosen = scenarios.find((scenario) => scenario === request.query.card)
      return charge ? showOpen(request, reply, charge, chosen) : showMissing(request, reply)
    },
  )

  door.post('/pay/:id', { config, schema: { hide: true, params, body: CardPost } }, async (request, reply) => {
    const charge = await findCharge(db, request.params.id)
    if (!charge) return showMissing(request, reply)
    if (charge.method !== 'card') return reply.redirect(`/sandbox/pay/${charge.id}`, 303)
    const errors = isOpen(charge) ? checkCard(request.body, thisMonth(now())) : {}
    if (Object.keys(errors).length > 0)
      return show(
        reply.code(422),
        cardPage(charge, { language: languageOf(request), form: { ...request.body, cvc: '' }, errors }),
        charge,
      )
    const scenario = scenarioOf(request.body.card_number)
    if (scenario && (await payWithCard(db, charge.id, scenario))) ringFor(db)
    const decided = (await findCharge(db, charge.id)) ?? charge
    return reply.redirect(
      decided.state === 'challenge' ? `/sandbox/pay/${charge.id}/challenge` : backTo(charge, 'payment'),
      303,
    )
  })

  transfers(door, db)
  payoutPages(door, db, show, (language) => plainPage(language, 'missing'))
  mandatePages(door, { db, thisMonth: () => thisMonth(now()), show, missing: showMissing })
  challenges(door, db)
}

/** The code that a bank asks for. */
function challenges(door: Door, db: Karat['db']) {
  door.get('/pay/:id/challenge', { config, schema: { hide: true, params } }, async (request, reply) => {
    const charge = await findCharge(db, request.params.id)
    if (!charge) return showMissing(request, reply)
    if (charge.state !== 'challenge') return reply.redirect(`/sandbox/pay/${charge.id}`, 303)
    return show(reply, challengePage(charge, languageOf(request)), charge)
  })

  door.post(
    '/pay/:id/challenge',
    { config, schema: { hide: true, params, body: ChallengePost } },
    async (request, reply) => {
      const charge = await findCharge(db, request.params.id)
      if (!charge) return showMissing(request, reply)
      const answered = await answerChallenge(db, charge.id, request.body.code.trim() === challengeCode)
      if (answered?.state === 'challenge')
        return show(reply.code(422), challengePage(answered, languageOf(request)), charge)
      if (answered) ringFor(db)
      return reply.redirect(backTo(charge, 'payment'), 303)
    },
  )
}

/** What the member's bank does with a number or a code. */
function transfers(door: Door, db: Karat['db']) {
  door.post(
    '/pay/:id/transfer',
    { config, schema: { hide: true, params, body: TransferPost } },
    async (request, reply) => {
      const charge = await findCharge(db, request.params.id)
      if (!charge) return showMissing(request, reply)
      if (await payByTransfer(db, charge.id, request.body.how)) ringFor(db)
      return reply.redirect(`/sandbox/pay/${charge.id}`, 303)
    },
  )
}

const isOpen = (charge: Charge) => charge.state === 'open' && charge.capture_at === null

function showOpen(request: FastifyRequest, reply: FastifyReply, charge: Charge, chosen: Scenario | undefined) {
  const language = languageOf(request)
  const form = chosen ? filledForm(chosen) : emptyForm
  return show(
    reply,
    isOpen(charge) ? cardPage(charge, { language, form, errors: {} }) : closedPage(charge, language),
    charge,
  )
}

const showMissing = (request: FastifyRequest, reply: FastifyReply) =>
  show(reply.code(404), plainPage(languageOf(request), 'missing'))

/** A form's answer may lead back to the shop, so the policy names the shop's origin beside our own. */
function show(reply: FastifyReply, page: string, leadsTo?: { return_url: string }) {
  const targets = leadsTo ? `'self' ${new URL(leadsTo.return_url).origin}` : "'self'"
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .send(page)
}

const languageOf = (request: FastifyRequest) => pageLanguage(request.headers.cookie)

function thisMonth(nowMs: number) {
  const [year, month] = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone: 'UTC' })
    .format(nowMs)
    .split('-')
  return { year: Number(year), month: Number(month) }
}
