/** What ends a request happens once, and each rule has a planted bug that lets two things happen. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accept, open, quotedBy, readTrade, requested } from '../../tests/support/business.ts'
import { overOrHeld } from '../../tests/support/meeting.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { fillVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'

const GRAM = 10_000n
const [sound, broken] = [openShop(), openShop()]
const desks = new Map<Shop, TestStaff>()
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1_000_000_000n)
    desks.set(shop, await staffSignedIn(shop, 'desk'))
  }
})
beforeEach(async () => {
  for (const shop of [sound, broken]) await freshTick(shop)
})
afterEach(() => {
  for (const shop of [sound, broken]) shop.intercept.current = undefined
})

const deskOf = (shop: Shop) => desks.get(shop) as TestStaff
const declines = (shop: Shop, id: string) =>
  askStaff(shop, deskOf(shop), '/business/refuse', { request_id: id, reason: 'The market moves' })
const withdraws = (shop: Shop, member: TestMember, id: string) =>
  call(shop, member, '/trade/business_withdraw', { request_id: id })

async function asked(shop: Shop, quote = true) {
  const member = await vaultMember(shop, { cash: 2_000_000_000n })
  const { request_id: id } = await requested(shop, member)
  if (quote) await quotedBy(shop, deskOf(shop), id)
  return { member, id }
}

type Rival = { error: string | null }
type Planted = { at: RegExp; plant: (text: string) => string; rival: () => Promise<Rival> }

/** At the first statement like `at` the rival does its work, to its end or until it waits; `plant` changes what is sent. */
function during(shop: Shop, { at, plant, rival }: Planted) {
  let over: Promise<Rival> | undefined
  shop.intercept.current = async (text) => {
    if (at.test(text) && !over) {
      over = rival()
      await overOrHeld(shop, over)
    }
    return plant(text)
  }
  return async () => {
    const answer = await over
    shop.intercept.current = undefined
    if (!answer) throw new Error('nothing came to the point')
    return answer.error
  }
}
const asIs = (text: string) => text

/** The desk declines between the opening's look at the request and its price. */
async function declinedBeside(shop: Shop, plant: (text: string) => string) {
  const { member, id } = await asked(shop)
  const rival = during(shop, { at: /insert into vault\.quotes/, plant, rival: () => declines(shop, id) })
  const opened = await open(shop, member, id)
  return { errors: [opened.error, await rival()], state: (await readTrade(shop, member, id)).state }
}

test('an opened price binds the house: declined beside the opening, never both', async () => {
  expect(await declinedBeside(sound, asIs)).toEqual({ errors: [null, 'business_price_open'], state: 'quoted' })
  const unheld = (text: string) =>
    text.replace(/(select 1 from business\.requests where[^;]*?) for no key update/, '$1')
  expect(await declinedBeside(broken, unheld), 'control: the opening does not hold the request').toEqual({
    ...{ errors: [null, null], state: 'refused' },
  })
})

/** The desk quotes between the withdrawal's look at the request and its move. */
async function quotedBeside(shop: Shop, plant: (text: string) => string) {
  const { member, id } = await asked(shop, false)
  const rival = during(shop, {
    ...{ at: /with moved as \(update business\.requests/, plant },
    rival: () => quotedBy(shop, deskOf(shop), id),
  })
  const gone = await withdraws(shop, member, id)
  const errors = [gone.error, await rival()]
  const { timeline } = await readTrade(shop, member, id)
  return { errors, joined: timeline.every(({ from }, place) => from === (timeline[place + 1]?.to ?? null)) }
}

test('withdrawn beside the desk’s quote: one of them finds another state, and the timeline has no gap', async () => {
  expect(await quotedBeside(sound, asIs)).toEqual({ errors: ['business_state', null], joined: true })
  const blind = (text: string) =>
    text.replace(
      /(update business\.requests set state = \$\d+ where id = \$\d+) and (state = \$\d+) returning/,
      '$1 and ($2 or true) returning',
    )
  expect(await quotedBeside(broken, blind), 'control: a move takes any state').toEqual({
    ...{ errors: [null, null], joined: false },
  })
})

/** Both have the PIN and a key of their own: the second comes while the first is at its posting. */
async function acceptedTwice(shop: Shop, plant: (text: string) => string) {
  const { member, id } = await asked(shop)
  const { price } = (await open(shop, member, id)).data
  const rival = during(shop, {
    ...{ at: /insert into vault\.trades/, plant },
    rival: () => accept(shop, member, id, price?.quote_id),
  })
  const first = await accept(shop, member, id, price?.quote_id)
  return { errors: [first.error, await rival()], grams: (await heldBy(shop, member)).gold / GRAM }
}

test('accepted twice at once, the grams are bought once', async () => {
  expect(await acceptedTwice(sound, asIs)).toEqual({ errors: [null, 'quote_expired'], grams: 250n })
  await asOwner(broken.connectionString, [
    'alter table vault.trades drop constraint quote_makes_one_trade',
    'alter table business.deals drop constraint deals_pkey, drop constraint deals_quote_id_key',
    'alter table business.contracts drop constraint contracts_pkey, drop constraint contracts_quote_id_key',
    'alter table papers.papers drop constraint paper_is_issued_once',
  ])
  const again = (text: string) =>
    text
      .replace('used_at is null and expires_at > clock_timestamp()', 'true')
      .replace(
        /(update business\.requests set state = \$\d+ where id = \$\d+) and (state = \$\d+) returning/,
        '$1 and ($2 or true) returning',
      )
  expect(await acceptedTwice(broken, again), 'control: a quote is used twice').toEqual({
    ...{ errors: [null, null], grams: 500n },
  })
})
