/** What is owed to the house ends: noted as paid at the bank, written off, taken back, in parts, and never more than is owed. */
import { expect, test } from 'vitest'
import { disputed } from '../../../tests/support/disputes.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import {
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { ask, call, notify, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { OrderDetailView } from '../../orders/contract.ts'
import type { OfficeOrderDetail } from '../../orders/core/office-contract.ts'
import { giveUpByStaff } from '../../orders/give-up/give-up-order.ts'
import type { TakenBackView } from '../../orders/refunds/office-taken-back-contract.ts'
import type { Payment } from '../../payments/contract.ts'
import { noteReceivable, takeNoteBack } from '../../payments/note-receivable.ts'
import { openRefund } from '../../payments/refunds.ts'
import type { NoteKind } from '../../payments/taken-back-rules.ts'
import type { OverviewView } from '../overview/overview-contract.ts'

const { sound, broken } = openShopPair()

/** So high that nothing takes two people. */
const alone = (shop: Shop) => twoFrom(shop, 10n ** 17n)
const twoFrom = ({ karat }: Shop, from: bigint) => {
  const refund = { ...karat.settings.refund, twoPeopleFrom: { IDR: from, MYR: from, USD: from } as never }
  return { ...karat, settings: { ...karat.settings, refund } }
}
async function bought(shop: Shop) {
  const member = await signedIn(shop)
  const { order, payment } = await paidOrder(shop, member, await someSku(shop))
  return { member, order, payment, orderId: order.order_id, total: BigInt(order.total) }
}
type Bought = Awaited<ReturnType<typeof bought>>
async function captured(shop: Shop, { payment }: Bought, amount: bigint) {
  await notify(shop, { reference: payment.payment_id, amount: `${amount}` })
  await untilProcessed(shop)
}
/** An order of whose money its provider took `missing` back. */
async function short(shop: Shop, missing: bigint): Promise<Bought> {
  const one = await bought(shop)
  await captured(shop, one, one.total - missing)
  return one
}
/** An order that was cancelled and paid back, and whose money its buyer's bank then took as well. */
async function paidTwice(shop: Shop): Promise<Bought> {
  const one = await bought(shop)
  const { quote_id } = await quoted(shop, one.member, one.orderId)
  await ask(shop, one.member, '/order/cancel_order', { order_id: one.orderId, quote_id })
  await refundsDone(shop)
  await disputed(shop, one, 'lost')
  return one
}
const rowOf = async (shop: Shop, { order }: Bought): Promise<TakenBackView> => {
  const { data } = await askStaff(shop, await staffSignedIn(shop, 'desk'), `/disputes/list?q=${order.number}`)
  const row = (data as unknown as { rows: TakenBackView[] }).rows.find(({ owed }) => owed)
  if (!row) throw new Error('nothing was ever owed')
  return row
}
const counted = async (shop: Shop) => {
  const { data } = await askStaff(shop, await staffSignedIn(shop, 'desk'), '/overview/figures?store=id')
  return (data as unknown as OverviewView).taken_back.receivables
}
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => (error.code && /^[a-z]/.test(error.code) ? error.code : 'defect'),
  )
