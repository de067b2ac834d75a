/** A file of the bank is read in: what is new of it is kept, booked, and matched to what it pays (decision 0138). */
import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { verifiedNamesOf } from '../kyc/verification-queries.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { exponentOf } from '../money/money.ts'
import { readMatchable } from '../payments/matchable-queries.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { storeOf } from '../stores/stores.ts'
import { findAccount } from './account-queries.ts'
import { bankReceived } from './bank-postings.ts'
import { bookMatched } from './book-line.ts'
import { holdImport } from './coverage-queries.ts'
import { type Candidate, openMatching, type Plan } from './match-rules.ts'
import { momentsIn } from './moment-rules.ts'
import { findPaidReturn, type ListedReturn, payReturn, readListedReturns } from './returns.ts'
import { readStatement } from './statements/read-statement.ts'
import { type Statement, type StatementLine, StatementRefused } from './statements/statement-rules.ts'

export type PlannedLine = StatementLine & {
  id: string
  key: string
  moment: Date
  minor: bigint | null
  plan: Plan | { state: 'pays_return'; paymentId: null; why: readonly []; back: ListedReturn }
}
export type PlannedStatement = {
  accountId: string
  store: string
  currency: string
  format: 'camt' | 'mt940' | 'csv'
  statement: Statement
  /** The statement before it; null for the first of a store. */
  before: { id: string; closing: bigint } | null
  continues: boolean
  coversUntil: Date
  known: number
  lines: PlannedLine[]
}
type Wish = { store: string; text: string }

/**
 * What importing a file would do, line by line. Nothing is kept.
 *
 * Refuses unknown_store, no_bank_account, statement_wrong with the line and what is wrong there, line_changed, statement_known when nothing in it is new.
 */
export async function planStatement(
  db: Queryable,
  karat: Bag<'bank'>,
  { store: code, text }: Wish,
): Promise<PlannedStatement> {
  if (!karat.stores.has(code)) throw new Refusal('unknown_store')
  const store = storeOf(karat, code)
  const account = await findAccount(db, code)
  if (!account) throw new Refusal('no_bank_account')
  const { format, statement } = refusing(() => {
    const read = readStatement(new TextEncoder().encode(text), { ...account, account: account.number })
    if (text.includes('\ufffd')) throw new StatementRefused('not_text', 1)
    if (read.format !== 'csv' && bare(read.statement.account) !== bare(account.number))
      throw new StatementRefused('other_account', 1, read.statement.account)
    return read
  })
  const moments = momentsIn(store.timeZone)
  const keyed = keysOf(statement.lines.filter(({ amount }) => amount !== 0n))
  const [known, before, now, candidates, listed] = await Promise.all([
    db.rows<KnownLine>(sql`
      select l.key, s.format, l.texts, l.name, l.account from bank.lines l join bank.statements s on s.id = l.statement_id
      where l.store = ${code} and l.key = any(${keyed.map(({ key }) => key)}::text[])`),
    db.row<{ id: string; closing: bigint; covers: Date }>(sql`
      select id, closing_e2 as closing, covers_until as covers from bank.statements where store = ${code} order by position desc limit 1`),
    db.row<{ at: Date }>(sql`select clock_timestamp() as at`),
    readCandidates(db, { store: code, unit: unitOf(store.currency) }),
    readListedReturns(db, code),
  ])
  requireSame(keyed, known, format)
  const before_keys = new Set(known.map(({ key }) => key))
  const fresh = keyed.filter(({ key }) => !before_keys.has(key))
  const again = keyed.filter(({ key }) => before_keys.has(key)).reduce((sum, { line }) => sum + line.amount, 0n)
  const coversUntil = moments.coveredBy(statement, now?.at ?? new Date(0))
  if (fresh.length === 0 && before && coversUntil <= before.covers) throw new Refusal('statement_known')
  const continues = before ? statement.opening + again === before.closing : true
  const planOf = openMatching(candidates, { continues, unit: unitOf(store.currency) })
  const lines = fresh.map(({ line, key }) => {
    const moment = moments.bookedAt(line)
    const back = line.amount < 0n ? findPaidReturn(listed, line, unitOf(store.currency)) : undefined
    const plan = back
      ? ({ state: 'pays_return', paymentId: null, why: [], back } as const)
      : planOf({ ...line, bookedAt: moment })
    const isBooked = plan.state !== 'not_ours' && plan.state !== 'pays_return'
    return { ...line, id: newId(), key, moment, plan, minor: isBooked ? line.amount / unitOf(store.currency) : null }
  })
  return {
    ...{
      accountId: account.id,
      store: code,
      currency: store.currency,
      format,
      statement,
      continues,
      coversUntil,
      lines,
    },
    ...{ before: before ? { id: before.id, closing: before.closing } : null, known: before_keys.size },
  }
}

