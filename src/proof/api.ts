/** The calls of the proof of backing. */
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { MyProof } from './contract.ts'
import { describeMyProof } from './my-proof.ts'

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
}
