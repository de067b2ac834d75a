/** A correction whose notice was lost is found by asking about captured payments again, once for all instances. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { paidOrder, refundsDone } from '../../tests/support/money-back.ts'
import { acquirerSays, someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import { type Karat, openKarat } from '../karat.ts'
import { openLog } from '../log.ts'
import type { PaymentProvider } from './contract.ts'
import { askAboutCaptured } from './process-event.ts'

const { sound, broken } = openShopPair()
beforeEach(async () => {
  for (const shop of [sound, broken])
    await shop.karat.db.run(
      sql`update payments.payments set captured_at = now() - interval '1 year' where state = 'captured'`,
    )
})

const bought = async (shop: Shop) => (await paidOrder(shop, await signedIn(shop), await someSku(shop))).payment
const capturedAgo = ({ karat }: Shop, interval: string) =>
  karat.db.run(sql`
    update payments.payments set captured_at = now() - ${interval}::interval, checked_at = null
    where state = 'captured' and captured_at > now() - interval '300 days'`)
const capturedOf = async ({ karat }: Shop, id: string) =>
  (await karat.db.row<{ minor: bigint }>(sql`select captured_minor as minor from payments.payments where id = ${id}`))
    ?.minor
/** What the provider is asked about from now on. */
function counted({ karat }: Pick<Shop, 'karat'>): string[] {
  const provider = karat.providers.get('sandbox') as PaymentProvider
  const asked: string[] = []
  karat.providers.set('sandbox', {
    ...provider,
    findCharge: (reference, theirs) => {
      asked.push(reference)
      return provider.findCharge(reference, theirs)
    },
  })
  return asked
}
/** Another instance on the same database, with the same acquirer. */
const another = async ({ karat, connectionString, intercept }: Shop): Promise<Karat> => ({
  ...(await openKarat({
    ...{ config: karat.config, connectionString, log: openLog('silent'), now: Date.now },
    intercept: (text) => (intercept.current ? intercept.current(text) : text),
  })),
  providers: karat.providers,
})

test('more and less captured without a word are booked within a day, and the rest goes back', async () => {
  const [more, less] = [await bought(sound), await bought(sound)]
  acquirerSays(sound, { reference: more.payment_id, amount: `${BigInt(more.amount) + 9n}` })
  acquirerSays(sound, { reference: less.payment_id, amount: '1' })
  await capturedAgo(sound, '23 hours')
  await askAboutCaptured(sound.karat)
  expect(await capturedOf(sound, more.payment_id)).toBe(BigInt(more.amount))
  await capturedAgo(sound, '25 hours')
  await askAboutCaptured(sound.karat)
  expect(await capturedOf(sound, more.payment_id)).toBe(BigInt(more.amount) + 9n)
  expect(await capturedOf(sound, less.payment_id)).toBe(1n)
  await refundsDone(sound)
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('asked about once a day and for a week; without an answer nothing changes', async () => {
  const payment = await bought(sound)
  const asked = counted(sound)
  await capturedAgo(sound, '6 days 23 hours')
  await askAboutCaptured(sound.karat)
  await askAboutCaptured(sound.karat)
  expect(asked).toEqual([payment.payment_id])
  await capturedAgo(sound, '7 days 1 hour')
  await askAboutCaptured(sound.karat)
  expect(asked).toHaveLength(1)
  const provider = sound.karat.providers.get('sandbox') as PaymentProvider
  sound.karat.providers.set('sandbox', { ...provider, findCharge: async () => ({ outcome: 'unknown' }) })
  await capturedAgo(sound, '2 days')
  await askAboutCaptured(sound.karat)
  expect(await capturedOf(sound, payment.payment_id)).toBe(BigInt(payment.amount))
})

async function twoInstances(shop: Shop) {
  const payments = [await bought(shop), await bought(shop), await bought(shop), await bought(shop)]
  for (const { payment_id: reference, amount } of payments)
    acquirerSays(shop, { reference, amount: `${BigInt(amount) + 5n}` })
  await capturedAgo(shop, '30 hours')
  const other = await another(shop)
  const asked = counted(shop)
  await Promise.all([shop.karat, other, shop.karat, other].map((karat) => askAboutCaptured(karat, 1)))
  await other.close()
  return { asked: asked.toSorted(), wanted: payments.map(({ payment_id }) => payment_id).toSorted(), payments }
}

test('two instances at once, each with a bound of its own: every payment is asked about once and booked once', async () => {
  const { asked, wanted, payments } = await twoInstances(sound)
  expect(asked).toEqual(wanted)
  for (const { payment_id, amount } of payments) expect(await capturedOf(sound, payment_id)).toBe(BigInt(amount) + 5n)
  await refundsDone(sound)
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: rounds that do not claim what they take ask about the same payment, and that is seen', async () => {
  // All four look before one has asked, and in one order: those of the same moment would else stand as they lie.
  const claim = 'order by captured_at'
  const meet = meetingAt(claim, 4)
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes(claim)) return text
    const unclaimed = text
      .replace('for update skip locked', '')
      .replace('set checked_at = now()', 'set checked_at = checked_at')
    return unclaimed.replace(claim, `${claim}, id`)
  }
  const { asked, wanted } = await twoInstances(broken)
  expect(asked).not.toEqual(wanted)
})
