/** The calls of what guards an account: its state and its recent events. */
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { requireMember } from './door.ts'
import * as shapes from './security-contract.ts'
import { getSecurityState, listSecurityEvents } from './security-queries.ts'

const tags = ['user']
const member = { access: 'member' } as const

export function securityApi(door: Door, karat: Bag<'identity'>): void {
  door.get(
    '/user/security',
    { config: member, schema: { tags, summary: 'What guards the account', response: { 200: shapes.SecurityState } } },
    (request) => getSecurityState(karat.db, requireMember(request).id),
  )
  door.get(
    '/user/securityEvents',
    {
      config: member,
      schema: { tags, summary: 'Recent sign-ins and changes of the account', response: { 200: shapes.SecurityEvents } },
    },
    (request) => listSecurityEvents(karat.db, requireMember(request).id),
  )
}
