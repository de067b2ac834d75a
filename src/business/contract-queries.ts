/** The contract of a large trade: what it is called, and its PDF with the signature under it. */
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { drawPaper } from '../papers/draw-paper.ts'
import { listPapers } from '../papers/paper-queries.ts'
import { type Paper, paperFile } from '../papers/paper-rules.ts'
import type { PapersOf } from '../papers/subject.ts'
import { Refusal } from '../refusals.ts'
import type { Holder } from '../vault/holder.ts'
import { openSignature } from './signature.ts'

export const contractPapers = { subject: 'business_contract', series: { contract: 'CTR' } } as const satisfies PapersOf

/** Null until it was signed. */
async function findContract(db: Queryable, requestId: string): Promise<Paper | null> {
  const [issued] = await listPapers(db, contractPapers.subject, [requestId])
  return issued?.document ?? null
}

type Signed = { memberId: string; store: string; sealed: Buffer | null }

/** `whose`: its member; null: the desk. Refuses not_found, also for somebody else's. */
export async function readContract(
  karat: Bag<'business'>,
  requestId: string,
  whose: Pick<Holder, 'memberId' | 'store'> | null,
): Promise<{ name: string; content: Buffer }> {
  const [signed, paper] = await Promise.all([
    karat.db.row<Signed>(sql`
      select member_id as "memberId", store, signature_sealed as sealed from business.contracts where request_id = ${requestId}`),
    findContract(karat.db, requestId),
  ])
  const isTheirs = signed && (!whose || (whose.memberId === signed.memberId && whose.store === signed.store))
  if (!isTheirs || !paper) throw new Refusal('not_found')
  const { memberId, sealed } = signed
  const drawn = sealed ? openSignature(karat, { memberId, requestId }, sealed) : undefined
  return { name: paperFile(paper.number), content: await drawPaper(paper, drawn) }
}
