/** The demo's mailbox: what was or would have been sent. Not mounted in a real shop. */
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { composeMail } from './compose-mail.ts'
import { Mailbox, MailboxOf, OneMessage } from './contract.ts'
import { houseOf } from './deliver-mail.ts'
import { findMessage, listMessages, type Message } from './mail-queries.ts'
import { letterPolicy, mailboxPage, mailboxPolicy, mailboxStyle } from './mailbox-page.ts'
import { unsubscribeAddresses } from './unsubscribe-link.ts'

const config = { access: 'public' } as const
const tags = ['demo']

export async function mailboxApi(door: Door, karat: Bag<'mail'>): Promise<void> {
  const compose = (message: Message) =>
    composeMail(message, {
      publicUrl: karat.config.PUBLIC_URL,
      unsubscribePage: unsubscribeAddresses(karat, message).page,
      ...houseOf(karat, message),
    })

  door.get('/mailbox', { config, schema: { hide: true, querystring: MailboxOf } }, async ({ query }, reply) => {
    const messages = await listMessages(karat.db, query.to ?? null)
    const page = mailboxPage(
      messages.map((message) => ({ ...message, text: compose(message).text })),
      query.to ?? '',
    )
    return reply.type('text/html; charset=utf-8').header('content-security-policy', mailboxPolicy).send(page)
  })
  door.get('/mailbox/letter', { config, schema: { hide: true, querystring: OneMessage } }, async ({ query }, reply) => {
    const message = await findMessage(karat.db, query.id)
    if (message?.channel !== 'email') throw new Refusal('not_found')
    const page = compose(message).html.replace('<head>', '<head><base target="_blank">')
    return reply.type('text/html; charset=utf-8').header('content-security-policy', letterPolicy).send(page)
  })
  door.get('/mailbox.css', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(mailboxStyle),
  )
  door.get(
    '/mailbox.json',
    {
      config,
      schema: {
        tags,
        summary: 'Messages that would have been sent',
        querystring: MailboxOf,
        response: { 200: Mailbox },
      },
    },
    async ({ query }) => {
      const messages = await listMessages(karat.db, query.to ?? null)
      return {
        messages: messages.map(({ id, channel, template, subject, body, destination, createdAt }) => ({
          ...{ id, to: destination, channel, template, subject, body },
          created_at: createdAt.toISOString(),
        })),
      }
    },
  )
}
