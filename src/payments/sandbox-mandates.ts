/** The part of the adapter to the sandbox acquirer that is about mandates. */
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { MandateAnswer, PaymentProvider, ProviderAnswer, ToldMandate } from './contract.ts'
import type { ProviderCall, Reply } from './provider-call.ts'

const RemoteMandate = z.object({
  id: z.string().max(200),
  reference: z.string(),
  kind: z.enum(['card', 'wallet']),
  state: z.enum(['open', 'active', 'revoked', 'expired']),
  limit_minor: z.string().regex(/^[1-9]\d{0,17}$/),
  currency: z.string(),
  account_end: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
})
const AnsweredMandate = RemoteMandate.extend({
  token: z.string().max(500).nullable(),
  agree_url: z.string().max(2000),
})

const readMandate = (remote: z.output<typeof RemoteMandate>): ToldMandate => ({
  reference: remote.reference,
  providerReference: remote.id,
  kind: remote.kind,
  state: remote.state === 'open' ? 'pending' : remote.state,
  limitMinor: BigInt(remote.limit_minor),
  currency: remote.currency,
  accountEnd: remote.account_end,
})

/** What a notice says of one, whatever else is in it; null where it is none. */
export function toldMandate(data: unknown): ToldMandate | null {
  const read = RemoteMandate.safeParse(data)
  return read.success ? readMandate(read.data) : null
}

/** `viewCharge` reads what is answered of a charge. */
export function mandateCalls(
  call: ProviderCall,
  log: FastifyBaseLogger,
  viewCharge: (reply: Reply | null) => ProviderAnswer,
): Pick<PaymentProvider, 'createMandate' | 'findMandate' | 'revokeMandate' | 'chargeMandate'> {
  function answer(reply: Reply | null): MandateAnswer {
    if (reply?.status === 404) return { outcome: 'absent' }
    const read = AnsweredMandate.safeParse(reply?.body)
    if (reply && reply.status < 300 && read.success) {
      const { token, agree_url: agreeUrl } = read.data
      return { outcome: 'known', mandate: { ...readMandate(read.data), token, agreeUrl } }
    }
    log.warn({ status: reply?.status ?? 'none' }, 'sandbox acquirer gave no usable answer to a mandate')
    return { outcome: 'unknown' }
  }
  const path = '/sandbox/api/mandates'
  return {
    async createMandate({ reference, kind, limitMinor, currency, description, returnUrl, webhookUrl, expiresAt }) {
      const body = {
        ...{ reference, kind, limit_minor: limitMinor.toString(), currency, description },
        ...{ return_url: returnUrl, webhook_url: webhookUrl, expires_at: expiresAt.toISOString() },
      }
      return answer(await call({ method: 'POST', path, key: reference, body }))
    },
    async findMandate(reference) {
      return answer(await call({ method: 'GET', path: `${path}?reference=${encodeURIComponent(reference)}` }))
    },
    async revokeMandate(reference) {
      const asked = { method: 'POST', path: `${path}/revoke`, key: `revoke ${reference}`, body: { reference } } as const
      return answer(await call(asked))
    },
    async chargeMandate({ token, ...charge }) {
      const body = {
        ...{
          token,
          reference: charge.reference,
          amount_minor: charge.amountMinor.toString(),
          currency: charge.currency,
        },
        ...{
          description: charge.description,
          webhook_url: charge.webhookUrl,
          expires_at: charge.expiresAt.toISOString(),
        },
      }
      return viewCharge(await call({ method: 'POST', path: `${path}/charges`, key: charge.reference, body }))
    },
  }
}
