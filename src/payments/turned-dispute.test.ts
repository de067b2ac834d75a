/** A dispute that was decided and turns, or is of another amount: booked once, as its provider says, whatever has moved since (decision 0064). */
import { beforeEach, expect, test } from 'vitest'
import { toldDispute as disputed, says, tell } from '../../tests/support/disputes.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { type Paid, paidOrder, quoted, refundsDone, refundsOf, untilProcessed } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { ask, someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { afterTampering } from '../../tests/support/tampering.ts'
import { auditLedger, findViolations } from '../audit/ledger-audit.ts'
import { raw, sql, type Tx } from '../db/database.ts'
import { prepareOrder } from '../orders/parcels/fulfil-order.ts'
import { settleDispute } from './dispute.ts'
import { noteReceivable, takeNoteBack } from './note-receivable.ts'
import { askAboutDisputes } from './process-event.ts'
import { countTakenBack } from './taken-back-queries.ts'

const { sound, broken } = openShopPair()
let member: TestMember
beforeEach(async () => {
  member = await signedIn(sound)
})

const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])
const paid = async () => paidOrder(sound, member, await someSku(sound))
const cancel = async ({ order }: Paid, shop = sound, buyer = member) => {
  const { quote_id } = await quoted(shop, buyer, order.order_id)
  await ask(shop, buyer, '/order/cancel_order', { order_id: order.order_id, quote_id })
}
const prepare = async ({ order }: Paid) =>
  prepareOrder(sound.karat, (await staffSignedIn(sound, 'fulfilment')).staff, {
    ...{ orderId: order.order_id, expected: 'paid' },
  })
const roundsOf = ({ karat }: Shop, { payment }: Paid) =>
  karat.db.rows<{ state: string; loss: bigint; short: bigint }>(sql`
    select r.state, r.loss_minor as loss, r.short_minor as short from payments.dispute_rounds r
    join payments.disputes d on d.id = r.dispute_id where d.payment_id = ${payment.payment_id} order by r.number`)
const statesOf = async (shop: Shop, order: Paid) => (await roundsOf(shop, order)).map(({ state }) => state)
/** What the house accounts have received of the money of this order since it was captured. */
const accounts = async ({ payment }: Paid) => {
  const rows = await sound.karat.db.rows<{ kind: string; sum: bigint }>(sql`
    with records as (
      select id from payments.disputes where payment_id = ${payment.payment_id}
      union all select r.id from payments.dispute_rounds r join payments.disputes d on d.id = r.dispute_id where payment_id = ${payment.payment_id}
      union all select id from payments.receivable_notes where payment_id = ${payment.payment_id}
      union all select id from payments.set_offs where payment_id = ${payment.payment_id})
    select a.kind, sum(e.amount)::bigint as sum from ledger.transfers t join ledger.entries e on e.transfer_id = t.id
    join ledger.accounts a on a.id = e.account_id where t.reference in (select id::text from records) group by a.kind`)
  return Object.fromEntries(rows.filter(({ sum }) => sum !== 0n).map(({ kind, sum }) => [kind, sum]))
}
const lettersTo = async ({ id }: TestMember) =>
  (
    await sound.karat.db.rows<{ template: string }>(sql`
      select template from mail.messages where destination = ${`${id}@karat.test`} and template like 'dispute%' order by created_at, id`)
  ).map(({ template }) => template)

test('lost, then won: the loss is gone, the order goes on, and its buyer is told; twice told is booked once', async () => {
  const order = await paid()
  await disputed(sound, order, 'open')
  await disputed(sound, order, 'lost')
  await expect(prepare(order)).rejects.toMatchObject({ code: 'payment_disputed' })
  for (const _time of [1, 2]) await disputed(sound, order, 'won')
  expect(await accounts(order)).toEqual({})
  expect(await statesOf(sound, order)).toEqual(['open', 'lost', 'won'])
  expect(await lettersTo(member)).toEqual(['dispute_opened', 'dispute_lost', 'dispute_turned_won'])
  await clean()
  expect((await prepare(order)).state).toBe('preparing')
})

test('won, then lost, and won in the end', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  await disputed(sound, order, 'won')
  await disputed(sound, order, 'lost')
  expect(await accounts(order)).toEqual({ provider_clearing: total, chargeback_loss: -total })
  await expect(prepare(order)).rejects.toMatchObject({ code: 'payment_disputed' })
  await clean()
  await disputed(sound, order, 'won')
  expect(await accounts(order)).toEqual({})
  expect(await lettersTo(member)).toEqual(['dispute_won', 'dispute_turned_lost', 'dispute_turned_won'])
  await clean()
})

test('won, returned to its buyer meanwhile, then lost: all of it is owed', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  await disputed(sound, order, 'won')
  await cancel(order)
  await refundsDone(sound)
  await disputed(sound, order, 'lost')
  expect((await roundsOf(sound, order)).at(-1)).toEqual({ state: 'lost', loss: 0n, short: total })
  await clean()
})

