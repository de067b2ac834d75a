/** The contract of an agent: issued with the approval, and its PDF with the signature under it. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { getUserInfo } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { findVerifiedName } from '../kyc/verification-queries.ts'
import { drawPaper } from '../papers/draw-paper.ts'
import { issuePaper } from '../papers/issue-paper.ts'
import { listPapers } from '../papers/paper-queries.ts'
import { type Paper, paperFile } from '../papers/paper-rules.ts'
import type { PapersOf } from '../papers/subject.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import type { Holder } from '../vault/holder.ts'
import { describeContract } from './describe-contract.ts'
import { ratesOn } from './rates.ts'
import { aboutSignature } from './sealed-kinds.ts'

export const contractPapers = {
  subject: 'agent_contract',
  series: { agent_contract: 'AGC' },
} as const satisfies PapersOf

type Applied = {
  id: string
  number: string
  memberId: string
  store: string
  end: string | null
  appliedAt: Date
  /** The same by the day of the store, as 2026-11-26. */
  signedOn: string
}

/**
 * The contract of an application that is approved in this transaction, in the member's language, with the rates of the day on which it was signed. Others who
 * approve in this store wait for its number until the commit. Answers the paper's id.
 */
export async function issueContract(tx: Tx, karat: Bag<'agents'>, of: Applied): Promise<bigint> {
  const store = storeOf(karat, of.store)
  const [{ name, language }, verified, rates, now] = await Promise.all([
    getUserInfo(tx, of.memberId),
    findVerifiedName(tx, of.memberId),
    ratesOn(tx, of.store, of.signedOn),
    tx.row<{ at: Date }>(sql`select now() as at`),
  ])
  const issuedAt = now?.at ?? of.appliedAt
  return issuePaper(tx, contractPapers, {
    ...{ id: of.id, kind: 'agent_contract', store, issuedAt },
    describe: (number) =>
      describeContract({
        ...{ number, issuedAt, language: language as Paper['language'], store, name: verified ?? name, rates },
        ...{ agent: of.number, taxEnd: of.end, appliedAt: of.appliedAt },
      }),
  })
}

type Signed = { memberId: string; store: string; sealed: Buffer | null }

/** `whose`: its member; null: the house. Refuses not_found, also for somebody else's and before there is one. */
export async function readContract(
  karat: Pick<Bag<'agents'>, 'db' | 'sealing'>,
  agentId: string,
  whose: Pick<Holder, 'memberId' | 'store'> | null,
): Promise<{ name: string; content: Buffer }> {
  const [signed, paper] = await Promise.all([
    karat.db.row<Signed>(sql`
      select member_id as "memberId", store, signature_sealed as sealed from agents.agents where id = ${agentId}`),
    findContract(karat.db, agentId),
  ])
  const isTheirs = signed && (!whose || (whose.memberId === signed.memberId && whose.store === signed.store))
  if (!isTheirs || !paper) throw new Refusal('not_found')
  const { memberId, sealed } = signed
  const drawn = sealed ? karat.sealing.open(sealed, aboutSignature({ memberId, agentId })) : undefined
  return { name: paperFile(paper.number), content: await drawPaper(paper, drawn) }
}

async function findContract(db: Queryable, agentId: string): Promise<Paper | null> {
  const [issued] = await listPapers(db, contractPapers.subject, [agentId])
  return issued?.document ?? null
}
