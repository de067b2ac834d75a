/** The calls of the proof of backing. */
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { DayQuery, MyProof, MyRecord } from './contract.ts'
import { describeMyProof, describeMyRecord } from './my-proof.ts'

export function proofApi(door: Door, karat: Bag<'proof'>): void {
  door.get(
    '/user/myProof',
    {
      config: { access: 'member' },
      schema: {
        tags: ['user'],
        summary: 'What the member needs to find what is counted for them in the proof of backing',
        response: { 200: MyProof },
      },
    },
    (request) => describeMyProof(karat, requireMember(request).id, request.store),
  )
  door.get(
    '/user/myProofRecord',
    {
      config: { access: 'member' },
      schema: {
        tags: ['user'],
        summary: 'What the member was owed in gold by the books at the moment of a published proof',
        querystring: DayQuery,
        response: { 200: MyRecord },
      },
    },
    (request) =>
      describeMyRecord(
        karat.db,
        { memberId: requireMember(request).id, store: request.store.code },
        request.query.date,
      ),
  )
}