test('lost while its money was to go back, then won: it goes back', async () => {
  const order = await paid()
  const amount = BigInt(order.payment.amount)
  await cancel(order)
  await disputed(sound, order, 'lost')
  expect(await refundsOf(sound, order.order.order_id)).toMatchObject([{ state: 'failed', failure: 'charged_back' }])
  await disputed(sound, order, 'won')
  await clean()
  await refundsDone(sound)
  expect(await refundsOf(sound, order.order.order_id)).toMatchObject([
    { state: 'failed' },
    { state: 'settled', amount },
  ])
  await clean()
  await disputed(sound, order, 'lost')
  expect((await roundsOf(sound, order)).at(-1)).toEqual({ state: 'lost', loss: 0n, short: amount })
  await clean()
})

test('owed, of which a part was paid at the bank and a part written off, then won: what was paid is to be returned there', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  await cancel(order)
  await refundsDone(sound)
  await disputed(sound, order, 'lost')
  const dispute = await sound.karat.db.row<{ id: string }>(
    sql`select id from payments.disputes where payment_id = ${order.payment.payment_id}`,
  )
  const { staff } = await staffSignedIn(sound, 'owner')
  const refund = { ...sound.karat.settings.refund, twoPeopleFrom: { IDR: 10n ** 17n } as never }
  const alone = { ...sound.karat, settings: { ...sound.karat.settings, refund } }
  const noted = { id: dispute?.id ?? '', amount: '1000', reason: 'As the bank says' }
  await noteReceivable(alone, staff, { ...noted, kind: 'paid', reference: 'BCA 1' })
  await noteReceivable(alone, staff, { ...noted, amount: String(total - 3000n), kind: 'written_off', reference: null })
  const before = await countTakenBack(sound.karat.db, 'id')
  await disputed(sound, order, 'won')
  expect(await accounts(order)).toEqual({ bank: -1000n, receivable: 1000n })
  expect(await countTakenBack(sound.karat.db, 'id'), 'it is to be returned').toEqual(before)
  await clean()
  await expect(noteReceivable(alone, staff, { ...noted, kind: 'paid', reference: 'BCA 2' })).rejects.toMatchObject({
    code: 'receivable_less',
  })
  const notes = await sound.karat.db.rows<{ id: string; kind: string }>(
    sql`select id, kind from payments.receivable_notes where dispute_id = ${dispute?.id} and amount_minor > 0 order by created_at`,
  )
  const back = (n: number) => takeNoteBack(sound.karat, staff, { noteId: notes[n]?.id ?? '', reason: 'Returned there' })
  await back(0)
  await expect(back(1), 'it has ended by itself').rejects.toMatchObject({ code: 'note_taken_back' })
  expect(await accounts(order)).toEqual({})
  expect((await countTakenBack(sound.karat.db, 'id')).receivables).toBe(before.receivables - 1)
  await clean()
})

test('of another amount: while it is open, once it is lost, and once it is won, which moves nothing', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  await disputed(sound, order, 'open')
  await disputed(sound, order, 'open', total - 500n)
  expect(await accounts(order)).toEqual({ provider_clearing: total - 500n, disputed: 500n - total })
  await disputed(sound, order, 'lost', total - 500n)
  await disputed(sound, order, 'lost', total - 700n)
  expect(await accounts(order)).toEqual({ provider_clearing: total - 700n, chargeback_loss: 700n - total })
  await clean()
  await disputed(sound, order, 'won', total - 700n)
  await disputed(sound, order, 'won', total)
  expect(await accounts(order)).toEqual({})
  expect(await statesOf(sound, order)).toEqual(['open', 'open', 'lost', 'lost', 'won', 'won'])
  await clean()
})

test('won and open again: its money is held, and its end is asked for every hour; lost and open again changes nothing', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  await disputed(sound, order, 'won')
  await disputed(sound, order, 'open')
  expect(await accounts(order)).toEqual({ provider_clearing: total, disputed: -total })
  await expect(prepare(order)).rejects.toMatchObject({ code: 'payment_disputed' })
  await clean()
  says(sound, order, 'lost')
  await sound.karat.db.run(sql`update payments.disputes set checked_at = '-infinity' where state = 'open'`)
  await askAboutDisputes(sound.karat)
  await disputed(sound, order, 'open')
  expect(await statesOf(sound, order)).toEqual(['open', 'won', 'open', 'lost'])
  expect(await lettersTo(member)).toEqual(['dispute_won', 'dispute_opened', 'dispute_lost'])
  await clean()
})

const answered = ({ payment }: Paid, state: 'won' | 'lost', asked: number) => ({
  told: {
    ...{
      reference: payment.payment_id,
      charge: `ch_${payment.payment_id}`,
      providerReference: `dp_${payment.payment_id}`,
    },
    ...{ state, amountMinor: BigInt(payment.amount), currency: 'IDR', reason: 'fraudulent', respondBy: null },
  },
  ...{ provider: 'sandbox', asked },
})

