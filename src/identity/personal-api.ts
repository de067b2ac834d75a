/** The calls of what a member reads and changes about themselves. */
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { readStanding } from './acceptances.ts'
import { ByCode, CodeSent, Verified } from './contract.ts'
import { requireMember } from './door.ts'
import { editUser } from './edit-user.ts'
import * as shapes from './personal-contract.ts'
import { getPersonalData } from './personal-queries.ts'
import { sendSettingEmailCode, settingEmail } from './set-email.ts'

const tags = ['user']
const member = { access: 'member' } as const
const code = { access: 'member', rate: 'code' } as const

export function personalApi(door: Door, karat: Bag<'identity'>): void {
  door.get(
    '/user/personalData',
    { config: member, schema: { tags, summary: 'What we know of the member', response: { 200: shapes.PersonalData } } },
    (request) => getPersonalData(karat.db, requireMember(request).id),
  )
  door.get(
    '/user/agreement',
    {
      config: member,
      schema: {
        tags,
        summary: 'The agreement in force, and whether the member has accepted it',
        response: { 200: shapes.AgreementStanding },
      },
    },
    (request) => readStanding(karat.db, { memberId: requireMember(request).id, store: request.store.code }),
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
  door.post(
    '/user/sendSettingEmailCode',
    {
      config: code,
      schema: {
        tags,
        summary: 'Send a code to the first e-mail address of the account',
        body: shapes.SendSettingEmailCode,
        response: { 200: CodeSent },
      },
    },
    (request) => {
      const wish = { ...request.body, address: addressSubject(request.ip) }
      return sendSettingEmailCode(karat, requireMember(request), wish)
    },
  )
  door.post(
    '/user/settingEmail',
    {
      config: code,
      schema: { tags, summary: 'Set the first e-mail address', body: ByCode, response: { 200: Verified } },
    },
    (request) => settingEmail(karat, requireMember(request), request.body.code),
  )
}
