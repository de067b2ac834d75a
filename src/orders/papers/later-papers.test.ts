/** Papers that follow an invoice: credit notes for what went back, corrections where other pieces were sent. Once, without a gap. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  executed,
  fakeAcquirer,
  laterPapersOf,
  moveThrough,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  staff,
} from '../../../tests/support/money-back.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { staffSignedIn } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'
import { retryRefund } from '../../payments/return-money.ts'
import type { OrderDetailView, OrderPageView } from '../contract.ts'
import { parcelFound, reportLost, sendParcelAgain } from '../parcels/lost-parcel.ts'
import { grantRefund } from '../refunds/decide-refund.ts'
import type { RefundRequestView } from '../refunds/refund-contract.ts'
import { issueCorrection, issueCreditNote } from './issue-later-paper.ts'

const shop = openShop()
/** The controls work on a database of their own. */
const broken = openShop()
let member: TestMember
let acquirer: ReturnType<typeof fakeAcquirer>
beforeEach(async () => {
  acquirer = fakeAcquirer(shop)
  fakeAcquirer(broken)
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    await freshTick(one)
  }
  member = await signedIn(shop)
})

const amountsOf = ([paper]: Awaited<ReturnType<typeof laterPapersOf>>) => ({
  rows: paper?.document.amounts.map(([, value]) => value.replaceAll(/\s/g, ' ')),
  total: paper?.document.total?.[1].replaceAll(/\s/g, ' '),
})
const rupiah = (amount: bigint) => `Rp ${new Intl.NumberFormat('en-US').format(amount)}`

/** Paid, with its invoice, then cancelled: its money is back. */
async function cancelled(one = shop, { invoiced = true, fall = 0 } = {}) {
  const who = one === shop ? member : await signedIn(one)
  const { order } = await paidOrder(one, who, await someSku(one))
  if (invoiced) await settlePapers(one.karat)
  if (fall) await movePrice(one, -fall)
  const { quote_id } = await quoted(one, who, order.order_id)
  await ask(one, who, '/order/cancel_order', { order_id: order.order_id, quote_id })
  await refundsDone(one)
  return order.order_id
}

async function someBack(quantity: number, bought = 2) {
  const { order } = await paidOrder(shop, member, await someSku(shop), bought)
  await settlePapers(shop.karat)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  const back = async (pieces: number) => {
    const lines = [{ position: 0, quantity: pieces }]
    const wish = { order_id: order.order_id, reason: 'damaged', lines }
    const { request_id: requestId } = await ask<RefundRequestView>(shop, member, '/product/order_refund', wish)
    await grantRefund(shop.karat, await staff(shop, 'refunds.grant'), { requestId, answer: '', reason: 'Seen' })
    return executed(shop, requestId)
  }
  return { id: order.order_id, back, amount: await back(quantity) }
}

