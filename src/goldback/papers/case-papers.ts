/** The consignment of a case, the consent to melting, and its settlement: owed from the commit of what they are about (migration 375), issued in a round or when asked for. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { findPickupPoint } from '../../delivery/address-queries.ts'
import { getUserInfo } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import type { Currency } from '../../money/money.ts'
import { issuePaper } from '../../papers/issue-paper.ts'
import { listPapers } from '../../papers/paper-queries.ts'
import { type Paper, paperFile } from '../../papers/paper-rules.ts'
import { type PaperQueue, type PaperSubject, type PapersOf, TooEarly } from '../../papers/subject.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { Refusal } from '../../refusals.ts'
import { storeOf } from '../../stores/stores.ts'
import type { CasePaper } from '../case-rules.ts'
import { readConsignedPieces } from '../hold-case.ts'
import { findConsent } from '../melting/consent-queries.ts'
import { openConsent, openSignature } from '../signature.ts'
import { describeConsignment, describeSettlement, type PaperOfCase, type SettledCase } from './describe-case-paper.ts'
import { describeConsent } from './describe-consent.ts'

const casePapers = {
  subject: 'goldback_case',
  series: { consignment: 'CON', melting: 'MLT', settlement: 'SET' },
} as const satisfies PapersOf<CasePaper>

type Row = Omit<PaperOfCase, 'store' | 'language' | 'issuedAt' | 'point' | 'account' | 'pieces'> & {
  id: string
  store: string
  pointId: number | null
  destinationId: string | null
  price: bigint | null
  offerFine: bigint | null
  paid: bigint | null
  receivedAt: Date | null
  paidAt: Date | null
  now: Date
}

/** Once however many ask at once; false where it was issued before, or another process is at it. */
const issueCasePaper = (karat: Bag<'goldback'>, caseId: string, kind: CasePaper): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const owed = await tx.row(sql`
      select 1 as one from goldback.case_papers where case_id = ${caseId} and kind = ${kind} and paper_id is null
      for no key update skip locked`)
    if (!owed) return false
    const { of, row } = await readOf(tx, karat, caseId)
    const describe = await describing(tx, of, row, kind)
    const paperId = await issuePaper(tx, casePapers, {
      ...{ id: caseId, kind, store: of.store, issuedAt: row.now },
      describe,
    })
    await tx.run(
      sql`update goldback.case_papers set paper_id = ${paperId} where case_id = ${caseId} and kind = ${kind}`,
    )
    return true
  })

async function describing(tx: Tx, of: PaperOfCase, row: Row, kind: CasePaper): Promise<(number: string) => Paper> {
  if (kind === 'consignment') return (number) => describeConsignment(of, number)
  if (kind === 'settlement') {
    const settled = await readSettled(tx, of, row)
    return (number) => describeSettlement(settled, number)
  }
  const consent = await findConsent(tx, row.id)
  if (!consent) throw new Error(`no consent to melting of case ${of.number}`)
  return (number) => describeConsent(of, consent, number)
}

const queueOf = (kind: CasePaper): PaperQueue => ({
  name: kind,
  waiting: (db) =>
    db.rows(sql`
      select case_id as id from goldback.case_papers
      where kind = ${kind} and paper_id is null and next_try_at <= now() order by due_at limit 100`),
  issue: (karat, id) => issueCasePaper(karat, id, kind),
  postpone: (db, id, seconds) =>
    db.run(sql`
      update goldback.case_papers set next_try_at = now() + make_interval(secs => ${seconds}::int)
      where kind = ${kind} and case_id = (select case_id from goldback.case_papers
        where case_id = ${id} and kind = ${kind} and paper_id is null for update skip locked)`),
})

/** Consignments before settlements, which name theirs. */
export const goldbackSubject: PaperSubject = {
  ...casePapers,
  queues: [queueOf('consignment'), queueOf('melting'), queueOf('settlement')],
}

async function readOf(tx: Tx, karat: Bag<'goldback'>, caseId: string): Promise<{ of: PaperOfCase; row: Row }> {
  const row = await tx.row<Row>(sql`
    select id, store, member_id as "memberId", number, kind, currency, quoted_minor as quoted, fine_e4 as fine, estimate_minor as estimate,
      booked_at as "bookedAt", fixed_until as "fixedUntil", come_until as "comeUntil", pickup_point_id as "pointId",
      destination_id as "destinationId", paid_in as "paidIn", price_minor as price, offer_fine_e4 as "offerFine", offer_minor as paid,
      received_at as "receivedAt", ended_at as "paidAt", now() as now
    from goldback.cases where id = ${caseId}`)
  if (!row) throw new Error(`a paper of no case: ${caseId}`)
  const { destinationId } = row
  const [pieces, point, accounts, { language }] = await Promise.all([
    readConsignedPieces(tx, caseId),
    row.pointId === null ? null : findPickupPoint(tx, row.store, row.pointId),
    nameDestinations(tx, destinationId ? [destinationId] : []),
    getUserInfo(tx, row.memberId),
  ])
  const account = destinationId ? accounts.get(destinationId) : undefined
  const of = {
    ...{ ...row, currency: row.currency as Currency, store: storeOf(karat, row.store), pieces, point: point ?? null },
    ...{ language: language as Paper['language'], issuedAt: row.now },
    account: destinationId ? `${account?.provider_name ?? ''} ${account?.number ?? ''}`.trim() : null,
  }
  return { of, row }
}

