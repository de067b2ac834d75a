/** The audit against a shop with one paid, one cancelled and one suspended order: clean, and after each thing somebody could do to it, not. */
import { beforeAll, expect, test, vi } from 'vitest'
import { addTestKind, TEST_KIND } from '../../tests/support/books.ts'
import { disputed } from '../../tests/support/disputes.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import {
  executed,
  fakeAcquirer,
  laterPapersOf,
  moveThrough,
  paidOrder as payOrder,
  quoted,
  refundsDone,
  staff,
  untilProcessed,
} from '../../tests/support/money-back.ts'
import { settlePapers } from '../../tests/support/papers.ts'
import { patience } from '../../tests/support/patience.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { ask, notify, payable, someSku, submitted } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { afterStatements, afterTampering } from '../../tests/support/tampering.ts'
import { revalueMetal } from '../catalogue/revalue-metal.ts'
import { sql, type Tx } from '../db/database.ts'
import { grantRefund } from '../orders/refunds/decide-refund.ts'
import type { RefundRequestView, ReviewQuoteView } from '../orders/refunds/refund-contract.ts'
import { bookSales } from '../orders/sales/book-sale.ts'
import { allChecks, auditLedger, findViolations } from './ledger-audit.ts'

const shop = openShop()

beforeAll(async () => {
  const { db } = shop.karat
  await freshTick(shop)
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const paid = await payable(shop, member, skuId)
  await notify(shop, { reference: paid.payment.payment_id, amount: paid.payment.amount })
  const short = await payable(shop, member, skuId)
  await notify(shop, { reference: short.payment.payment_id, amount: '1' })
  const cancelled = await submitted(shop, member, skuId)
  await ask(shop, member, '/order/cancel_order', { order_id: cancelled.order_id })
  await vi.waitFor(
    async () =>
      expect(await db.row(sql`select count(*)::int as n from ledger.transfers where kind like 'payment%'`)).toEqual({
        n: 2,
      }),
    patience,
  )
  expect(await settlePapers(shop.karat)).toBe(1)
  await giveMoneyBack(member, skuId)
})

/** A paid order that was cancelled below its price, one of which a piece went back and whose dispute turned, and one carried out from suspense. */
async function giveMoneyBack(member: TestMember, skuId: number) {
  const { karat } = shop
  fakeAcquirer(shop)
  const given = await payOrder(shop, member, skuId)
  const returned = await payOrder(shop, member, skuId, 2)
  const late = await payable(shop, member, skuId)
  await notify(shop, { reference: late.payment.payment_id, amount: `${BigInt(late.payment.amount) + 7n}` })
  await untilProcessed(shop)
  const honour = await ask<ReviewQuoteView>(shop, member, '/order/review_quote', { order_id: late.order.order_id })
  const choice = { order_id: late.order.order_id, choice: 'honour', quote_id: honour.quote_id }
  await ask(shop, member, '/order/review_choose', choice)
  await moveThrough(shop, late.order.order_id, 'preparing')
  await movePrice(shop, -100)
  const { quote_id } = await quoted(shop, member, given.order.order_id)
  await ask(shop, member, '/order/cancel_order', { order_id: given.order.order_id, quote_id })
  await moveThrough(shop, returned.order.order_id, 'preparing', 'shipped', 'completed')
  expect(await bookSales(karat.db)).toBe(1)
  const request = await ask<RefundRequestView>(shop, member, '/product/order_refund', {
    order_id: returned.order.order_id,
    reason: 'damaged',
    lines: [{ position: 0, quantity: 1 }],
  })
  const requestId = request.request_id
  await grantRefund(karat, await staff(shop, 'refunds.grant'), { requestId, answer: '', reason: 'Seen' })
  await executed(shop, requestId)
  await refundsDone(shop)
  for (const state of ['lost', 'won'] as const) await disputed(shop, returned, state)
  expect(await revalueMetal(karat)).toBe(2)
  await movePrice(shop, 100)
  expect(await revalueMetal({ ...karat, now: () => karat.now() + 86_400_000 })).toBe(2)
  await settlePapers(karat)
  expect(await laterPapersOf(shop, returned.order.order_id)).toHaveLength(1)
}

