/** Receipts of what was done in the vault: owed from its commit on (migration 286), issued in a round or when their member asks. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
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
import type { Holder } from '../holder.ts'
import { describeReceipt, type Receipted } from './describe-receipt.ts'

/** One kind for them all: what is done in the vault is numbered through. */
const receiptPapers = { subject: 'vault_receipt', series: { receipt: 'RCP' } } as const satisfies PapersOf

type Owed = { id: string; about: Receipted['about']; about_id: string; member_id: string; store: string; now: Date }

/** Once however many ask at once; false where it was issued before, or another process is at it. */
const issueReceipt = (karat: Bag<'vault'>, id: string): Promise<boolean> =>
  karat.db.transaction(async (tx) => {
    const owed = await tx.row<Owed>(sql`
      select id, about, about_id, member_id, store, now() as now from vault.receipts
      where id = ${id} and paper_id is null for no key update skip locked`)
    if (!owed) return false
    const of = await findWhat(tx, owed)
    const { language } = await getUserInfo(tx, owed.member_id)
    const store = storeOf(karat, owed.store)
    const paperId = await issuePaper(tx, receiptPapers, {
      ...{ id, kind: 'receipt', store, issuedAt: owed.now },
      describe: (number) =>
        describeReceipt({
          ...{ number, issuedAt: owed.now, language: language as Paper['language'] },
          ...{ store, memberId: owed.member_id, of },
        }),
    })
    await tx.run(sql`update vault.receipts set paper_id = ${paperId} where id = ${id}`)
    return true
  })

const waiting: PaperQueue = {
  name: 'receipt',
  waiting: (db) =>
    db.rows(sql`
      select id from vault.receipts where paper_id is null and next_try_at <= now() order by due_at limit 100`),
  issue: issueReceipt,
  postpone: (db, id, seconds) =>
    db.run(sql`
      update vault.receipts set next_try_at = now() + make_interval(secs => ${seconds}::int)
      where id = (select id from vault.receipts where id = ${id} and paper_id is null for update skip locked)`),
}

export const receiptSubject: PaperSubject = { ...receiptPapers, queues: [waiting] }

async function findWhat(tx: Tx, owed: Owed): Promise<Receipted> {
  const found = await what[owed.about](tx, owed)
  if (!found) throw new Error(`a receipt of nothing: ${owed.about} ${owed.about_id}`)
  return found
}

type Found = Promise<Receipted | undefined>
type Corrected = Omit<Extract<Receipted, { about: 'correction' }>, 'about' | 'right' | 'corrects'> & {
  right_price: bigint
  right_amount: bigint
  receipt: string
}
type Moved = { number: string; at: Date; currency: Currency; amount: bigint }
const what: Record<Receipted['about'], (tx: Tx, owed: Owed) => Found> = {
  async trade(tx, { about_id: id }) {
    const row = await tx.row<Omit<Extract<Receipted, { about: 'trade' }>, 'about'>>(sql`
      select number, made_at as at, side, currency, weight_e4 as weight, price_minor as price, amount_minor as amount,
        purchase_id is not null as "isOutside" from vault.trades where id = ${id}`)
    return row && { about: 'trade', ...row }
  },
  async correction(tx, { about_id: id, member_id: memberId }) {
    const row = await tx.row<Corrected>(sql`
      select t.number, c.ended_at as at, t.side, t.currency, t.weight_e4 as weight, t.price_minor as price, t.amount_minor as amount,
        c.state as became, c.price_minor as right_price, c.amount_minor as right_amount,
        (select id from vault.receipts where about = 'trade' and about_id = t.id and member_id = ${memberId}) as receipt
      from vault.trades t join vault.price_choices c on c.trade_id = t.id where t.id = ${id}`)
    if (!row) return
    const { right_price, right_amount, receipt, ...trade } = row
    const [first] = await listPapers(tx, receiptPapers.subject, [receipt])
    if (!first) throw new TooEarly('the receipt that is to be corrected is not issued yet')
    const right = { price: right_price, amount: right_amount }
    return { about: 'correction', ...trade, right, corrects: first.document.number }
  },
  async deposit(tx, { about_id: id }) {
    const row = await tx.row<Moved>(sql`
      select number, paid_at as at, currency, amount_minor as amount from vault.deposits where id = ${id}`)
    return row && { about: 'deposit', ...row }
  },
  async withdrawal(tx, { about_id: id }) {
    const row = await tx.row<Moved & { to: string }>(sql`
      select number, paid_at as at, currency, amount_minor as amount, destination_id as to from vault.payouts where id = ${id}`)
    if (!row) return
    const { to, ...moved } = row
    const account = (await nameDestinations(tx, [to])).get(to)
    return { about: 'withdrawal', ...moved, account: `${account?.provider_name ?? ''} ${account?.number ?? ''}`.trim() }
  },
  async transfer(tx, { about_id: id, member_id: memberId }) {
    const row = await tx.row<{ number: string; at: Date; weight: bigint; shown: string; isSender: boolean }>(sql`
      select number, coalesce(ended_at, made_at) as at, weight_e4 as weight, shown_to as shown, member_id = ${memberId} as "isSender"
      from vault.transfers where id = ${id}`)
    if (!row) return
    const { isSender, ...moved } = row
    return { about: 'transfer', ...moved, way: isSender ? 'sent' : 'received' }
  },
}

/**
 * The receipt of what a member did, with their name on it; issued now where no round has come by yet. Of a trade that was undone or
 * corrected it is the second one, which says both. Refuses not_found, also for what is somebody else's; receipt_not_ready while another
 * process is at it.
 */
export async function readReceipt(
  karat: Bag<'vault'>,
  { memberId, store }: Holder,
  aboutId: string,
): Promise<{ name: string; paper: Paper }> {
  const owed = await karat.db.rows<{ id: string; issued: boolean }>(sql`
    select id, paper_id is not null as issued from vault.receipts
    where about_id = ${aboutId} and member_id = ${memberId} and store = ${store} order by due_at, about = 'correction'`)
  const newest = owed.at(-1)
  if (!newest) throw new Refusal('not_found')
  for (const { id, issued } of owed) if (!issued) await issueReceipt(karat, id).catch(asNotReady)
  const [issued] = await listPapers(karat.db, receiptPapers.subject, [newest.id])
  if (!issued) throw new Refusal('receipt_not_ready')
  const { name } = await getUserInfo(karat.db, memberId)
  const parties = issued.document.parties.map((party) => ({ ...party, lines: [name, ...party.lines] }))
  return { name: paperFile(issued.document.number), paper: { ...issued.document, parties } }
}

function asNotReady(error: unknown): never {
  throw error instanceof TooEarly ? new Refusal('receipt_not_ready') : error
}

/** What a member is owed receipts for, and what those say, for the copy of their data. */
export async function heldReceipts(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const owed = await db.rows<{ id: string; about: string; due_at: Date; issued: boolean }>(sql`
    select id, about, due_at, paper_id is not null as issued from vault.receipts where member_id = ${memberId} order by due_at, id`)
  const papers = await listPapers(
    db,
    receiptPapers.subject,
    owed.filter(({ issued }) => issued).map(({ id }) => id),
  )
  const documents = new Map(papers.map(({ subjectId, document }) => [subjectId, document]))
  return owed.map(({ id, about, due_at }) => ({ about, due_at, document: documents.get(id) ?? null }))
}
