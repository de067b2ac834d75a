/** The calls of sign-up links. */
import { z } from 'zod'
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import * as shapes from './contract.ts'
import { countVisit } from './count-visit.ts'
import { readInvite } from './invite-queries.ts'

const tags = ['referral']

export function referralApi(door: Door, karat: Bag<'referral'>): void {
  door.get(
    '/referral/invite',
    {
      config: { access: 'member' },
      schema: {
        ...{ tags, summary: 'The member’s own sign-up link, through whom they came and who came by them' },
        ...{ querystring: z.strictObject({}), response: { 200: shapes.Invite } },
      },
    },
    (request) => readInvite(karat, { memberId: requireMember(request).id, store: request.store.code }),
  )
  door.post(
    '/referral/visit',
    {
      config: { access: 'public', rate: 'visit' },
      schema: {
        ...{ tags, summary: 'Count that a browser came by a link; nothing is kept of who came' },
        ...{ body: shapes.Visit, response: { 200: shapes.Visited } },
      },
    },
    async ({ body }) => ({ counted: await countVisit(karat.db, body.code) }),
  )
}