/** By one person of the house, whatever the amount. */
async function note(shop: Shop, { id }: Pick<TakenBackView, 'id'>, kind: NoteKind, amount: bigint) {
  const reference = kind === 'paid' ? 'BCA 20261123-0001' : null
  const wish = { id, kind, amount: `${amount}`, reference, reason: 'As the statement says' }
  return outcome(noteReceivable(alone(shop), await staff(shop, 'disputes.note_paid', 'disputes.write_off'), wish))
}
const takeBack = async (shop: Shop, noteId: string | undefined) => {
  const wish = { noteId: noteId ?? '', reason: 'It was another transfer' }
  return outcome(takeNoteBack(shop.karat, await staff(shop, 'disputes.take_back'), wish))
}
const prepared = async (shop: Shop, { orderId }: Bought) => {
  const wish = { order_id: orderId, expected: 'paid' }
  return (await askStaff(shop, await staffSignedIn(shop, 'desk'), '/orders/prepare', wish)).error
}
const giveUp = async (shop: Shop, { orderId }: Bought) => {
  const wish = { orderId, expected: 'paid', cause: 'error', reason: 'The money is not all there' } as const
  return outcome(giveUpByStaff(alone(shop), await staff(shop, 'orders.give_up'), wish, null))
}
const balances = ({ karat }: Shop) =>
  karat.db.rows<{ kind: string; sum: bigint }>(sql`
    select a.kind, sum(e.amount)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.kind in ('bank', 'bad_debt', 'receivable') group by 1 order by 1`)
const clean = async () => {
  await refundsDone(sound)
  expect(await auditLedger(sound.karat.db)).toEqual([])
}

test('an order that is short goes on once the rest of its money came at the bank, in two parts', async () => {
  const one = await short(sound, 100n)
  const [row, before] = [await rowOf(sound, one), await counted(sound)]
  expect(await prepared(sound, one)).toBe('payment_short')
  expect(await note(sound, row, 'paid', 60n)).toBe('done')
  expect(await rowOf(sound, one)).toMatchObject({ state: 'short', receivable: '40' })
  expect(await prepared(sound, one)).toBe('payment_short')
  expect(await note(sound, row, 'paid', 41n)).toBe('receivable_less')
  expect(await note(sound, row, 'paid', 40n)).toBe('done')
  const { owed, ...after } = await rowOf(sound, one)
  expect(after).toMatchObject({ state: 'booked', receivable: null })
  expect(owed?.notes).toMatchObject([
    { kind: 'paid', amount: '60', reference: 'BCA 20261123-0001', by: 'Staff desk', may_take_back: true },
    { kind: 'paid', amount: '40', reason: 'As the statement says' },
  ])
  expect(await counted(sound)).toBe(before - 1)
  expect(await prepared(sound, one)).toBeNull()
  await clean()
})

test('what was returned twice ends as well: a part paid, the rest written off', async () => {
  const one = await paidTwice(sound)
  const [row, before, books] = [await rowOf(sound, one), await counted(sound), await balances(sound)]
  expect(row).toMatchObject({ state: 'lost', receivable: one.payment.amount })
  expect(await note(sound, row, 'paid', one.total - 5n)).toBe('done')
  expect(await counted(sound)).toBe(before)
  expect(await note(sound, row, 'written_off', 6n)).toBe('receivable_less')
  expect(await note(sound, row, 'written_off', 5n)).toBe('done')
  expect(await counted(sound)).toBe(before - 1)
  const moved = new Map((await balances(sound)).map(({ kind, sum }) => [kind, sum]))
  for (const { kind, sum } of books) moved.set(kind, (moved.get(kind) ?? 0n) - sum)
  expect(Object.fromEntries(moved)).toEqual({ bad_debt: -5n, bank: 5n - one.total, receivable: one.total })
  await clean()
})

test('notes stand in the history of their order in the office, with who and why, and not at its buyer', async () => {
  const one = await short(sound, 100n)
  const row = await rowOf(sound, one)
  await note(sound, row, 'paid', 60n)
  await note(sound, row, 'written_off', 40n)
  await takeBack(sound, (await rowOf(sound, one)).owed?.notes[1]?.note_id)
  const query = `order_id=${one.orderId}`
  const { data } = await askStaff(sound, await staffSignedIn(sound, 'desk'), `/orders/detail?${query}`)
  const reason = 'As the statement says'
  expect((data as unknown as OfficeOrderDetail).timeline.slice(0, 4)).toMatchObject([
    { kind: 'note_taken_back', amount: '40', currency: 'IDR', reason: 'It was another transfer' },
    { kind: 'owed_written_off', amount: '40', reason, by: { kind: 'staff' } },
    { kind: 'owed_paid', amount: '60', reason },
    { kind: 'captured_less', amount: '100' },
  ])
  const buyer = await ask<OrderDetailView>(sound, one.member, `/product/order_detail?${query}`)
  expect(buyer.timeline.map(({ kind }) => kind)).toEqual(['captured_less', 'move', 'move'])
})

