/**
 * Every limit that is counted before a row is written holds beside itself: one takes the last place and has not committed, another
 * wants it. (The cart, wishes, addresses, payout accounts, documents, unused pictures, messages with codes, unpaid orders and the
 * day of a level are shown where they are tested otherwise.)
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/database.ts'
import { relyingParty } from '../src/identity/passkey-challenge.ts'
import { settings } from '../src/settings.ts'
import { holdPlace } from '../src/vault/holder.ts'
import { goodPassword, post } from './support/account.ts'
import { guardedMember } from './support/guarded-member.ts'
import { overOrHeld } from './support/meeting.ts'
import { signedIn } from './support/members.ts'
import { moveThrough, paidOrder } from './support/money-back.ts'
import { asOwner } from './support/owner.ts'
import { SoftPasskey } from './support/passkeys.ts'
import { begin } from './support/plans.ts'
import { freshTick } from './support/prices.ts'
import { call, someSku } from './support/purchase.ts'
import { openShop, type Shop } from './support/shop.ts'
import { vaultMember } from './support/vault.ts'

const sound = openShop()
const broken = openShop()
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    await freshTick(shop)
  }
})

type Outcome = { error: string | null }
type Limit = {
  name: string
  refusal: string
  /** Leaves one place, and answers two that want it. */
  lastPlace(shop: Shop): Promise<[() => Promise<Outcome>, () => Promise<Outcome>]>
  /** The statement that takes the place. */
  takes: string
  /** What the planted bug takes away: from a statement, or from the database. */
  without: [string | RegExp, string] | { dropped: string }
}

const line: Limit['without'] = ['select pg_advisory_xact_lock(hashtextextended($1, 0))', 'select $1::text as free']
const member: Limit['without'] = [/(select id from identity\.members where id = \$1) for no key update/, '$1']

let serial = 0
const somebody = (shop: Shop) => guardedMember(shop, `limits-${++serial}`)
const fill = (shop: Shop, memberId: string, kind: string, count: number) =>
  shop.karat.db.run(sql`
    insert into rights.requests (id, member_id, store, kind, about, state, due_at, decided_at)
    select gen_random_uuid(), ${memberId}, 'id', ${kind}, ${kind === 'correction' ? 'order' : null},
      ${kind === 'access' ? 'granted' : 'withdrawn'}, now(), now() from generate_series(1, ${count})`)

