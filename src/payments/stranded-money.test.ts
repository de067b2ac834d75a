/** What older releases left in the tables of payments, brought up to date. */
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate.ts'

let old: pg.Client
let folder: string
let address: string

/** A database as the release before migration 023 left it. */
beforeAll(async () => {
  const name = `old_${randomBytes(4).toString('hex')}`
  const server = new pg.Client({ connectionString: inject('server') })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  address = inject('server').replace(/karat$/, name)
  folder = mkdtempSync(path.join(tmpdir(), 'karat-older-'))
  for (const file of readdirSync('migrations').filter((file) => file < '023'))
    cpSync(path.join('migrations', file), path.join(folder, file))
  await migrate(address, { folder, otherInstancesMs: 0 })
  old = new pg.Client({ connectionString: address })
  await old.connect()
  await old.query('set session_replication_role = replica') // its rows only, not what stood around them
})
afterAll(async () => {
  await old?.end()
  rmSync(folder, { recursive: true })
})

async function order(state: string): Promise<string> {
  const id = randomUUID()
  await old.query(
    `insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
     values ($1::uuid, $1::text, 'Ratna', 'id', 'id', 'x', 'x')`,
    [id],
  )
  await old.query(
    `insert into orders.orders (id, number, guarantee_id, member_id, store, currency, state, method, delivery, tick_id, ask_minor, tax_rule,
       goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, expires_at)
     values ($1::uuid, $1::text, $1::uuid, $1::uuid, 'id', 'IDR', $2, 'card', '{}', 1, 1, 'x', 900, 60, 30, 10, 0, 1000, now())`,
    [id, state],
  )
  return id
}

async function payment(orderId: string, allocation: 'order' | 'suspense'): Promise<string> {
  const id = randomUUID()
  await old.query(
    `insert into payments.payments (id, order_id, member_id, store, provider, method, provider_reference, amount_minor, currency, state,
       allocation, expires_at, captured_at, captured_minor, captured_currency, allocated_minor)
     values ($1::uuid, $2::uuid, $2::uuid, 'id', 'sandbox', 'card', $1::text, 1000, 'IDR', 'captured', $3::text, now(), now(), 1000, 'IDR', case $3::text when 'order' then 1000 end)`,
    [id, orderId, allocation],
  )
  return id
}

const refundsOf = async (subjectId: string) =>
  (
    await old.query(
      `select payment_id, amount_minor, state, actor, array(select (account_kind, p.amount_minor)::text from payments.refund_parts p
         where refund_id = refunds.id order by account_kind) as parts from payments.refunds where subject_id = $1`,
      [subjectId],
    )
  ).rows

test('money left in suspense beside an order that needs none goes back once; money in review waits for its member', async () => {
  const [twice, cancelled, inReview] = [await order('paid'), await order('cancelled'), await order('payment_review')]
  const first = await payment(twice, 'order')
  const [again, late] = [await payment(twice, 'suspense'), await payment(cancelled, 'suspense')]
  await payment(inReview, 'suspense')

  await migrate(address, { otherInstancesMs: 0 })

  const back = { amount_minor: '1000', parts: ['(suspense,1000)'], state: 'pending', actor: 'system' }
  expect(await refundsOf(twice)).toEqual([{ payment_id: again, ...back }])
  expect(await refundsOf(cancelled)).toEqual([{ payment_id: late, ...back }])
  expect(await refundsOf(inReview)).toEqual([])
  const { rows } = await old.query(
    `select id, purpose, subject_id, allocation, allocated_minor, refunded_suspense_minor as back from payments.payments
     where subject_id = $1 order by id = $2`,
    [twice, again],
  )
  expect(rows).toEqual([
    { id: first, purpose: 'order', subject_id: twice, allocation: 'subject', allocated_minor: '1000', back: '0' },
    { id: again, purpose: 'order', subject_id: twice, allocation: 'suspense', allocated_minor: null, back: '1000' },
  ])
})