test('an answer that was asked for before another round was booked books nothing: it is asked again', async () => {
  const order = await paid()
  await disputed(sound, order, 'lost')
  await disputed(sound, order, 'won')
  const settle = (asked: number) =>
    sound.karat.db.transaction((tx) => settleDispute(tx, sound.karat.settlers, answered(order, 'lost', asked)))
  await expect(settle(2)).rejects.toThrow('changed while its provider was asked')
  expect(await settle(3)).toBe('dispute_turned_lost')
  await clean()
})

test('twenty notices of a turn at once: one round', async () => {
  const order = await paid()
  await disputed(sound, order, 'lost')
  says(sound, order, 'won')
  await Promise.all(Array.from({ length: 20 }, () => tell(sound, order, 'won')))
  await untilProcessed(sound)
  expect(await statesOf(sound, order)).toEqual(['open', 'lost', 'won'])
  await clean()
})

test('control: without the locks two at once book the same round, which the database refuses; where it does not count, the audit says so', async () => {
  const buyer = await signedIn(broken)
  const order = await paidOrder(broken, buyer, await someSku(broken))
  await disputed(broken, order, 'lost')
  const locks = /(from payments\.(payments|disputes)\s+where provider = \$1 and provider_reference = \$2) for update/
  const meet = meetingAt('insert into payments.dispute_rounds', 2)
  let lifted = 0
  const book = () =>
    broken.karat.db.transaction((tx) => settleDispute(tx, broken.karat.settlers, answered(order, 'won', 2)))
  const atOnce = async () => {
    broken.intercept.current = async (text) => {
      await meet(text)
      if (locks.test(text)) lifted++
      return text.replace(locks, '$1')
    }
    const both = await Promise.allSettled([book(), book()])
    broken.intercept.current = undefined
    return both.map(({ status }) => status).sort()
  }
  expect(await atOnce()).toEqual(['fulfilled', 'rejected'])
  expect(lifted).toBe(4)
  expect(await statesOf(broken, order)).toEqual(['open', 'lost', 'won'])
  expect(await auditLedger(broken.karat.db)).toEqual([])

  const other = await paidOrder(broken, buyer, await someSku(broken))
  await disputed(broken, other, 'lost')
  await asOwner(broken.connectionString, [
    'alter table payments.dispute_rounds drop constraint round_is_kept_once',
    'alter table payments.dispute_rounds disable trigger count_round',
  ])
  for (const _time of [1, 2])
    await broken.karat.db.transaction((tx) => settleDispute(tx, broken.karat.settlers, answered(other, 'won', 2)))
  const found = (await auditLedger(broken.karat.db)).map(({ rule }) => rule)
  expect(found).toContain(
    'a dispute stands as its newest round says, they are numbered without a gap, and each that moves money is booked',
  )
})

test('the database keeps rounds as they are, and takes none out of turn', async () => {
  const order = await paid()
  await disputed(sound, order, 'lost')
  const ofOrder = `dispute_id in (select id from payments.disputes where payment_id = '${order.payment.payment_id}')`
  const insert = (number: number, more = '') => `
    insert into payments.dispute_rounds (id, dispute_id, number, kind, state, amount_minor ${more && ', suspense_minor'})
    select gen_random_uuid(), dispute_id, ${number}, 'dispute_turned', 'won', amount_minor ${more} from payments.dispute_rounds where number = 1 and ${ofOrder}`
  const tried = (statement: string) => asOwner(sound.connectionString, [statement])
  await expect(tried(insert(2))).rejects.toThrow()
  await expect(tried(insert(4))).rejects.toThrow('without a gap')
  await expect(tried(insert(3, ', 5'))).rejects.toThrow('given back')
  await expect(
    tried(`update payments.disputes set state = 'won', loss_minor = 0, rounds = 3 where id in
    (select dispute_id from payments.dispute_rounds where ${ofOrder})`),
  ).rejects.toThrow('by its rounds')
  const app = (statement: string) => sound.karat.db.run(sql`${raw(statement)}`)
  await expect(app('update payments.dispute_rounds set number = 9')).rejects.toThrow('permission denied')
  await expect(app('delete from payments.dispute_rounds')).rejects.toThrow('permission denied')
})

test.each(['loss_minor = loss_minor + 1', 'amount_minor = amount_minor + 1', `state = 'open'`, 'number = number + 1'])(
  'a turn of other figures than were booked is found: %s',
  async (change) => {
    const order = await paid()
    await disputed(sound, order, 'won')
    await disputed(sound, order, 'lost')
    const statements = [
      'alter table payments.dispute_rounds drop constraint round_adds_up',
      `update payments.dispute_rounds set ${change} where number = 3 and dispute_id in
        (select id from payments.disputes where payment_id = '${order.payment.payment_id}')`,
    ]
    const rules = (tx: Tx) => findViolations(tx).then((all) => all.map(({ rule }) => rule))
    expect(await afterTampering(sound.connectionString, statements, rules)).toContain(
      'every transfer has its record, and moves what that says',
    )
  },
)
