/** The register of invoices is what the papers say, and the takings what the ledger took. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { fakeAcquirer, paidOrder, quoted, refundsDone } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { settlePapers } from '../../tests/support/papers.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import type { RegisterView, TakingsView } from './contract.ts'

const shop = openShop()
beforeEach(async () => {
  fakeAcquirer(shop)
  await freshTick(shop)
})
const month = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 7)
const at = (path: string) => `/books/${path}?store=id&month=${month}`

test('an invoice, its credit note below zero, the sum of both, and a number that is gone', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const member = await signedIn(shop)
  const { order: kept } = await paidOrder(shop, member, await someSku(shop))
  const { order } = await paidOrder(shop, member, await someSku(shop))
  await settlePapers(shop.karat)
  const { quote_id } = await quoted(shop, member, order.order_id)
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  await refundsDone(shop)
  await settlePapers(shop.karat)

  const register = (await askStaff(shop, owner, at('invoices'))).data as RegisterView
  const own = register.rows.filter(({ order_id: id }) => [kept.order_id, order.order_id].includes(id))
  const total = (id: string) => own.filter(({ order_id: of }) => of === id).map(({ kind, total: of }) => [kind, of])
  expect(total(kept.order_id)).toEqual([['invoice', kept.total]])
  expect(total(order.order_id)).toEqual([
    ['invoice', order.total],
    ['credit_note', `-${order.total}`],
  ])
  for (const row of own) expect(BigInt(row.net) + BigInt(row.tax), row.number).toBe(BigInt(row.total))
  const sum = register.rows.reduce((whole, row) => whole + BigInt(row.total), 0n)
  expect([register.sums.map((one) => one.total), register.missing]).toEqual([[String(sum)], []])

  const file = await shop.app.inject({ url: `/api/admin${at('invoices.csv')}`, headers: owner.headers })
  expect(file.body.split('\r\n')).toHaveLength(register.rows.length + 2)
  expect(file.body).toContain(`,-${order.total}\r\n`)

  const number = own[0]?.number ?? ''
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `delete from papers.papers where document ->> 'number' = '${number}'`,
  ])
  expect(((await askStaff(shop, owner, at('invoices'))).data as RegisterView).missing).toEqual([number])
})

test('what was taken by way of payment, less what went back, is what the ledger has at providers and of balances', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const { rows } = (await askStaff(shop, desk, at('takings'))).data as TakingsView
  expect(rows.map(({ method }) => method)).toContain('card')
  const card = rows.find(({ method }) => method === 'card')
  expect(BigInt(card?.refunds ?? 0)).toBeGreaterThan(0n)
  const held = await shop.karat.db.row<{ sum: bigint }>(sql`
    select (-sum(e.amount))::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.owner = 'house:id' and a.kind = 'provider_clearing' and a.asset = 'IDR'
      and to_char(e.at at time zone 'Asia/Jakarta', 'YYYY-MM') = ${month}`)
  const sum = rows
    .filter(({ currency, method }) => currency === 'IDR' && method !== 'balance')
    .reduce((whole, { net }) => whole + BigInt(net), 0n)
  expect(sum).toBe(held?.sum)
})
