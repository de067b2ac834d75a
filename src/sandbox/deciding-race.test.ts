/** The acquirer is asked about a charge at the moment in which its own round decides it. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { type Charge, createCharge, decideDue, findChargeByReference, payWithCard } from './charges.ts'

const shop = openShop()
beforeEach(() => {
  shop.intercept.current = undefined
})

/** A charge whose bank has answered by now. */
async function due(): Promise<string> {
  const { db } = shop.karat
  const reference = randomUUID()
  const { charge } = await createCharge(db, {
    ...{
      reference,
      method: 'card',
      bank: null,
      currency: 'IDR',
      description: 'x',
      return_url: 'http://x',
      webhook_url: 'http://x',
    },
    ...{ amount_minor: 5n, expires_at: '2040-01-01T00:00:00Z' },
  })
  await payWithCard(db, charge.id, 'after_expiry')
  await db.run(sql`update sandbox.charges set capture_at = now() where id = ${charge.id}`)
  return reference
}

/** What the acquirer answers while the round has decided the charge and has not committed. */
async function askedMeanwhile(reference: string, planted: (text: string) => string = (text) => text) {
  let asked: Promise<Charge | undefined> | undefined
  shop.intercept.current = async (text) => {
    if (!asked && text.includes('insert into sandbox.notices')) {
      asked = findChargeByReference(shop.karat.db, reference)
      await overOrHeld(shop, asked)
    }
    return planted(text)
  }
  expect(await decideDue(shop.karat.db)).toBe(1)
  return (await asked)?.state
}

test('it waits for the round and says what that decided', async () => {
  expect(await askedMeanwhile(await due())).toBe('captured')
})

test('control: an acquirer that passes over what its round holds says that nothing has happened', async () => {
  const skips = (text: string) => text.replace(/limit 100 for update\s*\)/, 'limit 100 for update skip locked)')
  expect(await askedMeanwhile(await due(), skips)).toBe('open')
})
