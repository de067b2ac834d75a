/** Disputes and corrections of what paid for orders, as staff see them. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Karat } from '../../karat.ts'
import { amountText, isCurrency } from '../../money/money.ts'
import {
  findSubjectOfTakenBack,
  listDisputeRounds,
  listReceivableNotes,
  listTakenBack,
  type ReceivableNote,
  type TakenBack,
} from '../../payments/taken-back-queries.ts'
import { noteKinds } from '../../payments/taken-back-rules.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import { secondFrom } from '../../stores/second-person.ts'
import { storeOf } from '../../stores/stores.ts'
import { findPaidLike } from '../../vault/find-paid.ts'
import type { ReceivableNoteView, TakenBackQueryInput, TakenBackView } from './office-taken-back-contract.ts'

type Bag = Pick<Karat, 'db' | 'settings' | 'settlers' | 'stores'>

/** As listTakenBack, with the orders (or what else was paid for) and members that they are of, and with how what is owed ended. */
export async function listOfficeTakenBack(
  { db, settings, settlers, stores }: Bag,
  { q, page, size, ...filter }: TakenBackQueryInput,
): Promise<{ total: number; rows: TakenBackView[] }> {
  const subjectIds = q?.trim() ? await findByNumber(db, q.trim()) : null
  const { total, rows } = await listTakenBack(db, { ...filter, subjectIds }, { page, size })
  const owing = rows.filter(({ owes }) => owes)
  const [numbers, names, notes, waiting, rounds] = await Promise.all([
    Promise.all(
      rows.map(async ({ purpose, subject_id: id }) => [id, await settlers[purpose].numberOf(db, id)] as const),
    ).then((named) => new Map(named)),
    namesOfMembers(
      db,
      rows.map((row) => row.member_id),
    ),
    notesOf(db, owing),
    waitingOf(db, owing),
    listDisputeRounds(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return {
    total,
    rows: rows.map((row) => ({
      ...view(row),
      number: numbers.get(row.subject_id) ?? '',
      buyer: names.get(row.member_id) ?? '',
      rounds: rounds
        .filter((round) => round.dispute_id === row.id)
        .map(({ state, amount, at }) => ({ state, amount: amountText(amount, row.currency), at: at.toISOString() })),
      owed: row.owes
        ? {
            notes: notes.filter((note) => isOf(row, note)).map(({ view: seen }) => seen),
            asked: waiting(owedBy(row)),
            two_people_from: isCurrency(row.currency)
              ? amountText(
                  secondFrom('back_from', settings, storeOf({ stores }, row.store), row.currency),
                  row.currency,
                )
              : null,
          }
        : null,
    })),
  }
}

/** Who owes it: a lost dispute is one receivable, all corrections of a payment are another. */
const owedBy = ({ kind, id, payment_id }: TakenBack) => (kind === 'dispute' ? id : payment_id)
const isOf = (row: TakenBack, note: Pick<ReceivableNote, 'payment_id' | 'dispute_id'>) =>
  owedBy(row) === (note.dispute_id ?? note.payment_id)

async function notesOf(db: Queryable, rows: TakenBack[]) {
  const notes = await listReceivableNotes(
    db,
    rows.map((row) => row.payment_id),
  )
  const currencies = new Map(rows.map((row) => [row.payment_id, row.currency]))
  const staffOf = (actor: string) => [...actor.matchAll(/staff:([0-9a-f-]{36})/g)].map(([, id]) => id ?? '')
  const names = await namesOfStaff(
    db,
    notes.flatMap(({ actor }) => staffOf(actor)),
  )
  return notes.map((note) => {
    const { id: note_id, kind, amount, reference, reason, actor, at, taken_back } = note
    const seen: ReceivableNoteView = {
      ...{ note_id, kind, reference, reason, at: at.toISOString() },
      amount: amountText(amount, currencies.get(note.payment_id) ?? ''),
      by:
        staffOf(actor).length > 0
          ? staffOf(actor)
              .flatMap((id) => names.get(id) ?? [])
              .join(', ')
          : null,
      may_take_back: amount > 0n && !taken_back,
    }
    return { payment_id: note.payment_id, dispute_id: note.dispute_id, view: seen }
  })
}

async function waitingOf(db: Queryable, rows: TakenBack[]) {
  const subjects = rows.map(owedBy)
  const [paid, writtenOff] = await Promise.all([
    findWaiting(db, 'disputes.note_paid', subjects),
    findWaiting(db, 'disputes.write_off', subjects),
  ])
  const asked = { paid, written_off: writtenOff }
  return (subject: string) => noteKinds.filter((kind) => asked[kind].has(subject))
}

/** The number of the order that a dispute, a correction or a note is about, for whoever reads the log; none when there is no such one. */
export async function findNumberOfTakenBack(db: Queryable, id: string): Promise<{ order?: string }> {
  const orderId = await findSubjectOfTakenBack(db, id)
  const number = orderId && (await numbersOf(db, [orderId])).get(orderId)
  return number ? { order: number } : {}
}

async function findByNumber(db: Queryable, text: string): Promise<string[]> {
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const [orders, others] = await Promise.all([
    db.rows<{ id: string }>(sql`select id from orders.orders where number ilike ${like}`),
    findPaidLike(db, like),
  ])
  return [...orders.map(({ id }) => id), ...others]
}

async function numbersOf(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; number: string }>(
    sql`select id, number from orders.orders where id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}

function view({
  subject_id,
  purpose,
  member_id: _,
  payment_id: _of,
  owes: _owes,
  respond_by,
  at,
  decided_at,
  ...row
}: TakenBack) {
  const text = (amount: bigint) => amountText(amount, row.currency)
  const orNone = (amount: bigint) => (amount > 0n ? text(amount) : null)
  return {
    ...row,
    order_id: purpose === 'order' ? subject_id : null,
    amount: text(row.amount),
    was: row.was === null ? null : text(row.was),
    now: row.now === null ? null : text(row.now),
    receivable: orNone(row.receivable),
    to_return: orNone(-row.receivable),
    ...{ loss: orNone(row.loss), taken: orNone(row.taken) },
    respond_by: respond_by?.toISOString() ?? null,
    at: at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }
}