test('a cancelled order has a credit note for exactly what went back, which its owner and the office download', async () => {
  const id = await cancelled(shop, { fall: 100 })
  expect(await laterPapersOf(shop, id)).toEqual([])
  await settlePapers(shop.karat)
  const [refund] = await refundsOf(shop, id)
  const seen = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${id}`)
  expect(seen.later_papers).toMatchObject([{ kind: 'credit_note', number: expect.stringMatching(/^CN\/ID\/\d{4}\//) }])
  const papers = await laterPapersOf(shop, id)
  const document = papers[0]?.document
  expect(amountsOf(papers).total).toBe(rupiah(refund?.amount ?? 0n))
  expect(document?.facts[1]).toEqual(['Credits invoice', expect.stringContaining(seen.invoice?.number ?? '-')])
  expect(document?.amounts.map(([label]) => label)).toContain('Price difference kept')
  expect(document?.parties).toHaveLength(1)
  const number = seen.later_papers[0]?.number ?? ''
  const path = `order_id=${id}&number=${encodeURIComponent(number)}`
  const get = (headers: Record<string, string>, url = `/api/storeid/order/invoice?${path}`) =>
    shop.app.inject({ url, headers })
  const [own, again, stranger] = [
    await get(member.headers),
    await get(member.headers),
    await get((await signedIn(shop)).headers),
  ]
  expect(own.headers['content-disposition']).toMatch(/^attachment; filename="CN-ID-\d{4}-\d{6}\.pdf"$/)
  expect(own.rawPayload.equals(again.rawPayload)).toBe(true)
  expect([stranger.statusCode, stranger.json().error]).toEqual([404, 'not_found'])
  const desk = await get((await staffSignedIn(shop, 'desk')).headers, `/api/admin/orders/invoice?${path}`)
  expect(desk.rawPayload.equals(own.rawPayload)).toBe(true)
  const other = await get(member.headers, `/api/storeid/order/invoice?order_id=${id}&number=CN/ID/2001/000001`)
  expect([other.statusCode, other.json().error]).toEqual([404, 'not_found'])
  const bad = await get(member.headers, `/api/storeid/order/invoice?order_id=${id}&number=x`)
  expect(bad.json()).toMatchObject({ error: 'invalid_input', data: { fields: { number: expect.any(String) } } })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('an order given up before its invoice needs no credit note, and is asked about no more', async () => {
  const id = await cancelled(shop, { invoiced: false })
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id)).toEqual([])
  const row = await shop.karat.db.row(
    sql`select papers_at is not null as done from payments.refunds where subject_id = ${id}`,
  )
  expect(row).toEqual({ done: true })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('each part that goes back has a credit note of its own, together all that was paid', async () => {
  const { id, back, amount } = await someBack(1)
  await refundsDone(shop)
  await settlePapers(shop.karat)
  const rest = await back(1)
  await refundsDone(shop)
  await settlePapers(shop.karat)
  const papers = await laterPapersOf(shop, id)
  expect(papers.map(({ document }) => document.lines.map(({ quantity }) => quantity))).toEqual([['1'], ['1']])
  expect(amountsOf(papers).total).toBe(rupiah(amount))
  expect(amountsOf(papers.slice(1)).total).toBe(rupiah(rest))
  const sums = await shop.karat.db.row<{ credited: bigint; total: bigint }>(sql`
    select sum(p.amount_minor)::bigint as credited, min(o.total_minor) as total
    from orders.later_papers p join orders.orders o on o.id = p.order_id where o.id = ${id}`)
  expect(sums?.credited).toBe(sums?.total)
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('money that is on its way or was refused is not credited; what a new try returns is', async () => {
  acquirer.answer = (refund) => ({
    outcome: 'known',
    refund: { ...refund, providerReference: `rf_${refund.reference}`, state: 'failed', failure: 'card_closed' },
  })
  const id = await cancelled()
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id)).toEqual([])
  fakeAcquirer(shop)
  const [refused] = await refundsOf(shop, id)
  await retryRefund(shop.karat.db, { refundId: refused?.id ?? '', actor: 'staff:budi' })
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id), 'on its way').toEqual([])
  await refundsDone(shop)
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id)).toHaveLength(1)
})

const gaps = ({ karat }: Shop) =>
  karat.db.rows(sql`
    select * from (select kind, store, year, number, row_number() over (partition by kind, store, year order by number) as place
      from papers.papers) n where number <> place`)

test('six refunds and eight rounds at once: one credit note each, no number twice or left out', async () => {
  const ids: string[] = []
  for (let one = 0; one < 6; one++) ids.push(await cancelled())
  await Promise.all(Array.from({ length: 8 }, () => settlePapers(shop.karat)))
  await settlePapers(shop.karat)
  const counted = await shop.karat.db.rows(sql`
    select count(*)::int as n from orders.later_papers where order_id = any(${ids}::uuid[]) group by order_id`)
  expect(counted).toEqual(ids.map(() => ({ n: 1 })))
  expect([await gaps(shop), await auditLedger(shop.karat.db)]).toEqual([[], []])
})

test('control: rounds that do not claim their refund would credit it twice', async () => {
  const id = await cancelled(broken)
  const [refund] = await refundsOf(broken, id)
  broken.intercept.current = (text) =>
    text.includes('from payments.refunds') && text.includes('skip locked')
      ? text.replace(/and state = 'settled'[\s\S]*$/, '')
      : text
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, () => issueCreditNote(broken.karat, refund?.id ?? '')),
  )
  // The database's own key is the net under the claim: what is not declined politely fails.
  expect(tries.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(await laterPapersOf(broken, id)).toHaveLength(1)
})

test('cut off after each of its statements in turn, a credit note is whole or absent, and the next round makes it', async () => {
  for (let cut = 1; ; cut++) {
    const id = await cancelled()
    const [refund] = await refundsOf(shop, id)
    let statements = 0
    shop.intercept.current = (text) => {
      if (++statements === cut) throw new Error('cut off')
      return text
    }
    const whole = await issueCreditNote(shop.karat, refund?.id ?? '').catch(() => false)
    shop.intercept.current = undefined
    expect((await laterPapersOf(shop, id)).length, `cut at statement ${cut}`).toBe(whole ? 1 : 0)
    await settlePapers(shop.karat)
    expect(await laterPapersOf(shop, id)).toHaveLength(1)
    if (!whole) continue
    expect(cut).toBeGreaterThan(6)
    break
  }
  expect(await gaps(shop)).toEqual([])
})

const parcel = { carrier: 'brinks', tracking: 'BRK-2026-001' }

/** Bars of one gram, that no second person is needed for; `lostAgain` is reported and sent once more. */
async function shipped(one = shop) {
  const who = one === shop ? member : await signedIn(one)
  const bars = one.karat.catalogue.products('id').filter(({ kind }) => kind === 'bar')
  const sku = bars.flatMap(({ skus }) => skus).find(({ fineWeight, stock }) => fineWeight === 10_000n && stock >= 6)
  const { order } = await paidOrder(one, who, sku?.id ?? 0, 2)
  const id = order.order_id
  await settlePapers(one.karat)
  await moveThrough(one, id, 'preparing', 'shipped')
  await one.karat.db.run(sql`insert into orders.shipments (order_id, carrier, tracking, shipped_by)
    values (${id}, 'jne', 'CGK-00481-77', 'staff:test')`)
  const desk = await staff(one, 'orders.lose', 'orders.send_again')
  const lose = () => reportLost(one.karat, desk, { orderId: id, reason: 'Lost' }, null)
  const sendAgain = () => sendParcelAgain(one.karat, desk, { orderId: id, reason: 'Lost', ...parcel }, null)
  return { id, lose, sendAgain, found: () => parcelFound(one.karat, desk, { orderId: id, reason: 'There' }, null) }
}
const serialsOf = async ({ karat }: Shop, id: string) =>
  (
    await karat.db.rows<{ serial: string }>(sql`select serial from catalogue.pieces where order_id = ${id} order by 1`)
  ).map(({ serial }) => serial)

test('what was sent in place of a lost parcel is named by a correction; the invoice stays as it was', async () => {
  const { id, lose, sendAgain } = await shipped()
  const readInvoice = () =>
    shop.karat.db.rows(sql`
      select * from orders.invoices i join papers.papers p on p.id = i.paper_id where i.order_id = ${id}`)
  const [invoice] = await readInvoice()
  const lost = await serialsOf(shop, id)
  await lose()
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id)).toEqual([])
  expect(await sendAgain()).toEqual({ approval_id: null })
  await settlePapers(shop.karat)
  const now = await serialsOf(shop, id)
  const [correction] = await laterPapersOf(shop, id)
  const written = JSON.stringify(correction?.document)
  expect(correction?.document.number).toMatch(/^COR\/ID\/\d{4}\/\d{6}$/)
  expect(correction?.document.checks?.pieces.map(({ serial }) => serial)).toEqual(now.map(showSerial))
  expect(correction?.document.facts.at(-1)).toEqual(['No longer yours', lost.map(showSerial).join(', ')])
  expect(written).toContain("Brink's · BRK-2026-001".split(' · ')[1])
  expect(await readInvoice()).toEqual([invoice])
  const found = await ask<OrderPageView>(shop, member, `/product/order_list?q=${showSerial(now[0] ?? '')}`)
  expect(found.orders.map((one) => one.order_id)).toEqual([id])
  await lose()
  await sendAgain()
  await settlePapers(shop.karat)
  const [, second] = await laterPapersOf(shop, id)
  expect(second?.document.facts).toContainEqual(['Replaces correction', correction?.document.number])
  expect(second?.document.facts.at(-1)?.[1]).toBe(now.map(showSerial).join(', '))
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a parcel that was found needs no correction', async () => {
  const { id, lose, found } = await shipped()
  await lose()
  await found()
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id)).toEqual([])
})

test('eight rounds at once correct an invoice once', async () => {
  const { id, lose, sendAgain } = await shipped()
  await lose()
  await sendAgain()
  await Promise.all(Array.from({ length: 8 }, () => settlePapers(shop.karat)))
  expect(await laterPapersOf(shop, id)).toHaveLength(1)
  expect([await gaps(shop), await auditLedger(shop.karat.db)]).toEqual([[], []])
})

test('control: rounds that do not claim the loss would correct it twice', async () => {
  const { id, lose, sendAgain } = await shipped(broken)
  await lose()
  await sendAgain()
  const loss = await broken.karat.db.row<{ id: bigint }>(sql`select id from orders.lost_parcels where order_id = ${id}`)
  // All four have read which paper is the newest before one of them writes: without that they may come one after another.
  const meet = meetingAt('update orders.lost_parcels set papers_at', 4)
  broken.intercept.current = async (text) => {
    const planted = text
      .replace(' and papers_at is null for no key update skip locked', '')
      .replace('select 1 from orders.orders where id = $1 for no key update', 'select $1::text')
    await meet(planted)
    return planted
  }
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => issueCorrection(broken.karat, loss?.id ?? 0n)))
  expect(tries.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(await laterPapersOf(broken, id)).toHaveLength(1)
})

test('the role of the application may not change a paper, and the database knows what each follows', async () => {
  const id = await cancelled()
  await settlePapers(shop.karat)
  for (const statement of [
    sql`update papers.papers set number = 1 where subject_id = ${id}`,
    sql`update orders.later_papers set amount_minor = 1 where order_id = ${id}`,
    sql`delete from orders.later_papers where order_id = ${id}`,
  ])
    await expect(shop.karat.db.run(statement)).rejects.toThrow(/permission denied/)
  await expect(
    shop.karat.db.run(sql`
      with p as (insert into papers.papers (subject_kind, subject_id, kind, occasion, store, year, number, document, issued_at)
        values ('order', ${id}, 'credit_note', 'of no refund', 'id', 2001, 1, '{}', now()) returning id)
      insert into orders.later_papers (order_id, kind, paper_id, refund_id, amount_minor, currency, issued_at)
      select ${id}::uuid, 'credit_note', id, ${randomUUID()}::uuid, 5, 'IDR', now() from p`),
  ).rejects.toThrow(/refund/)
})