const bare = (account: string): string => account.replace(/[^0-9a-z]/gi, '').toUpperCase()
/** Hundredths of a minor unit. */
const unitOf = (currency: Parameters<typeof exponentOf>[0]): bigint => 10n ** BigInt(2 - exponentOf(currency))

function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof StatementRefused) throw new Refusal('statement_wrong', { ...error.fault })
    throw error
  }
}

type Keyed = { line: StatementLine; key: string }
type KnownLine = Pick<StatementLine, 'texts' | 'name' | 'account'> & { key: string; format: string }

/** What the bank says of a line never changes in its files of one format: refuses line_changed where a file says something else of a known one. */
function requireSame(keyed: readonly Keyed[], known: readonly KnownLine[], format: string): void {
  const before = new Map(known.filter((one) => one.format === format).map((one) => [one.key, saidOf(one)]))
  const changed = keyed.find(({ line, key }) => before.has(key) && before.get(key) !== saidOf(line))
  if (changed) throw new Refusal('line_changed', { line: changed.line.line })
}
const saidOf = ({ texts, name, account }: Omit<KnownLine, 'key' | 'format'>) => JSON.stringify([texts, name, account])

/** By what the bank calls a line and its day, or by all that it says of it and the how-many-th such line of its day it is. */
function keysOf(lines: readonly StatementLine[]): Keyed[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { bankId, amount, bookedOn, texts, name, account } = line
    const says = bankId
      ? `${bankId} ${bookedOn} ${amount}`
      : JSON.stringify([bookedOn, String(amount), texts, name, account])
    const place = (seen.get(says) ?? 0) + 1
    seen.set(says, place)
    return { line, key: createHash('sha256').update(`${says} ${place}`).digest('base64url') }
  })
}

async function readCandidates(db: Queryable, { store, unit }: { store: string; unit: bigint }): Promise<Candidate[]> {
  const charges = await db.rows<{ id: string; reference: string; amount: bigint }>(sql`
    select payment_id as id, reference, amount_minor as amount from bank.charges
    where store = ${store} and made_at > now() - make_interval(days => ${settings.bankTransfer.knownDays}::int)`)
  const payments = await readMatchable(
    db,
    charges.map(({ id }) => id),
  )
  const names = await verifiedNamesOf(db, [...new Set([...payments.values()].map(({ memberId }) => memberId))])
  return charges.flatMap(({ id, reference, amount }) => {
    const payment = payments.get(id)
    if (!payment) return []
    const { memberId, until, captured } = payment
    return [{ paymentId: id, reference, amount: amount * unit, name: names.get(memberId) ?? null, until, captured }]
  })
}

type Import = Wish & { reason: string; accept_gap: boolean }
type Imported = {
  statement_id: string
  matched: number
  proposed: number
  unmatched: number
  not_ours: number
  known: number
}

/**
 * What is new in the file is kept and booked at the bank; what confirms itself pays at once, the rest waits for people. Of one store one at a
 * time, so that the same file twice is once.
 *
 * Refuses permission_missing; invalid_input (reason); as planStatement; statement_gap when it does not continue the one before, unless that is
 * accepted: then nothing of it confirms itself, and it covers no deadline.
 */
