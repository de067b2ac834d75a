/** The demo's mailbox: what would have been sent. Not mounted in a real shop. */
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
import { Mailbox, MailboxOf } from './contract.ts'
import { listMessages } from './mail-queries.ts'
import { mailboxPage, mailboxPolicy, mailboxStyle } from './mailbox-page.ts'

const config = { access: 'public' } as const
const tags = ['demo']

export async function mailboxApi(door: Door, karat: Karat): Promise<void> {
  door.get('/mailbox', { config, schema: { hide: true, querystring: MailboxOf } }, async ({ query }, reply) => {
    const page = mailboxPage(await listMessages(karat.db, query.to ?? null))
    return reply.type('text/html; charset=utf-8').header('content-security-policy', mailboxPolicy).send(page)
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
        messages: messages.map(({ destination, createdAt, ...rest }) => ({
          ...rest,
          to: destination,
          created_at: createdAt.toISOString(),
        })),
      }
    },
  )
}
