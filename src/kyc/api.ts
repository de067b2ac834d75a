/** The calls of names, documents and levels. */
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Karat } from '../karat.ts'
import { authRealName } from './auth-real-name.ts'
import * as shapes from './contract.ts'
import { getVerification } from './verification-queries.ts'

const tags = ['kyc']
const member = { access: 'member' } as const

export function kycApi(door: Door, karat: Karat): void {
  nameCalls(door, karat)
}

function nameCalls(door: Door, karat: Karat) {
  door.get(
    '/user/getVerification',
    {
      config: member,
      schema: {
        tags,
        summary: 'Level, limits, and what is known and looked into about the member',
        response: { 200: shapes.Verification },
      },
    },
    (request) =>
      getVerification(karat.db, {
        memberId: requireMember(request).id,
        store: request.store,
        currency: request.currency,
      }),
  )
  door.post(
    '/user/realNameAuth',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        tags,
        summary: 'Tell the legal name and the number of an identity card',
        body: shapes.RealNameAuth,
        response: { 200: shapes.RealNameState },
      },
    },
    (request) => {
      const { id_type: idType, birth_date: birthDate, ...told } = request.body
      const memberId = requireMember(request).id
      return authRealName(karat, { ...told, country: told.country, idType, birthDate, memberId, store: request.store })
    },
  )
}
