/** The address that providers send their notices to: verify, store, answer 200; the provider is asked afterwards (G6). */
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { type Knock, storeEvent } from './ask-about-event.ts'

export async function webhookApi(
  door: Door,
  karat: Bag<'payments'>,
  process: (knock: Knock) => Promise<unknown>,
): Promise<void> {
  door.removeAllContentTypeParsers()
  door.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  door.post(
    '/:provider',
    {
      config: { access: 'provider' },
      schema: {
        tags: ['payment'],
        summary: 'Signed notices of payment providers',
        params: z.strictObject({ provider: z.string().max(40) }),
        response: { 200: z.strictObject({ received: z.literal(true) }) },
      },
    },
    async (request) => {
      const provider = karat.providers.get(request.params.provider)
      if (!provider) throw new Refusal('not_found')
      const body = request.body
      const notice = Buffer.isBuffer(body)
        ? provider.readNotice(request.headers, body, Math.floor(karat.now() / 1000))
        : null
      if (!notice) throw new Refusal('signature_invalid')
      const knock = await storeEvent(karat, provider.name, notice)
      if (knock)
        process(knock).catch((error: Error) =>
          karat.log.warn({ err: error, event: notice.eventId }, 'event will be tried again'),
        )
      return { received: true as const }
    },
  )
}