test('from the amount of refunds on another person approves it, counted with what was noted before in either way', async () => {
  const one = await bought(sound)
  await captured(sound, one, 1n)
  const [first, second] = [await staffSignedIn(sound, 'desk'), await staffSignedIn(sound, 'desk')]
  const row = await rowOf(sound, one)
  const house = twoFrom(sound, 100n)
  const wish = { id: row.id, kind: 'paid', reference: 'BCA 1', reason: 'As the statement says' } as const
  expect(await noteReceivable(house, first.staff, { ...wish, amount: '60' })).toEqual({ approval_id: null })
  const rest = { ...wish, kind: 'written_off', reference: null, amount: '40' } as const
  const { approval_id } = await noteReceivable(house, first.staff, rest)
  expect(approval_id).not.toBeNull()
  expect((await rowOf(sound, one)).owed).toMatchObject({ asked: ['written_off'], notes: [{ amount: '60' }] })
  const approving = { approval_id }
  expect((await askStaff(sound, first, '/approvals/approve', approving)).error).toBe('second_person_required')
  expect((await askStaff(sound, second, '/approvals/approve', approving)).error).toBeNull()
  expect((await rowOf(sound, one)).owed).toMatchObject({ asked: [], notes: [{ amount: '60' }, { amount: '40' }] })
  await clean()
})

test('an approval of more than is owed by then is refused and leaves no trace', async () => {
  const one = await short(sound, 100n)
  const row = await rowOf(sound, one)
  const [first, second] = [await staffSignedIn(sound, 'desk'), await staffSignedIn(sound, 'desk')]
  const wish = { id: row.id, kind: 'paid', amount: '100', reference: 'BCA 1', reason: 'As the statement says' } as const
  const { approval_id } = await noteReceivable(twoFrom(sound, 1n), first.staff, wish)
  await captured(sound, one, one.total)
  expect((await askStaff(sound, second, '/approvals/approve', { approval_id })).error).toBe('receivable_less')
  expect((await rowOf(sound, one)).owed).toMatchObject({ asked: ['paid'], notes: [] })
  await clean()
})

test('the doors: once for one key, an amount and a reference in their form, only who may', async () => {
  const one = await short(sound, 100n)
  const { id } = await rowOf(sound, one)
  const desk = await staffSignedIn(sound, 'desk')
  const body = { id, amount: '30', reference: 'BCA 77', reason: 'As the statement says' }
  const headers = { ...desk.headers, 'idempotency-key': 'the same transfer' }
  for (let round = 0; round < 2; round++)
    expect((await askStaff(sound, { headers }, '/disputes/notePaid', body)).error).toBeNull()
  expect((await rowOf(sound, one)).owed?.notes).toHaveLength(1)
  const log = await sound.karat.db.rows(sql`
    select action, details->>'order' as "order", details->'amount' as amount, details->>'reference' as reference from staff.actions
    where person_id = ${desk.id} and action like 'disputes.%'`)
  expect(log).toEqual([
    {
      action: 'disputes.note_paid',
      order: one.order.number,
      amount: { minor: '30', currency: 'IDR' },
      reference: 'BCA 77',
    },
  ])
  for (const amount of ['0', '-1', '1.5', '1e3'])
    expect((await askStaff(sound, desk, '/disputes/notePaid', { ...body, amount })).error).toBe('invalid_input')
  const { reference: _, ...without } = body
  expect((await askStaff(sound, desk, '/disputes/notePaid', without)).error).toBe('invalid_input')
  expect((await askStaff(sound, desk, '/disputes/writeOff', { ...without, id: one.orderId })).error).toBe('not_found')
  const support = await staffSignedIn(sound, 'support')
  for (const path of ['/disputes/notePaid', '/disputes/writeOff'])
    expect((await askStaff(sound, support, path, path.endsWith('Off') ? without : body)).error).toBe(
      'permission_missing',
    )
  expect((await askStaff(sound, desk, '/disputes/writeOff', { ...without, amount: '70' })).error).toBeNull()
  const noteId = (await rowOf(sound, one)).owed?.notes[1]?.note_id
  const back = { note_id: noteId, reason: 'They paid after all' }
  expect((await askStaff(sound, desk, '/disputes/takeBack', back)).error).toBeNull()
  expect((await askStaff(sound, desk, '/disputes/takeBack', back)).error).toBe('note_taken_back')
  expect(await rowOf(sound, one)).toMatchObject({ receivable: '70', owed: { notes: [{}, {}, { amount: '-70' }] } })
  await clean()
})

