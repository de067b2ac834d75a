/** What a member wants to be told beside what belongs to their account and orders. */
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { getConsents, recordConsent } from '../mail/consents.ts'
import { topics } from '../mail/templates.ts'
import { requireMember } from './door.ts'

const MessageChoices = z.strictObject({ back_in_stock: z.boolean(), price_alert: z.boolean(), news: z.boolean() })

export function messageChoicesApi(door: Door, karat: Bag<'identity'>): void {
  const config = { access: 'member' } as const
  const tags = ['user']
  const response = { 200: MessageChoices }
  door.get(
    '/user/message_choices',
    { config, schema: { tags, summary: 'Which messages beside account and orders the member wants', response } },
    (request) => getConsents(karat.db, requireMember(request).id),
  )
  door.post(
    '/user/set_message_choices',
    {
      config,
      schema: {
        tags,
        summary: 'Choose which messages beside account and orders to get',
        body: MessageChoices,
        response,
      },
    },
    (request) =>
      karat.db.transaction(async (tx) => {
        const memberId = requireMember(request).id
        for (const topic of topics)
          await recordConsent(tx, { memberId, topic, agreed: request.body[topic], how: 'chosen in the account' })
        return getConsents(tx, memberId)
      }),
  )
}