export async function importStatement(karat: Bag<'bank'>, staff: Staff, wish: Import, key: Once): Promise<Imported> {
  const done = await once(karat.db, key, async (tx) => {
    await holdImport(tx, wish.store)
    const planned = await planStatement(tx, karat, wish)
    if (!planned.continues && !wish.accept_gap)
      throw new Refusal('statement_gap', {
        closing: String(planned.before?.closing ?? 0n),
        opening: String(planned.statement.opening),
      })
    return keep(tx, karat, { staff, planned, reason: wish.reason })
  })
  await bookMatched(karat)
  return done
}

type Keeping = { staff: Staff; planned: PlannedStatement; reason: string }

async function keep(tx: Tx, karat: Bag<'bank'>, { staff, planned, reason }: Keeping): Promise<Imported> {
  const { store, currency, statement, lines, format } = planned
  const id = newId()
  await tx.run(sql`
    insert into bank.statements (id, account_id, store, currency, format, number, from_day, to_day, opening_e2, closing_e2, after_id, continues,
      covers_until, imported_by, reason)
    values (${id}, ${planned.accountId}, ${store}, ${currency}, ${format}, ${statement.number}, ${statement.from}::date, ${statement.to}::date,
      ${statement.opening}, ${statement.closing}, ${planned.before?.id ?? null}, ${planned.continues}, ${planned.coversUntil}, ${staff.id}, ${reason})`)
  await insertLines(tx, id, planned, staff.id)
  const amount = lines.reduce((sum, { minor }) => sum + (minor ?? 0n), 0n)
  const actor = `staff:${staff.id}`
  if (amount > 0n) await postTransfer(tx, bankReceived({ id, store, currency, amount, actor }))
  for (const { id: line, plan } of lines)
    if (plan.state === 'pays_return') await payReturn(tx, karat.settlers, plan.back, { line, actor, by: null })
  const count = (state: PlannedLine['plan']['state']) => lines.filter(({ plan }) => plan.state === state).length
  const counted = { matched: count('matched'), proposed: count('proposed'), unmatched: count('unmatched') }
  const not_ours = count('not_ours') + count('pays_return')
  await recordAction(tx, staff, {
    ...{ action: 'bank.import', subject: { kind: 'store', id: store }, store, reason },
    details: {
      did: 'bank_imported',
      ...counted,
      not_ours,
      statement: statement.number ?? '',
      continues: planned.continues,
    },
  })
  return { statement_id: id, ...counted, not_ours, known: planned.known }
}

async function insertLines(
  tx: Tx,
  statementId: string,
  { store, currency, lines }: PlannedStatement,
  by: string,
): Promise<void> {
  const rows = lines.map(({ id, line, key, amount, minor, bookedOn, moment, texts, name, account, bankId, plan }) => ({
    ...{
      id,
      line,
      key,
      amount: String(amount),
      minor: minor === null ? null : String(minor),
      on: bookedOn,
      at: moment.toISOString(),
    },
    ...{ texts, name, account, bank_id: bankId, state: plan.state, payment: plan.paymentId, why: plan.why },
  }))
  await tx.run(sql`
    insert into bank.lines (id, statement_id, store, currency, line, key, amount_e2, amount_minor, booked_on, booked_at, texts, name, account,
      bank_id, state, payment_id, why, proposed_by, decided_at)
    select id, ${statementId}, ${store}, ${currency}, line, key, amount::bigint, minor::bigint, "on"::date, at::timestamptz,
      array(select jsonb_array_elements_text(texts)), name, account, bank_id, state, payment, array(select jsonb_array_elements_text(why)),
      case when state = 'proposed' then ${by}::uuid end, case when state in ('matched', 'pays_return', 'not_ours') then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, line int, key text, amount text, minor text, "on" text, at text,
      texts jsonb, name text, account text, bank_id text, state text, payment uuid, why jsonb)`)
}