test('what was written off lets the order go, is no gain of its buyer, and ends where its money comes after all', async () => {
  const one = await short(sound, 100n)
  const row = await rowOf(sound, one)
  expect(await note(sound, row, 'written_off', 100n)).toBe('done')
  expect((await call(sound, one.member, '/order/cancel_quote', { order_id: one.orderId })).error).toBe('payment_short')
  const books = await balances(sound)
  await captured(sound, one, one.total)
  await untilProcessed(sound)
  const after = new Map((await balances(sound)).map(({ kind, sum }) => [kind, sum]))
  for (const { kind, sum } of books) after.set(kind, (after.get(kind) ?? 0n) - sum)
  expect(Object.fromEntries(after)).toEqual({ bad_debt: 100n, bank: 0n, receivable: 0n })
  expect(await refundsOf(sound, one.orderId)).toEqual([])
  expect(await takeBack(sound, (await rowOf(sound, one)).owed?.notes[0]?.note_id)).toBe('note_taken_back')
  expect(await prepared(sound, one)).toBeNull()
  await clean()
})

test('a written-off order that is taken back returns what was captured, and is no loss any more', async () => {
  const one = await short(sound, 100n)
  expect(await note(sound, await rowOf(sound, one), 'written_off', 70n)).toBe('done')
  expect(await giveUp(sound, one)).toBe('done')
  expect((await refundsOf(sound, one.orderId)).map(({ amount }) => amount)).toEqual([one.total - 100n])
  expect(await rowOf(sound, one)).toMatchObject({
    receivable: null,
    owed: { notes: [{ amount: '70' }, { amount: '-70', by: 'Staff desk' }] },
  })
  await clean()
})

test('what came at the bank goes back there first: then the sale can be taken back', async () => {
  const one = await short(sound, 100n)
  expect(await note(sound, await rowOf(sound, one), 'paid', 100n)).toBe('done')
  expect(await giveUp(sound, one)).toBe('paid_at_bank')
  expect(await stateOf(sound, one.orderId)).toBe('paid')
  const noted = (await rowOf(sound, one)).owed?.notes[0]?.note_id
  expect(await takeBack(sound, noted)).toBe('done')
  expect(await takeBack(sound, noted)).toBe('note_taken_back')
  expect(await giveUp(sound, one)).toBe('done')
  expect((await refundsOf(sound, one.orderId)).map(({ amount }) => amount)).toEqual([one.total - 100n])
  await clean()
})

