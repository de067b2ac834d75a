/** The seed's envelope around every answer, and the one place where an error becomes one. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { brokenConstraint, isUnavailable, OutcomeUnknown } from '../db/database.ts'
import { fieldTexts } from '../locale/field-text.ts'
import { invalidInput, Refusal, type RefusalCode } from '../refusals.ts'
import { fieldProblems, speakPlainly } from './field-problems.ts'
import { envelopeOf, refusalEnvelope } from './wire.ts'

/** Wraps what handlers of this scope return, and the schemas they declare. Calls marked `raw` answer as they are; their refusals do not. */
export function wrapAnswers(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    const declared = route.schema?.response as Record<string, z.ZodType> | undefined
    if (!declared?.['200']) throw new Error(`${route.method} ${route.url} declares no answer`)
    route.schema = {
      ...route.schema,
      response: {
        200: route.config?.raw ? declared['200'] : envelopeOf(declared['200']),
        '4xx': refusalEnvelope,
        '5xx': refusalEnvelope,
      },
    }
  })
  app.addHook('preSerialization', async (request, reply, payload) =>
    reply.statusCode >= 400 || request.routeOptions.config.raw
      ? payload
      : { status: 'success', code: 200, message: '', error: null, data: payload ?? null },
  )
}

export type Say = (code: RefusalCode | 'system_error', language: string, data: Record<string, unknown>) => string

/** Turns whatever was thrown into the envelope; only defects reach the log with their stack. Every refusal is shown to `note`. */
export function answerErrors(
  app: FastifyInstance,
  say: Say,
  note: (request: FastifyRequest, refusal: Refusal) => void,
) {
  speakPlainly()
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error, request)
    if (!refusal) {
      request.log.error({ err: error, request_id: request.id }, 'defect')
      return send(request, reply, {
        status: 500,
        code: 500,
        error: 'system_error',
        message: say('system_error', request.language, {}),
        data: {},
      })
    }
    const { rule } = refusal
    note(request, refusal)
    request.log[rule.log]({ refusal: refusal.code, request_id: request.id }, 'refused')
    if (rule.status === 429 || rule.status === 503) reply.header('retry-after', String(refusal.data.retry_after ?? 5))
    return send(request, reply, {
      status: rule.status,
      code: rule.code,
      error: refusal.code,
      message: say(refusal.code, request.language, refusal.data),
      data: inLanguage(refusal.data, request.language),
    })
  })
}

/** `fields` say what is wrong in English, for whoever reads the API document; `field_texts` say the same to a person. */
function inLanguage(data: Record<string, unknown>, language: string): Record<string, unknown> {
  const problems = data.fields as Record<string, string> | undefined
  if (!problems) return data
  return { ...data, fields: fieldTexts(problems, 'en-US'), field_texts: fieldTexts(problems, language) }
}

type Answer = { status: number; code: number; error: string; message: string; data: Record<string, unknown> }

function send(request: FastifyRequest, reply: FastifyReply, { status, ...rest }: Answer) {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ status: 'error', ...rest, data: { ...rest.data, request_id: request.id } })
}

function asRefusal(error: FastifyError, { raw }: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error
  // They hung up in the middle of their own request: nobody reads the answer, and it is no fault of the database.
  if (raw.readableAborted && raw.complete === false)
    return new Refusal('malformed', { reason: 'the request ended early' })
  if (hasZodFastifySchemaValidationErrors(error))
    return invalidInput(fieldProblems(error.validation, error.validationContext ?? 'body'))
  // Their account was closed for good while the call was under way.
  if (brokenConstraint(error) === 'member_is_open') return new Refusal('unauthenticated')
  // A case stops their movements; who is looked into is not told why.
  if (brokenConstraint(error) === 'member_may_move') return new Refusal('not_possible_now')
  if (brokenConstraint(error) === 'member_is_screened') return new Refusal('overloaded')
  // The store has less gold than it owes: the database refuses whatever sells some.
  if (brokenConstraint(error) === 'buying_is_open') return new Refusal('buying_closed')
  // What the store has no licence for: migration 458 names it.
  if (brokenConstraint(error) === 'feature_is_on')
    return new Refusal('feature_off', { feature: (error as { detail?: string }).detail })
  if (error instanceof OutcomeUnknown) return new Refusal('outcome_unknown')
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT' && raw.complete === false) return new Refusal('too_slow')
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return new Refusal('outcome_unknown')
  if (isUnavailable(error)) return new Refusal('overloaded')
  if (error.statusCode === 413) return new Refusal('too_large')
  if (error.statusCode === 415) return new Refusal('unsupported_media')
  if (error.statusCode === 400) return new Refusal('malformed', { reason: 'the request cannot be read' })
  if (error.statusCode === 503) return new Refusal('overloaded')
  return null
}
