/** A large trade with a deposit ends once, whatever comes beside its end; each rule has a planted bug that breaks it. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  acceptLater,
  agreedLater,
  endsDeal,
  open,
  paidUntil,
  payRest,
  quotedBy,
  readTrade,
  requested,
  undecided,
} from '../../tests/support/business.ts'
import { meetingAt, overOrHeld } from '../../tests/support/meeting.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { holdPurposes } from '../hold-purposes.ts'
import { expireHolds } from '../ledger/expire-holds.ts'
import { remindBuyers } from './remind-buyers.ts'

const GRAM = 10_000n
const [sound, broken] = [openShop(), openShop()]
const desks = new Map<Shop, TestStaff>()
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 20_000n * GRAM)
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
const agreed = (shop: Shop) => agreedLater(shop, deskOf(shop))
const asIs = (text: string) => text
/** Nobody holds the place and what was agreed on. */
const unheld = (text: string) => text.replace(/for no key update( of a)?$/, '')
/** The payment has judged a moment before its time was over. */
const judgedBefore = (text: string) =>
  /join business\.openings p on p\.quote_id = a\.quote_id\s+where a\.request_id = \$\d+ and a\.member_id/.test(text)
    ? text.replace(/a\.pay_by <= clock_timestamp\(\)/, 'false')
    : text

type Rival = { error: string | null }

/** `rival` does its work, to its end or until it waits, while the payment, which has judged, is at its deposit. */
async function paidBeside(
  shop: Shop,
  id: string,
  pay: () => Promise<Rival>,
  rival: () => Promise<Rival>,
  plant = asIs,
) {
  let over: Promise<Rival> | undefined
  shop.intercept.current = async (text) => {
    if (/update ledger\.holds set/.test(text) && !over) {
      over = rival()
      await overOrHeld(shop, over)
    }
    return plant(judgedBefore(text))
  }
  const paid = await pay()
  const ended = await over
  shop.intercept.current = undefined
  const { state } = await shopState(shop, id)
  return { errors: [paid.error, ended?.error], state }
}
const shopState = async ({ karat }: Shop, id: string) =>
  (await karat.db.row<{ state: string }>(sql`select state from business.requests where id = ${id}`)) ?? { state: '' }

async function paidBesideDesk(shop: Shop, path: 'close_out' | 'give_back', plant = asIs) {
  const { member, id } = await agreed(shop)
  if (path === 'close_out') await paidUntil(shop, id)
  const ended = await paidBeside(
    ...[shop, id, () => payRest(shop, member, id), () => endsDeal(shop, deskOf(shop), path, id), plant],
  )
  return { ...ended, gold: (await heldBy(shop, member)).gold / GRAM }
}

test.each(['give_back', 'close_out'] as const)(
  'paid beside %s of the desk: one of them, and the deposit moves once',
  async (path) => {
    expect(await paidBesideDesk(sound, path)).toEqual({
      errors: [null, 'business_state'],
      state: 'settled',
      gold: 250n,
    })
    expect(await auditVault(sound)).toEqual([])
    expect(
      await paidBesideDesk(broken, path, unheld),
      'control: nobody holds the place and what was agreed on',
    ).toEqual({
      ...{ errors: ['hold_resolved', null], state: 'closed_out', gold: 0n },
    })
  },
)

async function paidBesideRound(shop: Shop, plant = asIs) {
  const { member, id } = await agreed(shop)
  await paidUntil(shop, id, "- interval '14 days'")
  await undecided(shop, id)
  const round = async () => {
    const failed: unknown[] = []
    await expireHolds(shop.karat.db, holdPurposes(shop.karat), (error) => failed.push(error))
    return { error: failed.length > 0 ? 'failed' : null }
  }
  const ended = await paidBeside(shop, id, () => payRest(shop, member, id), round, plant)
  return { ...ended, gold: (await heldBy(shop, member)).gold / GRAM }
}

test('paid beside the round that ends what nobody decided: the round finds it paid', async () => {
  expect(await paidBesideRound(sound)).toEqual({ errors: [null, null], state: 'settled', gold: 250n })
  expect(await auditVault(sound)).toEqual([])
  expect(await paidBesideRound(broken, unheld), 'control: nobody holds the place').toEqual({
    ...{ errors: ['hold_resolved', null], state: 'closed_out', gold: 0n },
  })
})

/** Both have the PIN and a key of their own. */
async function paidTwice(shop: Shop, plant = asIs) {
  const { member, id } = await agreed(shop)
  const before = (await heldBy(shop, member)).cash
  const pay = () => payRest(shop, member, id)
  const ended = await paidBeside(shop, id, pay, pay, plant)
  const { cash, gold } = await heldBy(shop, member)
  return { ...ended, gold: gold / GRAM, left: cash < before }
}

