/** The demo's authenticator. Not mounted in a real shop. */
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { authenticatorPage, authenticatorPolicy, demoCodes } from './authenticator-page.ts'

const config = { access: 'public' } as const
const Codes = z.strictObject({
  codes: z.array(
    z.strictObject({
      email: z.string(),
      name: z.string(),
      roles: z.array(z.string()),
      code: z.string(),
      next_code: z.string(),
    }),
  ),
})

export async function authenticatorApi(door: Door, karat: Bag<'staff'>): Promise<void> {
  door.get('/authenticator', { config, schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', authenticatorPolicy)
      .header('refresh', '10')
      .send(authenticatorPage(karat.now())),
  )
  door.get(
    '/authenticator.json',
    { config, schema: { tags: ['demo'], summary: 'Codes of the demo staff at this moment', response: { 200: Codes } } },
    async () => ({ codes: demoCodes(karat.now()) }),
  )
}