type Told = { from: string; to: string; told: string | null; bag: string | null; at: Date }

async function readSettled(tx: Tx, of: PaperOfCase, row: Row): Promise<SettledCase> {
  const { id, price, offerFine, paid, paidAt, receivedAt } = row
  if (price === null || offerFine === null || paid === null || !paidAt || !receivedAt)
    throw new Error(`case ${of.number} is not paid`)
  const [papers, moves, found, consent] = await Promise.all([
    listPapers(tx, casePapers.subject, [id]),
    tx.rows<Told>(sql`
      select from_state as "from", to_state as "to", details ->> 'told' as told, details ->> 'bag' as bag, created_at as at
      from goldback.moves where case_id = ${id} order by id`),
    tx.rows<SettledCase['found'][number]>(sql`
      select position, weighed_e4 as weighed, assayed, method, paid_minor as paid from goldback.pieces where case_id = ${id} order by position`),
    findConsent(tx, id),
  ])
  const consignment = papers.find(({ kind }) => kind === 'consignment')
  if (!consignment) throw new TooEarly('the consignment that was settled is not issued yet')
  const last = (state: string) => moves.findLast(({ to }) => to === state)
  const agreed = last('accepted')
  const offer = agreed?.from === 'counter_offer' ? last('counter_offer') : undefined
  return {
    ...{ ...of, consignment: consignment.document.number, price, offerFine, paid, paidAt, receivedAt, found },
    ...{ bag: last('received')?.bag ?? '', melted: consent?.meltedAt ? consent.pieces : [] },
    offered: offer && agreed ? { told: offer.told ?? '', agreedAt: agreed.at } : null,
  }
}

type Wanted = { caseId: string; kind: CasePaper }
type Drawn = { name: string; paper: Paper; signature?: Buffer }

/**
 * A paper of a case with its member's name on it; issued now where no round has come by yet. What is signed has its signature with it.
 * Whose case it is the caller has asked before. Refuses not_found for what is not paid or not agreed to; paper_not_ready while another
 * process is at it.
 */
export async function readCasePaper(karat: Bag<'goldback'>, { caseId, kind }: Wanted): Promise<Drawn> {
  const owed = await karat.db.row<{ issued: boolean; memberId: string; sealed: Buffer }>(sql`
    select p.paper_id is not null as issued, c.member_id as "memberId", c.signature_sealed as sealed
    from goldback.case_papers p join goldback.cases c on c.id = p.case_id where p.case_id = ${caseId} and p.kind = ${kind}`)
  if (!owed) throw new Refusal('not_found')
  if (!owed.issued) {
    if (kind === 'settlement') await issueCasePaper(karat, caseId, 'consignment')
    await issueCasePaper(karat, caseId, kind).catch(asNotReady)
  }
  const issued = (await listPapers(karat.db, casePapers.subject, [caseId])).find((paper) => paper.kind === kind)
  if (!issued) throw new Refusal('paper_not_ready')
  const { name } = await getUserInfo(karat.db, owed.memberId)
  const { parties, signed, ...document } = issued.document
  return {
    name: paperFile(document.number),
    paper: {
      ...document,
      parties: parties.map((party) => ({ ...party, lines: [name, ...party.lines] })),
      ...(signed && { signed: { ...signed, lines: [name, ...signed.lines] } }),
    },
    ...(signed && { signature: await signatureOf(karat, { ...owed, caseId, kind }) }),
  }
}

type Signed = Wanted & { memberId: string; sealed: Buffer }
async function signatureOf(karat: Bag<'goldback'>, { memberId, caseId, kind, sealed }: Signed): Promise<Buffer> {
  if (kind !== 'melting') return openSignature(karat, { memberId, caseId }, sealed)
  const consent = await findConsent(karat.db, caseId)
  if (!consent) throw new Error(`no consent to melting of case ${caseId}`)
  return openConsent(karat, { memberId, meltingId: consent.id }, consent.sealed)
}

function asNotReady(error: unknown): never {
  throw error instanceof TooEarly ? new Refusal('paper_not_ready') : error
}

/** What papers of a member's cases say, for the copy of their data. */
export async function heldCasePapers(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const owed = await db.rows<{ id: string; kind: string; due_at: Date }>(sql`
    select p.case_id as id, p.kind, p.due_at from goldback.case_papers p join goldback.cases c on c.id = p.case_id
    where c.member_id = ${memberId} order by p.due_at, p.kind`)
  const papers = await listPapers(db, casePapers.subject, [...new Set(owed.map(({ id }) => id))])
  return owed.map(({ id, kind, due_at }) => ({
    ...{ kind, due_at },
    document: papers.find((paper) => paper.subjectId === id && paper.kind === kind)?.document ?? null,
  }))
}
