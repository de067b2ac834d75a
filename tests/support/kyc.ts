/** People with identity numbers, for tests of what a member may do. */
import { v7 as newId } from 'uuid'
import { sql } from '../../src/db/database.ts'
import { approveReview, rejectReview } from '../../src/kyc/decide-review.ts'
import type { Step } from '../../src/kyc/level-rules.ts'
import { lastMove } from '../../src/kyc/move-review.ts'
import { documentKinds } from '../../src/kyc/review-rules.ts'
import type { TestMember } from './members.ts'
import { formOf, type Part, picture } from './pictures.ts'
import { call } from './purchase.ts'
import type { Shop } from './shop.ts'
import { staffSignedIn } from './staff.ts'

let serial = 1000
/** A NIK of Jakarta Pusat that no other test of this process uses; of a woman born on 17 August 1990 unless told otherwise. */
export const someNik = (birth = '570890') => `317106${birth}${++serial}`

export const ratna = {
  name: 'Ratna Wulandari',
  id_type: 'nik',
  birth_date: '1990-08-17',
  sex: 'female',
}

/** Tells the name of a member as the page does. */
export const tellName = (shop: Shop, member: TestMember, input: Record<string, unknown> = {}) =>
  call<{ state: string }>(shop, member, '/user/realNameAuth', { ...ratna, number: someNik(), ...input })

/** Sends a form to the upload call of the documents. */
export function sendDocument(shop: Shop, member: TestMember | null, parts: Part[]) {
  const { headers, payload } = formOf(parts)
  return shop.app.inject({
    method: 'POST',
    url: '/api/storeid/kyc/uploadFile',
    headers: { ...member?.headers, ...headers },
    payload,
  })
}

/** Puts a picture among the member's documents; its id. */
export async function documentOf(shop: Shop, member: TestMember, kind: string): Promise<string> {
  const answer = await sendDocument(shop, member, [
    { name: 'kind', value: kind },
    { name: 'file', bytes: await picture() },
  ])
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().data.id
}

/** A member who has told a name and handed all documents to staff; the ids of those. */
export async function sendAll(shop: Shop, member: TestMember, told: Record<string, unknown> = {}): Promise<string[]> {
  await tellName(shop, member, told)
  const ids: string[] = []
  for (const kind of documentKinds) ids.push(await documentOf(shop, member, kind))
  const answer = await call(shop, member, '/kyc/submitKyc', {})
  if (answer.http !== 200) throw new Error(String(answer.error))
  return ids
}

/** Somebody of the office approves what they see now. */
export async function approve(shop: Shop, member: TestMember, kind: Step) {
  const seen = await lastMove(shop.karat.db, member.id)
  const { staff } = await staffSignedIn(shop, 'desk')
  return approveReview(shop.karat, staff, { memberId: member.id, kind, seen, reason: 'looked at' })
}

/** Somebody of the office rejects what they see now, in their own words. */
export async function reject(shop: Shop, member: TestMember, kind: Step, words: string) {
  const seen = await lastMove(shop.karat.db, member.id)
  const { staff } = await staffSignedIn(shop, 'desk')
  const decision = { memberId: member.id, kind, seen, reason: 'looked at', fault: 'other' as const, words }
  return rejectReview(shop.karat, staff, decision)
}

/** A bank account of the member, put into its table: binding asks for a PIN and a verified name. */
export async function payoutOf({ karat }: Shop, member: TestMember): Promise<string> {
  const id = newId()
  await karat.db.run(sql`
    insert into payouts.destinations (id, member_id, store, kind, provider, holder, number_sealed, number_end, number_hash, usable_from)
    values (${id}, ${member.id}, 'id', 'bank', 'bca', 'Ratna Wulandari', ${Buffer.from('sealed')}, '7890', ${Buffer.from(id)}, now())`)
  return id
}