const limits: Limit[] = [
  {
    name: 'requests to be told when pieces are back',
    refusal: 'wish_limit',
    takes: 'insert into wishes.back_notices',
    without: line,
    async lastPlace(shop) {
      const wisher = await signedIn(shop)
      const skus = shop.karat.catalogue.products('id').flatMap((product) => product.skus)
      const [one = 0, other = 0] = skus.filter(({ stock }) => stock === 0).map(({ id }) => id)
      const full = skus.map(({ id }) => id).filter((id) => id !== one && id !== other)
      await shop.karat.db.run(sql`insert into wishes.back_notices (member_id, store, sku_id)
        select ${wisher.id}, 'id', unnest(${full.slice(0, settings.wishes.maxNotices - 1)}::int[])`)
      const ask = (sku_id: number) => () => call(shop, wisher, '/product/add_notice', { sku_id })
      return [ask(one), ask(other)]
    },
  },
  {
    name: 'price alerts',
    refusal: 'alert_limit',
    takes: 'insert into vault.alerts',
    without: line,
    async lastPlace(shop) {
      const watcher = await signedIn(shop)
      await shop.karat.db.run(sql`
        insert into vault.alerts (id, member_id, store, currency, kind, move_bps, repeats, by_mail)
        select gen_random_uuid(), ${watcher.id}, 'id', 'IDR', 'change', 1000 + n, false, false
        from generate_series(1, ${settings.alerts.max - 1}::int) n`)
      const add = (move: string) => () =>
        call(shop, watcher, '/trade/add_alert', { kind: 'change', move, repeats: false, by_mail: false })
      return [add('3'), add('4')]
    },
  },
  {
    name: 'savings plans',
    refusal: 'plan_limit',
    takes: 'insert into vault.plans',
    without: [/for no key update/g, ''],
    async lastPlace(shop) {
      const saver = await vaultMember(shop)
      await shop.karat.db.run(sql`
        insert into vault.plans (id, member_id, store, currency, amount_minor, rhythm, due_on, next_at)
        select gen_random_uuid(), ${saver.id}, 'id', 'IDR', 100000, 'daily', current_date + 9, now() + interval '9 days'
        from generate_series(1, ${settings.plans.max - 1}::int) n`)
      await shop.karat.db.transaction((tx) => holdPlace(tx, { memberId: saver.id, store: 'id' }))
      return [() => begin(shop, saver), () => begin(shop, saver)]
    },
  },
  {
    name: 'passkeys',
    refusal: 'passkey_limit',
    takes: 'insert into identity.passkeys',
    without: member,
    async lastPlace(shop) {
      const { id, token } = await somebody(shop)
      const { origin, id: rpId } = relyingParty(shop.karat.config)
      const begun = async () => {
        const { data } = await post(shop, '/user/beginPasskey', { password: goodPassword }, { token })
        const made = new SoftPasskey({ origin, rpId }).make(data.options as never)
        return () =>
          post(shop, '/user/addPasskey', { challenge_id: data.challenge_id, name: 'Key', ...made }, { token })
      }
      const both = [await begun(), await begun()] as const
      await shop.karat.db.run(sql`
        insert into identity.passkeys (id, member_id, credential_id, public_key, counter, transports, synced, name)
        select gen_random_uuid(), ${id}, ${id} || n, '', 0, '{}', false, 'Key' from generate_series(1, ${settings.passkeys.max - 1}) n`)
      return [...both]
    },
  },
  {
    name: 'requests for money back, of one order',
    refusal: 'refund_not_open',
    takes: 'insert into orders.refund_requests',
    without: [/(select 1 from orders\.orders where id = \$1) for update/, '$1'],
    async lastPlace(shop) {
      const buyer = await signedIn(shop)
      const { order } = await paidOrder(shop, buyer, await someSku(shop), 2)
      await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
      await shop.karat.db.run(sql`
        insert into orders.refund_requests (id, order_id, member_id, state, reason, note, whole, stated_minor, decided_at)
        select gen_random_uuid(), ${order.order_id}, ${buyer.id}, 'withdrawn', 'damaged', '', false, 1, now()
        from generate_series(1, ${settings.refund.maxRequests - 1})`)
      const back = { order_id: order.order_id, reason: 'damaged', lines: [{ position: 0, quantity: 1 }] }
      const ask = () => call(shop, buyer, '/product/order_refund', back)
      return [ask, ask]
    },
  },
  {
    name: 'requests about personal data, of one day',
    refusal: 'data_request_limit',
    takes: 'insert into rights.requests',
    without: member,
    async lastPlace(shop) {
      const { id, token } = await somebody(shop)
      await fill(shop, id, 'correction', settings.rights.asksPerDay - 1)
      const ask = (kind: string) => () =>
        post(shop, '/user/askForData', { kind, words: '', password: goodPassword }, { token })
      return [ask('restriction'), ask('deletion')]
    },
  },
  {
    name: 'complaints, of one day',
    refusal: 'complaint_limit',
    takes: 'insert into complaints.complaints',
    without: member,
    async lastPlace(shop) {
      const { token } = await somebody(shop)
      const wish = { about: 'service', text: 'Nobody answered the telephone.', wish: '' }
      const make = () => post(shop, '/user/makeComplaint', wish, { token })
      for (let n = 1; n < settings.complaints.perDay; n++) await make()
      return [make, make]
    },
  },
  {
    name: 'copies of personal data, of one day',
    refusal: 'data_copy_limit',
    takes: 'insert into rights.requests',
    without: member,
    async lastPlace(shop) {
      const { id, token } = await somebody(shop)
      await fill(shop, id, 'access', settings.rights.copiesPerDay - 1)
      const copy = () => post(shop, '/user/copyOfData', { password: goodPassword }, { token })
      return [copy, copy]
    },
  },
  {
    name: 'messages from one network address, of one hour',
    refusal: 'too_many_requests',
    takes: 'insert into community.messages',
    without: line,
    async lastPlace(shop) {
      const address = `198.51.100.${++serial}`
      await shop.karat.db.run(sql`
        insert into community.messages (id, store, name, email, topic, text, language, address)
        select gen_random_uuid(), 'id', 'Agus', 'agus@example.com', 'delivery', 'Where is my parcel?', 'en-US', ${address}
        from generate_series(1, ${settings.contact.perAddress - 1})`)
      const message = { name: 'Agus', email: 'agus@example.com', topic: 'delivery', text: 'Where is my parcel?' }
      const write = () => post(shop, '/home/contactUs', message, { address })
      return [write, write]
    },
  },
  {
    name: 'testimonials that wait',
    refusal: 'testimonial_waiting',
    takes: 'insert into community.testimonials',
    without: { dropped: 'drop index community.one_testimonial_waits' },
    async lastPlace(shop) {
      const author = await signedIn(shop)
      const words = { rating: 5, text: 'The parcel came the next day, sealed and as described.' }
      const send = () => call(shop, author, '/home/sendTestimonial', words)
      return [send, send]
    },
  },
]

/** The second comes when the first has taken the place and not committed; who of them had it in the end. */
async function besideTheLast(shop: Shop, limit: Limit, plant: (text: string) => string = (text) => text) {
  const [first, second] = await limit.lastPlace(shop)
  let beside: Promise<Outcome> | undefined
  let taken = false
  shop.intercept.current = async (text) => {
    if (text.includes(limit.takes)) taken = true
    if (taken && !beside && text === 'commit') {
      beside = second()
      await overOrHeld(shop, beside)
    }
    return plant(text)
  }
  const answers = [await first(), await beside]
  shop.intercept.current = undefined
  return answers.map((answer) => (answer ? answer.error : 'never came'))
}

describe.each(limits)('$name', (limit) => {
  test('who comes beside the last waits, and is refused', async () => {
    expect(await besideTheLast(sound, limit)).toEqual([null, limit.refusal])
  })

  test('control: who does not wait is one too many', async () => {
    const { without } = limit
    let planted = 'dropped' in without
    if ('dropped' in without) await asOwner(broken.connectionString, [without.dropped])
    const outcome = await besideTheLast(broken, limit, (text) => {
      const changed = 'dropped' in without ? text : text.replace(without[0], without[1])
      planted ||= changed !== text
      return changed
    })
    expect([...outcome, planted]).toEqual([null, null, true])
  })
})