test('the books of a shop that did nothing wrong are in order', async () => {
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

const paidOrder = `(select id from orders.orders where state = 'paid')`
const paidPayment = `(select id::text from payments.payments where subject_id = ${paidOrder})`
const suspendedPayment = `(select id::text from payments.payments where allocation = 'suspense')`
const turnedPayment = `(select payment_id::text from payments.disputes)`
const honoured = `(select reference from ledger.transfers where kind = 'payment_honoured')`
const aRefund = `(select id from payments.refunds where allocated_minor = amount_minor order by created_at limit 1)`
const cashEntry = `account_id = (select id from ledger.accounts where kind = 'cash')`
/** Cash and grams of a member out of nothing, put in by the owner of the database as the code cannot. */
const member = `'member:id:00000000-0000-4000-8000-000000000001'`
const minted = [
  addTestKind,
  ...[
    ['house:id', 'rounding', 'IDR', member, 'cash'],
    ['house:id', 'gold_received', 'XAU', `'house:id'`, 'vault'],
    ['house:id', 'vault', 'XAU', member, 'gold'],
  ].map(
    ([owner, from, asset, to, kind]) => `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
      values (gen_random_uuid(), '${TEST_KIND}', gen_random_uuid()::text,
        ledger.account_ids(array['${owner}', ${to}], array['${from}', '${kind}'], array['${asset}', '${asset}']), '{-100,100}', 'system')`,
  ),
]
const insertTransfer = (kind: string, reference: string, accounts: string[], amounts: bigint[], more = 'null') => `
  insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, reverses, shard, seq, previous_hash, hash)
  select gen_random_uuid(), '${kind}', ${reference},
    array(select a.id from unnest(array[${accounts.map((one) => `'${one}'`)}]) with ordinality as wanted(kind, position)
          join ledger.accounts a on a.kind = wanted.kind and a.asset = 'IDR' order by wanted.position),
    '{${amounts}}', 'system', ${more}, 0, 1000000 + (random() * 1000000)::int, '', ''`
/** What the application's role may post: 5 rupiah from one account of the store to another, or to a member. */
const mint = (kind: string, reference: string, [from, to]: [string, string]) => `
  insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
  values (gen_random_uuid(), '${kind}', (${reference})::text,
    ledger.account_ids(array['house:id', ${to === 'cash' ? member : `'house:id'`}], array['${from}', '${to}'], array['IDR', 'IDR']), '{-5,5}', 'system')`
const enterLegs = `insert into ledger.entries select t.id, leg.position, leg.account_id, leg.amount, now() from ledger.transfers t,
  unnest(t.accounts, t.amounts) with ordinality as leg(account_id, amount, position) where t.seq >= 1000000`

const twoPeople = `'staff:' || gen_random_uuid() || '+staff:' || gen_random_uuid()`
const isShort = `update payments.payments set short_minor = 5 where subject_id = ${paidOrder}`
const aHolder = `insert into vault.holders (id, member_id, store) select gen_random_uuid(), id, 'id' from identity.members limit 1`
const aPayout = `
  insert into vault.payouts (id, number, holder_id, member_id, store, currency, amount_minor, destination_id, provider, hold_id, state, tries, accepted_at)
  select gen_random_uuid(), 'W1', id, member_id, store, 'IDR', 5, gen_random_uuid(), 'sandbox', gen_random_uuid(), 'paying', 1, now() from vault.holders limit 1`
const aJudgment = `
  with held as (insert into cases.cases (id, number, kind, member_id, store, hold_kind)
    select gen_random_uuid(), 'C0', 'legal_hold', id, 'id', 'court' from identity.members limit 1 returning id, member_id)
  insert into vault.legal_transfers (id, number, kind, case_id, member_id, authority, store, asset, amount, made_by)
  select gen_random_uuid(), 'L1', 'court_order', id, member_id, 'A court', 'id', 'IDR', 5, ${twoPeople} from held`
const aRemittance = `
  insert into vault.remittances (id, number, legal_transfer_id, member_id, store, currency, amount_minor, paid_to, reference, made_by)
  select gen_random_uuid(), 'B1', id, member_id, store, asset, amount, authority, 'BCA 1', made_by from vault.legal_transfers`
const aNote = (kind: string, reference: string) => `
  insert into payments.receivable_notes (id, payment_id, kind, amount_minor, reference, reason, actor)
  select gen_random_uuid(), id, ${kind}, 5, ${reference}, 'x', 'staff:x' from payments.payments where subject_id = ${paidOrder}`

const paperNumbers = 'the papers of a kind, store and year are numbered without a gap, up to their counter'
const paperOfOrder =
  'each paper about an order is the one that its order knows: of that order, its store, that kind and that occasion'
const newestPaper = 'the newest paper of an order names every piece that the order has, or a correction is waited for'
const creditNotes = 'money of an invoiced order that went back has one credit note of its amount, or waits for it'
const corrections = 'every correction is booked once, and its payment counts them all'
const setOffs = 'what is set off is booked once and counted'
const weighed =
  'the fine grams of numbered pieces, of lots and of lost and pledged bars are those in the books, by store and by where they are'
const registered = 'the bars of the register are the vault, members’ grams and what is short, by store'
const paidFor = 'what the pieces and lots of the house cost is in the books, by store and by where the pieces are'
const noted = 'what is noted as paid or written off is booked once and counted'
const notedBy = 'a note by which less is owed was made by staff'
const owedToAuthorities = 'what the house owes authorities is what courts ordered, less what was paid at the bank'
const notedAtBank = 'what was paid at the bank, or came back there, was noted by staff and is booked'
const receivable = 'the books hold as receivable what is owed of payments and disputes'
const disputes = 'every dispute is booked as it stands, and its payment counts them all'
const rounds =
  'a dispute stands as its newest round says, they are numbered without a gap, and each that moves money is booked'
const settledAs =
  'a cancelled sale is settled as the quote says that its member used in time, any other by what ended it and without a gain'
const gained = 'nobody gains more by cancelling than the gold would bring at a bid since it was sold'
const wentBack =
  'money that an order used goes back for what settled it or for an executed request, and to its own payment'
const executedBy = 'an executed request was executed by staff, for its pieces'
const difference =
  'a difference is what a listed cancellation gave too little by the level of its window, and is paid by staff'
const sold = 'what was handed over is sold, less what executed requests returned of it, and nothing else is'
const revalued = 'a revaluation is at the spot of its tick, and follows from the one before it'
const unrealised = 'the unrealised result in the books is that of the last revaluation'
const guards = 'every guard of the ledger is in force'
const unknownKind = 'the kinds of transfers are those that the code knows'
const unexplained = 'every transfer has its record, and moves what that says'
const countedExposure = 'the open exposure that a store counts is the sum of its commitments'
const aBar = (maker: string, serial: string) => `
  insert into backing.bars (id, store, maker, serial, kind, gross_weight_e4, fineness_e1, fine_weight_e4, place)
  select gen_random_uuid(), 'id', ${maker}, ${serial}, 'bar', 10000, 9999, 9999, 'X' from catalogue.pieces limit 1`
const tamperings: [rule: string, ...statements: string[]][] = [
  [
    difference,
    'alter table orders.differences disable trigger require_too_little',
    'insert into orders.differences (order_id, back_minor, gain_minor) select order_id, 1, 0 from orders.settlements limit 1',
  ],
  [
    'the legs of every transfer sum to zero in each asset',
    `update ledger.entries set amount = amount + 1 where ${cashEntry}`,
  ],
  ['all accounts of an asset sum to zero', `update ledger.entries set amount = amount + 1 where ${cashEntry}`],
  [
    'all accounts of a store and asset sum to zero',
    `update ledger.accounts set owner = replace(owner, ':id:', ':my:') where kind = 'cash'`,
  ],
  [
    'what is held of a member is what their open holds say',
    `update ledger.accounts set kind = 'cash_held' where kind = 'cash'`,
  ],
  ['every entry is a leg of its transfer and every leg an entry', `delete from ledger.entries where ${cashEntry}`],
  [
    'every entry is a leg of its transfer and every leg an entry',
    `update ledger.transfers set amounts = array[-1, 1]::bigint[] where kind = '${TEST_KIND}'`,
  ],
  ['every entry is of an account that exists', `update ledger.entries set account_id = 999 where ${cashEntry}`],
  [
    'a floored account has a balance, and it is the sum of its entries',
    'update ledger.balances set balance = balance + 1',
  ],
  ['a floored account has a balance, and it is the sum of its entries', 'delete from ledger.balances'],
  [
    'a floored account has a balance, and it is the sum of its entries',
    'update ledger.parts set balance = balance + 1 where part = 7',
  ],
  ['a floored account has a balance, and it is the sum of its entries', 'delete from ledger.parts where balance = 0'],
  [
    'a floored account has a balance, and it is the sum of its entries',
    `insert into ledger.parts (account_id, part) select id, 0 from ledger.accounts where kind = 'cash'`,
  ],
  [
    'no floored account is below zero',
    'alter table ledger.parts drop constraint part_never_negative',
    'update ledger.parts set balance = balance + case part when 1 then -200 when 2 then 200 else 0 end',
  ],
  [
    'entries of a member’s account are numbered without a gap, each with its balance',
    `update ledger.entries set balance_after = balance_after + 1 where ${cashEntry}`,
  ],
  ['no floored account is below zero', `update ledger.entries set amount = -amount where ${cashEntry}`],
  [
    'every account is of a kind that there is',
    'alter table ledger.accounts drop constraint account_is_of_a_kind',
    `update ledger.accounts set floored = false where kind = 'vault'`,
  ],
  [
    'one transfer for each kind and reference',
    'alter table ledger.transfers drop constraint transfer_reference_is_single',
    `update ledger.transfers set kind = 'same', reference = 'same' where kind = '${TEST_KIND}'`,
  ],
  [
    'a transfer is reversed at most once, by its mirror image',
    insertTransfer(
      'reversal',
      `'1'`,
      ['rounding', 'cash'],
      [99n, -99n],
      `(select id from ledger.transfers where reference = ${paidPayment})`,
    ),
  ],
  [
    'grams come to members only from a vault',
    `update ledger.entries set number = 99, balance_after = 0, account_id = (select id from ledger.accounts where kind = 'gold')
      where transfer_id in (select id from ledger.transfers where kind = '${TEST_KIND}') and amount > 0
        and account_id = (select id from ledger.accounts where kind = 'vault' and owner = 'house:id')`,
  ],
  [
    'every captured payment is booked once, to what it is for or to suspense',
    `update ledger.transfers set reference = 'elsewhere' where kind = 'payment_captured' and reference = ${paidPayment}`,
  ],
  [
    'every captured payment is booked once, to what it is for or to suspense',
    `update payments.payments set amount_minor = amount_minor + 1 where subject_id = ${paidOrder}`,
  ],
  [
    'every captured payment is booked once, to what it is for or to suspense',
    insertTransfer('payment_suspended', paidPayment, ['provider_clearing', 'suspense'], [-5n, 5n]),
    enterLegs,
  ],
  [
    'money that nobody may choose about any more is allocated or on its way back',
    `update orders.orders set state = 'cancelled' where state = 'payment_review'`,
  ],
  [
    'money leaves suspense for an order exactly where a suspended payment is allocated to one',
    `update payments.payments set allocation = 'subject', allocated_minor = captured_minor where allocation = 'suspense'`,
  ],
  [
    'money leaves suspense for an order exactly where a suspended payment is allocated to one',
    `update payments.payments set allocation = 'suspense', allocated_minor = null where id::text = ${honoured}`,
  ],
  [
    'money leaves suspense for an order exactly where a suspended payment is allocated to one',
    `update payments.payments set allocated_minor = allocated_minor - 1 where id::text = ${honoured}`,
  ],
  [
    'whatever moves clearing is a captured payment, its correction, its refund or its dispute',
    insertTransfer('payment_captured', `'of nobody'`, ['provider_clearing', 'order_money'], [-5n, 5n]),
    enterLegs,
  ],
  [
    'whatever moves clearing is a captured payment, its correction, its refund or its dispute',
    insertTransfer('pocketed', suspendedPayment, ['suspense', 'provider_clearing'], [-1n, 1n]),
    enterLegs,
  ],
  [corrections, isShort],
  [
    corrections,
    `insert into payments.corrections (id, payment_id, was_minor, now_minor, suspense_minor, short_minor)
      select gen_random_uuid(), id, captured_minor - 1, captured_minor, 1, 0 from payments.payments where subject_id = ${paidOrder}`,
  ],
  [setOffs, `update payments.payments set short_minor = 5, covered_minor = 5 where subject_id = ${paidOrder}`],
  [
    noted,
    `update payments.payments set short_minor = 5, covered_minor = 5, paid_minor = 5 where subject_id = ${paidOrder}`,
  ],
  [noted, isShort, aNote(`'written_off'`, 'null')],
  [notedBy, isShort, aNote(`'paid'`, `'BCA 1'`)],
  [receivable, isShort],
  [disputes, `update payments.payments set charged_back_minor = 5 where subject_id = ${paidOrder}`],
  [
    disputes,
    `insert into payments.disputes (id, payment_id, provider, provider_reference, amount_minor, currency, reason)
      select gen_random_uuid(), id, 'sandbox', 'dp', 5, 'IDR', 'x' from payments.payments where subject_id = ${paidOrder}`,
    `update payments.payments set disputed_minor = 5 where subject_id = ${paidOrder}`,
  ],
  [disputes, `update payments.payments set charged_back_minor = 5 where id::text = ${turnedPayment}`],
  [rounds, `update payments.dispute_rounds set amount_minor = amount_minor + 1 where number = 3`],
  [rounds, `delete from payments.dispute_rounds where number = 3`],
  [
    rounds,
    `update payments.disputes set state = 'lost', loss_minor = amount_minor where payment_id::text = ${turnedPayment}`,
  ],
  [rounds, `update ledger.transfers set reference = 'elsewhere' where kind = 'dispute_turned'`],
  [
    'every settled refund is booked once, from where its parts say',
    insertTransfer('payment_refunded', `${aRefund}::text || ' again'`, ['suspense', 'provider_clearing'], [-2n, 2n]),
    `update ledger.transfers set reference = 'elsewhere' where kind = 'payment_refunded' and reference = ${aRefund}::text`,
  ],
  [
    'every refund to a balance is booked there once, and only what came by a method that returns nothing goes there',
    `update payments.refunds set way = 'balance' where id = ${aRefund}`,
  ],
  [
    'every settled refund is booked once, from where its parts say',
    `update payments.refund_parts set amount_minor = amount_minor - 1 where refund_id = ${aRefund} and account_kind = 'order_money'`,
  ],
  [
    'what a payment brought its subject is one tender, and nothing else is',
    `delete from payments.tenders where subject_id = ${paidOrder}`,
  ],
  [
    'what a payment brought its subject is one tender, and nothing else is',
    `update payments.tenders set amount_minor = amount_minor - 1 where subject_id = ${paidOrder}`,
  ],
  [
    'the parts of a refund and of a set-off sum to it',
    `update payments.refund_parts set account_kind = 'suspense' where refund_id = ${aRefund} and account_kind = 'order_money'`,
  ],
  [
    'what is refunded or on its way is counted, and never more than was captured',
    `update payments.payments set refunded_allocated_minor = refunded_allocated_minor - 1 where refunded_allocated_minor > 0`,
  ],
  [
    'what is refunded or on its way is counted, and never more than was captured',
    `update payments.refunds set state = 'failed' where id = ${aRefund}`,
  ],
  [
    'suspense holds what was suspended, less what its orders use and what was returned',
    insertTransfer(TEST_KIND, `'out of suspense'`, ['suspense', 'rounding'], [-1n, 1n]),
    enterLegs,
  ],
  [
    'captured money is with its order, in suspense, settled, sold or refunded, and nowhere else',
    insertTransfer(TEST_KIND, `'out of an order'`, ['order_money', 'rounding'], [-1n, 1n]),
    enterLegs,
  ],
  [
    'captured money is with its order, in suspense, settled, sold or refunded, and nowhere else',
    `update orders.settlements set kept_minor = kept_minor + 1`,
  ],
  [
    'captured money is with its order, in suspense, settled, sold or refunded, and nowhere else',
    'update orders.sales set premium_minor = premium_minor + 1',
  ],
  [
    'an order that was paid and is cancelled is settled once, or was paid back at the counter, and all of its money but what the house keeps goes back',
    `delete from orders.settlements`,
  ],
  [
    'an order that was paid and is cancelled is settled once, or was paid back at the counter, and all of its money but what the house keeps goes back',
    `update payments.refunds set amount_minor = amount_minor - 1, allocated_minor = allocated_minor - 1 where id = ${aRefund}`,
  ],
  [
    'a gain is in the cash balance of whoever cancelled',
    `update orders.settlements set kept_minor = 0, gain_minor = 5`,
  ],
  [
    'a gain is in the cash balance of whoever cancelled',
    `update ledger.transfers set reference = 'elsewhere' where kind = 'sale_settled'`,
  ],
  [
    'pieces asked back or given back are counted, and never more than were bought',
    `update orders.claimed_pieces set claimed = claimed + 1`,
  ],
  [
    'pieces asked back or given back are counted, and never more than were bought',
    `update orders.refund_lines set granted = 0`,
  ],
  [
    'an executed request has its refund, and no other has one',
    `update orders.refund_requests set state = 'granted' where state = 'executed'`,
  ],
  [
    'an executed request has its refund, and no other has one',
    `update orders.refund_requests set granted_minor = granted_minor + 1`,
  ],
  [
    'each provider reference belongs to one payment',
    'alter table payments.payments drop constraint provider_reference_is_single',
    `update payments.payments set provider_reference = 'same'`,
  ],
  [
    'an order is paid exactly when the tenders used for it sum to its total',
    `update orders.orders set state = 'paid' where state = 'cancelled'`,
  ],
  [
    'an order is paid exactly when the tenders used for it sum to its total',
    `update orders.orders set state = 'pending_payment' where state = 'paid'`,
  ],
  [
    'a captured payment is split as its order is',
    `update orders.orders set tax_minor = tax_minor + 1, goods_minor = goods_minor - 1 where id = ${paidOrder}`,
  ],
  [
    'an order that waits for money has none in suspense, and one in review has',
    `update orders.orders set state = 'expired' where state = 'payment_review'`,
  ],
  [
    'an order that waits for money has none in suspense, and one in review has',
    `update orders.orders set state = 'payment_review' where state = 'cancelled'`,
  ],
  [
    'every payment is of an order, a deposit or a purchase, its member, store and currency',
    'update payments.payments set subject_id = gen_random_uuid()',
  ],
  [
    'the total of an order is that of its lines and charges',
    `update orders.orders set goods_minor = goods_minor + 1, total_minor = total_minor + 1 where id = ${paidOrder}`,
  ],
  ['the total of an order is that of its lines and charges', `delete from orders.lines where order_id = ${paidOrder}`],
  [
    'the state of an order is where its timeline ends',
    `update orders.orders set state = 'shipped' where state = 'paid'`,
  ],
  ['a timeline has no jump', `update orders.moves set from_state = 'expired' where to_state = 'paid'`],
  [
    'a guarantee is used exactly when an order was made of it, for no more than its total',
    'update orders.guarantees set used_at = null where used_at is not null',
  ],
  ['stock is the sum of its moves, and never below zero', 'update catalogue.skus set stock = stock + 1'],
  ['stock is the sum of its moves, and never below zero', 'update catalogue.skus set received = received + 1'],
  [
    'what is held or stolen leaves the stock, what is counted or moved goes either way, everything else comes to it',
    'alter table catalogue.stock_moves drop constraint stock_move_has_its_sign',
    `update catalogue.stock_moves set reason = 'received' where reason = 'held'`,
  ],
  [
    'an order holds its lines, until it is cancelled or expires, and then nothing',
    `delete from catalogue.stock_moves where reason = 'released'`,
  ],
  [
    'an order holds its lines, until it is cancelled or expires, and then nothing',
    `update catalogue.stock_moves set quantity = quantity - 1 where reason = 'held'`,
  ],
  ['a bar is where its history ends', aBar(`'A maker'`, `'A-1'`)],
  [
    'a bar lies where its history brought it, and none that is there lies in a closed place',
    aBar(`'A maker'`, `'A-1'`),
  ],
  [registered, aBar(`'A maker'`, `'A-1'`)],
  [
    'a bar is on its way exactly while a transport of it is open',
    aBar(`'A maker'`, `'A-1'`),
    `update backing.bars set state = 'in_transit'`,
  ],
  [
    'a transport was asked for and approved by its two people, and what came of it is in the history of its bars, by another than who sent it',
    `insert into backing.places (store, code) values ('id', 'T-1'), ('id', 'T-2')`,
    `insert into backing.transports (id, number, store, from_place, to_place, carrier, expected_on, requester, approver, reason)
      values (gen_random_uuid(), 'T1', 'id', 'T-1', 'T-2', 'Nobody', '2026-01-01', gen_random_uuid(), gen_random_uuid(), 'x')`,
  ],
  [
    'a count that was compared has two sheets of two people that are done, and an answer of a third to all that differed once it is over',
    `insert into backing.places (store, code) values ('id', 'T-1')`,
    `insert into backing.counts (id, number, store, place, opened_by, reason, compared_at, finished_at)
      values (gen_random_uuid(), 'C1', 'id', 'T-1', gen_random_uuid(), 'x', now(), now())`,
  ],
  [
    'what a count found is every bar that the register had there then, and what it declared missing was lost',
    aBar(`'A maker'`, `'A-1'`),
    `insert into backing.places (store, code) values ('id', 'X')`,
    `insert into backing.counts (id, number, store, place, opened_by, reason, compared_at)
      values (gen_random_uuid(), 'C1', 'id', 'X', gen_random_uuid(), 'x', now())`,
    'insert into backing.count_expected (count_id, bar_id) select c.id, b.id from backing.counts c, backing.bars b',
  ],
  ['no bar of the register is a numbered piece of the shop', aBar('brand', 'serial')],
  [weighed, aBar(`'A maker'`, `'A-1'`), `update backing.bars set state = 'missing'`],
  [weighed, aBar(`'A maker'`, `'A-1'`), `update backing.bars set state = 'pledged'`],
  ['a piece is where its history ends', `update catalogue.pieces set state = 'sold' where state = 'allocated'`],
  [weighed, `update catalogue.pieces set fine_weight_e4 = fine_weight_e4 + 1 where state = 'in_stock'`],
  [weighed, `update catalogue.pieces set state = 'sold' where state = 'allocated'`],
  [weighed, `update catalogue.pieces set state = 'reported_stolen' where state = 'allocated'`],
  [
    weighed,
    `delete from ledger.entries where transfer_id in (select id from ledger.transfers where kind = 'pieces_shelved')`,
  ],
  [
    paidFor,
    `with a as (insert into catalogue.arrivals (id, supplier, papers_complete, actor) values (gen_random_uuid(), 'x', true, 'x') returning id)
     update catalogue.pieces set arrival_id = a.id, cost_minor = 5, cost_currency = 'IDR' from a where state = 'in_stock'`,
  ],
  [unexplained, `update catalogue.piece_moves set act = gen_random_uuid() where gram_move = 'received'`],
  [
    'an order has no more pieces of a sku than it bought',
    `update catalogue.pieces p set state = 'allocated', order_id = taken.order_id from catalogue.pieces taken
      where taken.state = 'allocated' and p.sku_id = taken.sku_id and p.state = 'in_stock'`,
  ],
  [
    'an order whose pieces were settled has none promised any more',
    `update orders.orders set pieces_settled_at = now() where id in ${paidOrder}`,
  ],
  [
    'a lost parcel is with its courier, and its pieces are warned of',
    `insert into orders.shipments (order_id, carrier, tracking, shipped_by) select id, 'jne', 'CGK-000001', 'staff:x' from orders.orders limit 1`,
    `insert into orders.lost_parcels (order_id, parcel, reported_by, reason) select order_id, parcel, 'staff:x', 'x' from orders.shipments`,
  ],
  [
    'a lost parcel that was paid back is of an order whose money all went back, and which has no pieces',
    `insert into orders.shipments (order_id, carrier, tracking, shipped_by) select id, 'jne', 'CGK-000001', 'staff:x' from orders.orders limit 1`,
    `insert into orders.lost_parcels (order_id, parcel, reported_by, reason, ended, ended_by, ended_at)
      select order_id, parcel, 'staff:x', 'x', 'paid_back', 'staff:x', now() from orders.shipments`,
  ],
  [
    'what comes back to the stock comes as a numbered piece',
    `update catalogue.skus set stock = stock + 1`,
    `insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor) select id, 1, 'recovered', gen_random_uuid()::text, 'staff:x' from catalogue.skus`,
  ],
  ['a piece is of the weight, fineness and maker of its sku', `update catalogue.pieces set brand = 'Another'`],
  ['an order has its invoice exactly when it says so', `update orders.orders set invoiced_at = null`],
  ['an order has its invoice exactly when it says so', `delete from orders.invoices`],
  [paperNumbers, `update papers.papers set number = number + 1000 where kind = 'invoice'`],
  [paperNumbers, `update papers.counters set last = last + 1 where kind = 'invoice'`],
  [creditNotes, 'update orders.later_papers set amount_minor = amount_minor + 1'],
  [paperNumbers, `update papers.papers set number = number + 1 where kind = 'credit_note'`],
  [paperNumbers, `update papers.counters set last = last + 1 where kind = 'credit_note'`],
  [paperOfOrder, `update papers.papers set occasion = gen_random_uuid()::text where kind = 'credit_note'`],
  [paperOfOrder, `update papers.papers set subject_id = gen_random_uuid()::text where kind = 'invoice'`],
  [paperOfOrder, 'update orders.later_papers set paper_id = 0'],
  [unknownKind, `insert into ledger.transfer_kinds values ('bonus_paid', 'cash', false, true)`],
  [
    unexplained,
    `update payments.refund_parts set amount_minor = amount_minor - 1 where refund_id = ${aRefund} and account_kind = 'order_money'`,
  ],
  [unexplained, 'update payments.dispute_rounds set cash_minor = 5 where number = 3'],
  [
    unexplained,
    'update payments.dispute_rounds set short_minor = short_minor + 1, loss_minor = loss_minor - 1 where number = 2',
  ],
  [unexplained, `update orders.settlements set kept_minor = kept_minor + 1`],
  [unexplained, `update orders.orders set store = 'my' where id = ${paidOrder}`],
  [sold, 'update orders.sales set premium_minor = premium_minor + 1'],
  [sold, 'delete from orders.sales'],
  [sold, `update orders.orders set sale_due = false where id = ${paidOrder}`],
  [sold, `update orders.sales set order_id = ${paidOrder}`],
  [unexplained, 'update orders.sales set premium_minor = premium_minor + 1, gold_minor = gold_minor - 1'],
  [revalued, 'update catalogue.revaluations set price_minor = price_minor + 1'],
  [revalued, 'update catalogue.revaluations set stock_e4 = stock_e4 + 10000'],
  [revalued, 'update catalogue.revaluations set basis_minor = basis_minor + 1 where change_minor = 0'],
  [revalued, 'delete from catalogue.revaluations where change_minor = 0'],
  [unrealised, 'delete from catalogue.revaluations where change_minor <> 0'],
  [unexplained, 'update catalogue.revaluations set change_minor = change_minor + 1 where change_minor <> 0'],
  [settledAs, `update orders.quotes set figures = figures || '{"kept": "5"}' where used_at is not null`],
  [settledAs, `update orders.quotes set used_at = null where used_at is not null`],
  [settledAs, `update orders.settlements set because = 'given_up', quote_id = null, kept_minor = 0`],
  [settledAs, `update orders.settlements set because = 'price_window', quote_id = null, kept_minor = 0`],
  [settledAs, `update orders.settlements set because = 'request', quote_id = null`],
  [settledAs, `update orders.settlements set created_at = created_at + interval '31 minutes'`],
  [gained, `update orders.settlements set kept_minor = 0, gain_minor = 5`],
  [wentBack, `update payments.refunds set occasion = 'request:' || gen_random_uuid() where id = ${aRefund}`],
  [wentBack, `update payments.refunds set member_id = (select id from identity.members where id <> member_id limit 1)`],
  [executedBy, `update orders.refund_requests set granted_minor = granted_minor + 1`],
  [executedBy, 'alter table staff.actions disable trigger all', `delete from staff.actions`],
  [newestPaper, `update orders.invoices set serials = '{}'`],
  [countedExposure, `update orders.exposure set open_e4 = open_e4 + 1 where store = 'id'`],
  [
    countedExposure,
    `delete from orders.commitments where guarantee_id = (select guarantee_id from orders.commitments limit 1)`,
  ],
  [
    'a commitment is the fine gold that its guarantee sells for money',
    'update orders.commitments set fine_e4 = fine_e4 + 1',
    'update orders.exposure e set open_e4 = (select sum(fine_e4) from orders.commitments c where c.store = e.store)',
  ],
  [
    'the open exposure that limits and desk read is that of guarantees, orders, quotes and purchases',
    'update orders.commitments set fine_e4 = fine_e4 + 1',
  ],
  [
    'what was paid at a counter has one receipt of its money, which is booked once',
    `update payments.payments set provider = 'counter', method = 'counter_cash' where state = 'captured' and allocation = 'subject'`,
  ],
  [
    'what was paid at a counter has one receipt of its money, which is booked once',
    `insert into payments.counter_receipts (payment_id, subject_id, store, method, amount_minor, currency, taken_by, taken_on)
      select id, subject_id, store, 'counter_cash', captured_minor, captured_currency, array[gen_random_uuid()], now()::date
      from payments.payments where id::text = ${paidPayment}`,
  ],
  [
    'what a cash balance paid is booked once, and nothing of nothing',
    `update payments.payments set method = 'balance' where state = 'captured' and allocation = 'subject'`,
  ],
  [
    'an order is paid in the grams of its lines, held until its numbers are assigned and back once it is over',
    'update orders.orders set grams_e4 = 1',
  ],
  [
    'grams of pieces that came back are their member’s again, and no others',
    `insert into vault.redemptions (id, order_id, member_id, store, weight_e4, hold_id, state, ended_at)
      select id, id, member_id, store, 5, gen_random_uuid(), 'used', now() from orders.orders where state <> 'cancelled'`,
    `insert into vault.redemption_returns (id, redemption_id, weight_e4, occasion) select id, id, 5, 'nothing' from vault.redemptions`,
  ],
  [
    'a deposit is paid exactly when one payment of it brought its amount',
    aHolder,
    `insert into vault.deposits (id, number, holder_id, member_id, store, currency, amount_minor, state, expires_at, paid_at, clears_at)
      select gen_random_uuid(), 'D1', id, member_id, store, 'IDR', 5, 'paid', now(), now(), now() from vault.holders limit 1`,
  ],
  ...[
    'what is on its way to members’ accounts is what their payouts say',
    'money of a payout is held exactly until a provider takes it on, or it is over',
    'a payout is paid exactly when one of its tries was, and is over only when none may still be paid',
  ].map((rule): [string, ...string[]] => [rule, aHolder, aPayout]),
  [owedToAuthorities, aJudgment],
  [notedAtBank, aJudgment, aRemittance],
  [
    'what is owed beside balances is held until it is paid out, whole',
    aHolder,
    `insert into vault.payables (id, holder_id, member_id, store, currency, amount_minor, because, hold_id)
      select gen_random_uuid(), id, member_id, store, 'IDR', 5, 'came_back', gen_random_uuid() from vault.holders limit 1`,
  ],
  [
    'what is owed beside balances is held until it is paid out, whole',
    `update payments.refunds set way = 'balance', owed = true where state = 'settled'`,
  ],
  [
    'what a slip bought or is owed with is of its net and its agent’s, and no commission is owed without a slip',
    aHolder,
    `insert into vault.payables (id, holder_id, member_id, store, currency, amount_minor, because, hold_id)
      select gen_random_uuid(), id, member_id, store, 'IDR', 5, 'commission', gen_random_uuid() from vault.holders limit 1`,
  ],
  [
    'what a limit order needs is held until it ends, and of one that is filled its trade is at the limit or better',
    aHolder,
    `insert into vault.limit_orders (id, number, holder_id, member_id, store, currency, side, weight_e4, limit_minor, hold_id, ends_at)
      select gen_random_uuid(), 'L1', id, member_id, store, 'IDR', 'buy', 5, 5, gen_random_uuid(), now() from vault.holders limit 1`,
  ],
  [
    'the deposit of a large trade is held until it is paid, closed out or given back, and its request says so',
    `with told as (
        insert into business.companies (id, member_id, store, name, registration, tax_number, address, buyer_kind)
        select gen_random_uuid(), id, 'id', 'PT A', '1', '1', 'A', 'end_consumer' from identity.members limit 1 returning id, member_id)
      insert into business.requests (id, number, company_id, member_id, store, currency, side, weight_e4, goes_to, words, state)
      select gen_random_uuid(), 'B1', id, member_id, 'id', 'IDR', 'buy', 1000000, 'vault', '', 'agreed' from told`,
    `insert into business.agreements (request_id, quote_id, member_id, store, currency, hold_id, deposit_minor, pay_by)
      select id, gen_random_uuid(), member_id, store, currency, gen_random_uuid(), 5, now() from business.requests limit 1`,
  ],
  [
    'what agents are owed is what they earned less what was taken back and what was paid, and a slip is the sum of what stands on it',
    `insert into agents.agents (id, number, member_id, store, words, terms_version, signature_sealed)
      select gen_random_uuid(), 'A1', id, 'id', '', '1', '\\x00' from identity.members limit 1`,
    `insert into agents.commissions (id, agent_id, client_id, store, currency, purchase_kind, purchase_id, number, paid_at, purchase_minor,
        stands_minor, ppm, amount_minor)
      select gen_random_uuid(), id, member_id, 'id', 'IDR', 'grams', gen_random_uuid(), 'V1', now(), 1000000, 1000000, 1000, 1000 from agents.agents limit 1`,
  ],
  [
    'of a trade at a wrong price, what it brought is held until its member has chosen, at the right price of its window',
    aHolder,
    `with made as (
        insert into vault.trades (id, number, quote_id, holder_id, member_id, store, side, currency, tick_id, price_minor, weight_e4,
          amount_minor, value_minor, spread_minor, rounding_minor)
        select gen_random_uuid(), 'V1', gen_random_uuid(), id, member_id, store, 'buy', 'IDR', 1, 1, 1, 5, 5, 0, 0 from vault.holders limit 1
        returning id, member_id, store)
      insert into vault.price_choices (trade_id, member_id, store, hold_id, price_minor, amount_minor, value_minor, spread_minor, rounding_minor,
        choose_until) select id, member_id, store, gen_random_uuid(), 1, 1, 1, 0, 0, now() from made`,
  ],
  [
    'a purchase is paid exactly when one payment of it brought its amount, and its grams were bought',
    aHolder,
    `insert into vault.purchases (id, number, quote_id, holder_id, member_id, store, currency, tick_id, price_minor, weight_e4, amount_minor,
        value_minor, spread_minor, rounding_minor, state, expires_at, paid_at, clears_at)
      select gen_random_uuid(), 'V1', gen_random_uuid(), id, member_id, store, 'IDR', 1, 1, 1, 5, 5, 0, 0, 'paid', now(), now(), now() from vault.holders limit 1`,
  ],
  [
    'a cash balance is taken from only for what a provider or a bank took of a deposit or a purchase',
    isShort,
    `with set_off as (
        insert into payments.set_offs (id, payment_id, occasion, receivable_minor, loss_minor, actor)
        select gen_random_uuid(), id, 'x', 5, 0, 'system' from payments.payments where subject_id = ${paidOrder} returning id)
      insert into payments.set_off_parts select id, 'cash', 5 from set_off`,
  ],
  [
    'what a member’s grams cost is the sum of its steps, one after another',
    'update vault.cost_heads set cost_minor = cost_minor + 1',
  ],
  [
    'what a member’s grams cost is the sum of its steps, one after another',
    'update vault.cost_steps set number = number + 1',
  ],
  [
    'every transfer that moves a member’s grams is a step of what they cost, by so many grams',
    'delete from vault.cost_steps',
  ],
  [
    'grams cost what was paid for them, or the bid of the moment in which they came',
    'update vault.cost_steps set cost_minor = cost_minor + 1',
  ],
  [
    'grams that leave take their share of the cost, and a sale alone has a result',
    'update vault.cost_steps set weight_e4 = -weight_e4, cost_minor = -cost_minor - 1',
  ],
  [
    'grams that come back cost what they had cost, no more than had left',
    `insert into vault.redemptions (id, order_id, member_id, store, weight_e4, hold_id, state, ended_at)
      select gen_random_uuid(), gen_random_uuid(), member_id, store, 5, gen_random_uuid(), 'used', now() from orders.orders limit 1`,
    `insert into vault.redemption_returns (id, redemption_id, weight_e4, occasion) select gen_random_uuid(), id, 5, 'x' from vault.redemptions`,
    `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, shard, seq, previous_hash, hash)
      select gen_random_uuid(), 'gold_redeemed', id::text, '{1,2}'::bigint[], '{-5,5}'::bigint[], 'system', 0, 1000000, ''::bytea, ''::bytea from vault.redemptions
      union all select gen_random_uuid(), 'redemption_returned', id::text, '{1,2}', '{-5,5}', 'system', 0, 1000001, '', '' from vault.redemption_returns`,
    `insert into vault.cost_steps
      select r.member_id, r.store, t.seq, t.id, now(), case t.seq when 1000000 then -5 else 5 end, case t.seq when 1000000 then -7 else 8 end, 0, null,
        0, 0, 0, 0 from vault.redemptions r cross join ledger.transfers t where t.seq >= 1000000`,
  ],
  [
    'a trade at a wrong price that was undone or corrected counts as that',
    aHolder,
    `with made as (
        insert into vault.trades (id, number, quote_id, holder_id, member_id, store, side, currency, tick_id, price_minor, weight_e4,
          amount_minor, value_minor, spread_minor, rounding_minor)
        select gen_random_uuid(), 'V1', gen_random_uuid(), id, member_id, store, 'buy', 'IDR', 1, 1, 1, 5, 5, 0, 0 from vault.holders limit 1
        returning id, member_id, store)
      insert into vault.price_choices (trade_id, member_id, store, hold_id, price_minor, amount_minor, value_minor, spread_minor, rounding_minor,
        choose_until, state, ended_at) select id, member_id, store, gen_random_uuid(), 1, 1, 1, 0, 0, now(), 'undone', now() from made`,
  ],
  [
    'a run of a savings plan that bought made a trade of its member for it',
    aHolder,
    `insert into vault.plans (id, member_id, store, currency, amount_minor, rhythm, due_on, next_at)
      select gen_random_uuid(), member_id, store, 'IDR', 5, 'daily', current_date, now() from vault.holders limit 1`,
    `insert into vault.plan_runs (plan_id, due_on, member_id, currency, state, trade_id, ended_at)
      select id, current_date, member_id, 'IDR', 'done', gen_random_uuid(), now() from vault.plans limit 1`,
  ],
  [
    'what the house melted ended in it, sums to what it says, and came out as one lot; nothing else is melted',
    `update catalogue.pieces set state = 'melted' where state = 'in_stock'`,
  ],
  [
    'what holds a price is counted as open exposure',
    `update orders.orders set state = 'pending_payment' where state = 'cancelled'`,
    'delete from orders.commitments',
    'update orders.exposure set open_e4 = 0, newcomers_e4 = 0',
  ],
]

test.each(tamperings.map(([rule, ...statements]) => ({ rule, statements })))(
  'finds that it is not so: $rule',
  async ({ rule, statements }) => {
    // The others are not asked: all of them after each of these would be half a second each time.
    const asked = allChecks.filter((check) => check.rule === rule)
    expect(await rulesBrokenAfter(statements, minted, asked)).toContain(rule)
  },
)

test('silenced triggers alone break no other rule than that the guards are in force', async () => {
  expect(new Set(await rulesBrokenAfter([]))).toEqual(new Set([guards]))
})

test.each([
  'drop trigger append_only on ledger.transfers',
  'alter table ledger.transfers disable trigger seal',
  'alter table ledger.balances enable trigger by_transfer',
  'alter table ledger.balances drop constraint balance_never_negative',
])('finds a guard that is gone or weaker: %s', async (statement) => {
  const broken = await afterStatements(shop.connectionString, [statement], findViolations)
  expect(broken.map(({ rule }) => rule)).toEqual([guards])
})

/** Money and grams out of nothing, in every way that the database itself cannot refuse. */
const mintings: [what: string, rules: string[], ...statements: string[]][] = [
  ['a settlement of no order', [unexplained], mint('sale_settled', `'of nobody'`, ['settlement', 'cash'])],
  ['more for an order that was settled', [unexplained], mint('sale_settled', paidOrder, ['settlement', 'cash'])],
  [
    'the capture of a payment that nobody made',
    [unexplained],
    mint('payment_captured', 'gen_random_uuid()::text', ['provider_clearing', 'order_money']),
  ],
  [
    'a deposit that nobody paid',
    [unexplained],
    mint('cash_deposited', 'gen_random_uuid()::text', ['provider_clearing', 'cash']),
  ],
  [
    'a purchase that nobody paid',
    [unexplained],
    mint('purchase_paid', 'gen_random_uuid()::text', ['provider_clearing', 'cash']),
  ],
  [
    'a refund that was never asked for',
    [unexplained],
    mint('payment_refunded', 'gen_random_uuid()::text', ['order_money', 'provider_clearing']),
  ],
  [
    'a refund to a balance that nobody asked for',
    [unexplained],
    mint('payment_returned', 'gen_random_uuid()::text', ['order_money', 'cash']),
  ],
  [
    'a receivable that is paid though nobody owed it',
    [unexplained, receivable],
    mint('receivable_paid', 'gen_random_uuid()::text', ['bank', 'receivable']),
  ],
  [
    'cash at the counter that nobody took',
    [unexplained],
    mint('counter_received', 'gen_random_uuid()::text', ['till', 'provider_clearing']),
  ],
  [
    'a sale of an order that is not handed over',
    [unexplained],
    mint('sale_booked', `${paidOrder} || ':1'`, ['order_money', 'sales_gold']),
  ],
  [
    'the reversal of a refund, so that its money comes back',
    [unexplained],
    `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, reverses)
      select gen_random_uuid(), 'reversal', id::text, accounts, array(select -amount from unnest(amounts) as amount), 'system', id
      from ledger.transfers where kind = 'payment_refunded' limit 1`,
  ],
]
test.each(mintings.map(([what, rules, ...statements]) => ({ what, rules, statements })))(
  'names what the application could post by itself: $what',
  async ({ rules, statements }) => {
    const asApplication = ['set local role karat_app', ...statements, 'reset role']
    const broken = await afterStatements(shop.connectionString, asApplication, findViolations)
    expect(broken.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules))
  },
)

test('names a kind of transfer that the owner of the database added, and every posting of it', async () => {
  const broken = new Set((await afterStatements(shop.connectionString, minted, findViolations)).map(({ rule }) => rule))
  expect(broken).toEqual(new Set([unknownKind, unexplained, registered]))
})

test('a balance moved by a trigger that somebody planted is found', async () => {
  const planted = [
    'create table public.pocket (n int)',
    `create function public.pocket() returns trigger language plpgsql as 'begin update ledger.balances set balance = balance + 5; return new; end'`,
    'create trigger pocket before insert on public.pocket for each row execute function public.pocket()',
    'alter table ledger.balances enable always trigger by_transfer',
    'insert into public.pocket values (1)',
  ]
  expect(await rulesBrokenAfter(planted, minted)).toContain(
    'a floored account has a balance, and it is the sum of its entries',
  )
})

test('every rule of the audit has been broken here', async () => {
  const broken = new Set([guards, ...tamperings.map(([rule]) => rule)])
  expect(allChecks.map(({ rule }) => rule).filter((rule) => !broken.has(rule))).toEqual([])
})

async function rulesBrokenAfter(statements: string[], before: string[] = [], asked = allChecks): Promise<string[]> {
  const broken = async (tx: Tx) => (await findViolations(tx, asked)).map(({ rule }) => rule)
  return afterTampering(shop.connectionString, statements, broken, before)
}
