/** Notices and sandbox charges end after two years; what is open keeps them. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { payable, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { forgetCharges } from '../sandbox/forget-charges.ts'
import { forgetEvents } from './forget-events.ts'

const shop = openShop()
beforeEach(() => freshTick(shop))

/** A notice about `reference` that was processed so many days ago; null: it waits. */
async function notice(reference: string, days: number | null): Promise<string> {
  const id = `evt_${randomUUID()}`
  await shop.karat.db.run(sql`
    insert into payments.events (provider, event_id, type, payload, processed_at)
    values ('sandbox', ${id}, 'charge.captured', ${JSON.stringify({ reference })}::jsonb, now() - make_interval(days => ${days}::int))`)
  return id
}
const kept = async () =>
  (await shop.karat.db.rows<{ id: string }>(sql`select event_id as id from payments.events`)).map(({ id }) => id)

test('a notice of what is over ends two years after it was processed, and no other', async () => {
  const { payment } = await payable(shop, await signedIn(shop), await someSku(shop))
  const open = payment.payment_id
  const over = [await notice(randomUUID(), 731), await notice('no id of ours', 731)]
  const stays = [await notice(randomUUID(), 729), await notice(randomUUID(), null), await notice(open, 731)]
  expect(await forgetEvents(shop.karat.db)).toBe(over.length)
  expect((await kept()).toSorted()).toEqual(stays.toSorted())
  await shop.karat.db.run(sql`update payments.payments set state = 'expired' where id = ${open}`)
  expect(await forgetEvents(shop.karat.db)).toBe(1)
})

/** A charge that ended so many days ago; null: it is open. */
async function charge(days: number | null): Promise<string> {
  const id = `ch_${randomUUID()}`
  await shop.karat.db.run(sql`
    insert into sandbox.charges (id, reference, amount_minor, currency, description, return_url, webhook_url, state, expires_at, decided_at)
    values (${id}, ${id}, 5, 'IDR', 'x', 'http://x', 'http://x', ${days === null ? 'open' : 'captured'}, now(), now() - make_interval(days => ${days}::int))`)
  await shop.karat.db.run(sql`
    insert into sandbox.notices (id, charge_id, type, body, url) values (${id}, ${id}, 'charge.captured', '{}', 'http://x')`)
  return id
}

test('a charge of the acquirer ends two years after it was decided, unless a refund or a dispute of it is open', async () => {
  const over = await charge(731)
  const [young, open, refunded, disputed] = [
    await charge(729),
    await charge(null),
    await charge(731),
    await charge(731),
  ]
  await shop.karat.db.run(sql`
    insert into sandbox.refunds (id, charge_id, reference, amount_minor, settle_at) values ('rf', ${refunded}, 'rf', 1, now())`)
  await shop.karat.db.run(sql`
    insert into sandbox.disputes (id, charge_id, amount_minor, reason, respond_by, decide_at) values ('dp', ${disputed}, 1, 'x', now(), now())`)
  expect(await forgetCharges(shop.karat.db)).toBe(1)
  const left = await shop.karat.db.rows<{ id: string }>(sql`select id from sandbox.charges`)
  expect(left.map(({ id }) => id).toSorted()).toEqual([young, open, refunded, disputed].toSorted())
  expect(left.map(({ id }) => id)).not.toContain(over)
})