test('a bank that takes the rest of an order whose shortfall was paid leaves a loss, as far as it was not returned', async () => {
  const one = await short(broken, 100n)
  expect(await note(broken, await rowOf(broken, one), 'paid', 100n)).toBe('done')
  await broken.karat.db.transaction(async (tx) => {
    const payment = await tx.row<Payment>(sql`select * from payments.payments where id = ${one.payment.payment_id}`)
    if (!payment) throw new Error('it is there')
    await openRefund(tx, payment, { parts: { order_money: 50n }, occasion: 'test', actor: 'system' })
  })
  await refundsDone(broken)
  await disputed(broken, one, 'lost', { amount: one.total - 100n })
  const lost = await broken.karat.db.row(sql`
    select loss_minor as loss, short_minor as short from payments.disputes where payment_id = ${one.payment.payment_id}`)
  expect(lost).toEqual({ loss: one.total - 100n, short: 0n })
})

/** Two of the house at once, each with more than half of what is owed. */
async function besideNote(shop: Shop, start = () => {}) {
  const one = await short(shop, 100n)
  const row = await rowOf(shop, one)
  start()
  const said = await Promise.all([note(shop, row, 'paid', 60n), note(shop, row, 'written_off', 60n)])
  return { said: said.toSorted(), open: (await rowOf(shop, one)).receivable }
}

test('a note beside a note: one stands, the other is refused', async () => {
  for (let round = 0; round < 4; round++)
    expect(await besideNote(sound)).toEqual({ said: ['done', 'receivable_less'], open: '40' })
  await clean()
})

const READING = `select * from payments.payments where subject_id = $1 and state = 'captured'`
const WRITING = 'insert into payments.receivable_notes'

test('control: where both have read before either writes, the database refuses the second, and that is seen', async () => {
  const meet = meetingAt(WRITING, 2)
  const plant = () => {
    broken.intercept.current = async (text) => {
      await meet(text)
      return text.includes(READING) ? text.replace(' for update', '') : text
    }
  }
  expect((await besideNote(broken, plant)).said).toEqual(['defect', 'done'])
})

async function besideCapture(shop: Shop) {
  const one = await short(shop, 100n)
  const row = await rowOf(shop, one)
  const [said] = await Promise.all([note(shop, row, 'paid', 100n), captured(shop, one, one.total)])
  await untilProcessed(shop)
  const back = (await refundsOf(shop, one.orderId)).map(({ amount }) => amount)
  return { said, back, open: (await rowOf(shop, one)).receivable }
}

test('a note beside its money: nothing is owed, and what came twice goes back', async () => {
  for (let round = 0; round < 4; round++) {
    const { said, back, open } = await besideCapture(sound)
    expect([said, ...back]).toEqual(said === 'done' ? ['done', 100n] : ['receivable_less'])
    expect(open).toBeNull()
  }
  await clean()
})

async function besideGivingUp(shop: Shop) {
  const one = await short(shop, 100n)
  const row = await rowOf(shop, one)
  const said = await Promise.all([note(shop, row, 'paid', 100n), giveUp(shop, one)])
  return { said: said.toSorted(), state: await stateOf(shop, one.orderId) }
}

test('a note beside the sale that is taken back: one of them stands', async () => {
  const outcomes = { cancelled: ['done', 'receivable_less'], paid: ['done', 'paid_at_bank'] }
  for (let round = 0; round < 4; round++) {
    const { said, state } = await besideGivingUp(sound)
    expect(said).toEqual(outcomes[state as keyof typeof outcomes])
  }
  await clean()
})

test.each([
  ['its money', (one: Bought) => captured(broken, one, one.total)],
  ['the sale that is taken back', (one: Bought) => giveUp(broken, one)],
])(
  'control: a note by what was owed before %s is refused by the database alone, and that is seen',
  async (_, other) => {
    const one = await short(broken, 100n)
    const row = await rowOf(broken, one)
    let met = false
    broken.intercept.current = async (text) => {
      if (text.includes(WRITING) && !met) {
        met = true
        await other(one)
      }
      return text.includes(READING) ? text.replace(' for update', '') : text
    }
    expect(await note(broken, row, 'paid', 100n)).toBe('defect')
    expect(met).toBe(true)
  },
)
