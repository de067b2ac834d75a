/** The calls of what a member reads and changes about themselves. */
import type { Door } from '../http/door.ts'
import type { Karat } from '../karat.ts'
import { requireMember } from './door.ts'
import { editUser } from './edit-user.ts'
import * as shapes from './personal-contract.ts'
import { getPersonalData } from './personal-queries.ts'

const tags = ['user']
const member = { access: 'member' } as const

export function personalApi(door: Door, karat: Karat): void {
  door.get(
    '/user/personalData',
    { config: member, schema: { tags, summary: 'What we know of the member', response: { 200: shapes.PersonalData } } },
    (request) => getPersonalData(karat.db, requireMember(request).id),
  )
  door.post(
    '/user/editUser',
    {
      config: member,
      schema: {
        tags,
        summary: 'Change name and language',
        body: shapes.EditUser,
        response: { 200: shapes.EditedUser },
      },
    },
    (request) => editUser(karat, requireMember(request).id, request.body),
  )
}
