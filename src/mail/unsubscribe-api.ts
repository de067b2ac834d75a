/** Ending messages by the link that stands in them: by a page of ours, and by a mail program's one click (RFC 8058). */
import type { FastifyInstance } from 'fastify'
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { recordConsent } from './consents.ts'
import { OneClickLink, Unsubscribe, Unsubscribed } from './contract.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'

const config = { access: 'public' } as const

export function unsubscribeApi(door: Door, karat: Bag<'mail'>): void {
  door.post(
    '/mail/unsubscribe',
    {
      config,
      schema: {
        tags: ['mail'],
        summary: 'End the messages of one kind, by the link that stands in each of them',
        body: Unsubscribe,
        response: { 200: Unsubscribed },
      },
    },
    async ({ body }) => ({ topic: await endMessages(karat, body.link, 'link in a message') }),
  )
}

/** What mail programs send is a form, which nothing else of ours takes; it is read here and only here, and holds nothing. */
export async function oneClickApi(scope: FastifyInstance, karat: Bag<'mail'>): Promise<void> {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 2048 },
    async (_request: unknown, body: string) => body,
  )
  const door = scope as Door
  door.post('/unsubscribe', { config, schema: { hide: true, querystring: OneClickLink } }, async (request, reply) => {
    await karat.limits.count('public', addressSubject(request.ip), karat.now())
    if (typeof request.body !== 'string' || !/List-Unsubscribe[\s\S]{0,20}One-Click/.test(request.body))
      throw new Refusal('not_found')
    await endMessages(karat, request.query.link, 'one click of a mail program')
    return reply.code(200).type('text/plain; charset=utf-8').send('')
  })
}

/** Refuses not_found for a link that we did not make. Ending twice is ending once. */
async function endMessages(karat: Bag<'mail'>, link: string, how: string) {
  const meant = readUnsubscribeToken(karat, link)
  if (!meant) throw new Refusal('not_found')
  await karat.db.transaction((tx) => recordConsent(tx, { ...meant, agreed: false, how }))
  return meant.topic
}
