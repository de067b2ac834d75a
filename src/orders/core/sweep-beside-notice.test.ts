/** The sweep asks about a payment while its notice is processed: both have their answer before one of them settles (G5, G6). */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt, metAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { untilProcessed } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { acquirerSays, knock, payable, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { PaymentProvider } from '../../payments/contract.ts'
import { askAboutPayments } from '../../payments/worker.ts'

const sound = openShop()
/** The planted bug leaves its books broken. */
const broken = openShop()
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    await freshTick(shop)
  }
})

const LOCK = 'select * from payments.payments where id = $1 for update'

async function besideEachOther(shop: Shop) {
  const { order, payment } = await payable(shop, await signedIn(shop), await someSku(shop))
  acquirerSays(shop, { reference: payment.payment_id, amount: payment.amount })
  const provider = shop.karat.providers.get('sandbox') as PaymentProvider
  const answered = meetingAt('answered', 2)
  shop.karat.providers.set('sandbox', {
    ...provider,
    findCharge: async (reference, named) => {
      const answer = await provider.findCharge(reference, named)
      await answered('answered')
      return answer
    },
  })
  await shop.karat.db.run(sql`
    update payments.payments set state = 'pending', checked_at = now() - interval '2 minutes' where id = ${payment.payment_id}`)
  await Promise.all([
    askAboutPayments(shop.karat),
    knock(shop, { reference: payment.payment_id, amount: payment.amount }),
  ])
  await untilProcessed(shop)
  shop.karat.providers.set('sandbox', provider)
  const row = await shop.karat.db.row<{ paid: number; booked: number; mails: number }>(sql`
    select (select count(*)::int from orders.moves where order_id = ${order.order_id} and to_state = 'paid') as paid,
      (select count(*)::int from ledger.transfers where reference = ${payment.payment_id}) as booked,
      (select count(*)::int from mail.messages where once_key = ${`order_paid:${payment.payment_id}`}) as mails`)
  return row
}

test('the order is paid once, booked once and told once', async () => {
  for (let round = 0; round < 5; round++) expect(await besideEachOther(sound)).toEqual({ paid: 1, booked: 1, mails: 1 })
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: without the lock on the payment both settle it, and the books show that', async () => {
  broken.intercept.current = metAt(
    /^(?!.*open as materialized).*update orders\.orders set state = 'paid'/s,
    2,
    (text) => {
      // The notice's one statement would look again at what it waited for: here it goes step by step.
      if (text.includes('open as materialized')) return text.replace("where payment.state <> 'captured'", 'where false')
      return text.replace(LOCK, LOCK.replace(' for update', '')).replace("and state <> 'captured'", '')
    },
  )
  await besideEachOther(broken)
  expect(await auditLedger(broken.karat.db)).not.toEqual([])
})