test('paid twice at once, the grams are bought once', async () => {
  expect(await paidTwice(sound)).toEqual({
    ...{ errors: [null, 'business_state'], state: 'settled', gold: 250n, left: true },
  })
  await asOwner(broken.connectionString, [
    'alter table vault.trades drop constraint quote_makes_one_trade',
    'alter table business.deals drop constraint deals_pkey, drop constraint deals_quote_id_key',
    'alter table business.agreements disable trigger guard_agreement',
    'alter table ledger.holds disable trigger guarded',
  ])
  const again = (text: string) =>
    unheld(text)
      .replace(/(update ledger\.holds set state = 'released' where id = \$\d+) and state = 'placed'/, '$1')
      .replace('used_at is null and expires_at > clock_timestamp()', 'true')
      .replace(
        /(update business\.requests set state = \$\d+ where id = \$\d+) and (state = \$\d+) returning/,
        '$1 and ($2 or true) returning',
      )
  // What is held is given back once more than it was set aside, which the balance of the books refuses at last.
  expect(await paidTwice(broken, again), 'control: nothing but the books knows that it was paid').toEqual({
    ...{ errors: ['system_error', 'system_error'], state: 'agreed', gold: 0n, left: false },
  })
  await asOwner(broken.connectionString, [
    'alter table business.agreements enable trigger guard_agreement',
    'alter table ledger.holds enable always trigger guarded',
  ])
})

/** Accepted twice at once, each with its own key; the second comes while the first sets its deposit aside. */
async function agreedTwice(shop: Shop, plant = asIs) {
  const member = await vaultMember(shop, { cash: 2_000_000_000n })
  const { request_id: id } = await requested(shop, member)
  await quotedBy(shop, deskOf(shop), id)
  const { price } = (await open(shop, member, id)).data
  const accept = () => acceptLater(shop, member, id, price?.quote_id)
  let over: Promise<Rival> | undefined
  shop.intercept.current = async (text) => {
    if (/insert into ledger\.holds/.test(text) && !over) {
      over = accept()
      await overOrHeld(shop, over)
    }
    return plant(text)
  }
  const first = await accept()
  const second = await over
  shop.intercept.current = undefined
  const { agreed: made } = await readTrade(shop, member, id)
  return {
    errors: [first.error, second?.error],
    held: 2_000_000_000n - (await heldBy(shop, member)).cash === BigInt(made?.deposit ?? '0'),
  }
}

test('agreed twice at once: one deposit is set aside', async () => {
  expect(await agreedTwice(sound)).toEqual({ errors: [null, 'quote_expired'], held: true })
  const again = (text: string) =>
    text
      .replace(/for no key update$/, '')
      .replace("kind = 'business_buy' and used_at is null and expires_at > clock_timestamp()", 'true')
  expect(await agreedTwice(broken, again), 'control: only its deposit knows that it was agreed on').toEqual({
    ...{ errors: [null, 'hold_exists'], held: true },
  })
})

/** The price falls between the look at it and the close-out. */
async function closedBesideFall(shop: Shop, plant = asIs) {
  const { member, id } = await agreed(shop)
  await paidUntil(shop, id)
  const before = shop.karat.prices.of('id', 'IDR').bid
  let fell = false
  shop.intercept.current = async (text) => {
    if (/select 1 from business\.agreements/.test(text) && !fell) {
      fell = true
      await movePrice(shop, -100)
    }
    return plant(text)
  }
  expect((await endsDeal(shop, deskOf(shop), 'close_out', id)).error).toBe(null)
  shop.intercept.current = undefined
  const price = BigInt((await readTrade(shop, member, id)).agreed?.closed?.price ?? '0')
  return { atOld: price === before, atNew: price === shop.karat.prices.of('id', 'IDR').bid }
}

test('closed out at the price that stands in its transaction, not at the one that was looked at', async () => {
  expect(await closedBesideFall(sound)).toEqual({ atOld: false, atNew: true })
  const blind = (text: string) => text.replace("then 'moved'", 'then null')
  expect(await closedBesideFall(broken, blind), 'control: nothing judges the price').toEqual({
    ...{ atOld: true, atNew: false },
  })
})

/** Two instances' rounds have both seen that somebody is to be reminded. */
async function reminded(shop: Shop, plant = asIs) {
  const { id } = await agreed(shop)
  await paidUntil(shop, id, "+ interval '1 hour'")
  const meet = meetingAt(/with due as/, 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  await Promise.all([remindBuyers(shop.karat), remindBuyers(shop.karat)])
  shop.intercept.current = undefined
  const { number } = (await shop.karat.db.row<{ number: string }>(
    sql`select number from business.requests where id = ${id}`,
  )) ?? { number: '' }
  const letters = await shop.karat.db.rows(sql`
    select id from mail.messages where template = 'business_pay_soon' and subject like ${`%${number}%`}`)
  return letters.length
}

test('two instances remind once', async () => {
  expect(await reminded(sound)).toBe(1)
  const unclaimed = (text: string) =>
    text.replace(/and (ended is null and case[\s\S]*? end) for no key update skip locked/, 'and (true or $1)')
  expect(await reminded(broken, unclaimed), 'control: nobody claims the reminder').toBe(2)
})
