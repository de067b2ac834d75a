/** One balance, one transfer, many who want it at once; controls with a planted bug. */
import { beforeAll, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { addressOf, claim, expire, recall, send, sentByLink, shown, timeIsUp } from '../../tests/support/transfers.ts'
import { auditVault, fillVault, heldBy, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'

const { sound, broken } = openShopPair()
const GRAM = 10_000n
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1000n * GRAM)
  }
})

/** As `asked`, again while three others of the member compare their PIN. */
async function persist<T extends { error: string | null }>(asked: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await asked()
    if (answer.error !== 'too_many_requests' && answer.error !== 'busy') return answer
  }
}

test('of 50 spends of ten grams, transfers beside a sale, exactly ten are made', async () => {
  const [sender, other] = [await vaultMember(sound, { gold: 10n * GRAM }), await vaultMember(sound)]
  const sale = await quote(sound, sender, 'cashingIn', 'weight', '1')
  const { shown: whom } = await shown(sound, sender, addressOf(other))
  const matches = sound.karat.hasher.pinMatches
  sound.karat.hasher.pinMatches = async () => true
  const answers = await Promise.all([
    persist(() => trade(sound, sender, 'cashingIn', sale)),
    ...Array.from({ length: 49 }, (_, n) =>
      persist(() =>
        send(sound, sender, {
          to: n % 2 ? addressOf(other) : 'new@example.com',
          weight: '1',
          shown: n % 2 ? whom : 'n••••@example.com',
        }),
      ),
    ),
  ])
  sound.karat.hasher.pinMatches = matches
  const made = answers.filter(({ http }) => http === 200)
  expect(made).toHaveLength(10)
  expect(new Set(answers.filter(({ http }) => http !== 200).map(({ error }) => error))).toEqual(
    new Set(['balance_too_low']),
  )
  expect((await heldBy(sound, sender)).gold).toBe(0n)
  expect(await auditVault(sound)).toEqual([])
})

/** Everybody has looked at the transfer before one of them resolves its hold. */
async function claimedByAll(shop: Shop, who: TestMember[], plant = (text: string) => text) {
  const sender = await vaultMember(shop, { gold: 10n * GRAM })
  const [gift] = [await sentByLink(shop, sender, '1'), await sentByLink(shop, sender, '9')]
  const meet = meetingAt('update ledger.holds set', who.length)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const answers = await Promise.all(who.map((member) => claim(shop, member, gift)))
  shop.intercept.current = undefined
  return answers
}

test('of 5 claims of one transfer at one moment one gets it', async () => {
  const who = await Promise.all(Array.from({ length: 5 }, () => vaultMember(sound)))
  const answers = await claimedByAll(sound, who)
  expect(answers.map(({ error }) => error).toSorted()).toEqual([null, ...Array(4).fill('transfer_over')].toSorted())
  const got = await Promise.all(who.map(async (member) => (await heldBy(sound, member)).gold))
  expect(got.reduce((sum, one) => sum + one, 0n)).toBe(GRAM)
  expect(await auditVault(sound)).toEqual([])
})

test('of 50 claims of one transfer one gets it', async () => {
  const who = await Promise.all(Array.from({ length: 50 }, () => vaultMember(sound)))
  const gift = await sentByLink(sound, await vaultMember(sound, { gold: GRAM }), '1')
  const answers = await Promise.all(who.map((member) => persist(() => claim(sound, member, gift))))
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([null, 'transfer_over']))
  expect(await auditVault(sound)).toEqual([])
})

test('control: without what resolves a hold once, a second claim is stopped only by what ends a transfer once', async () => {
  await asOwner(broken.connectionString, [
    `create or replace function ledger.guard_hold() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then new.resolved_at := clock_timestamp(); end if;
      return new;
    end $$`,
  ])
  const who = [await vaultMember(broken), await vaultMember(broken)]
  const answers = await claimedByAll(broken, who, (text) => text.replace("and state = 'placed'", ''))
  expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 500])
})

/** Its end by all three at once, of which the last needs that its time is up; which of them believe that they ended it. */
async function endedByAll(shop: Shop, isOver: boolean, plant = (text: string) => text) {
  const [sender, friend] = [await vaultMember(shop, { gold: 10n * GRAM }), await vaultMember(shop)]
  const [gift] = [await sentByLink(shop, sender, '1'), await sentByLink(shop, sender, '9')]
  if (isOver) await timeIsUp(shop, gift)
  const meet = meetingAt('update ledger.holds set', isOver ? 3 : 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const [claimed, recalled, expired] = await Promise.all([
    claim(shop, friend, gift),
    recall(shop, sender, gift),
    isOver ? expire(shop) : 0,
  ])
  shop.intercept.current = undefined
  const ends = [claimed.http === 200, recalled.http === 200, expired === 1]
  return { ends, held: [(await heldBy(shop, sender)).gold, (await heldBy(shop, friend)).gold] }
}

test.each([false, true, true])(
  'claim beside recall, beside the end of its time (%s): the grams are somebody’s, once',
  async (isOver) => {
    const { ends, held } = await endedByAll(sound, isOver)
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(held).toEqual(ends[0] ? [0n, GRAM] : [GRAM, 0n])
    expect(await auditVault(sound)).toEqual([])
  },
)

test('control: without all that ends a hold and its transfer once, the grams are claimed and recalled', async () => {
  await asOwner(broken.connectionString, [
    'create or replace function vault.guard_transfer() returns trigger language plpgsql as $$ begin return new; end $$',
    'alter table ledger.holds drop constraint hold_is_used_in_part',
  ])
  const { ends, held } = await endedByAll(broken, false, (text) =>
    text.replace("and state = 'placed'", '').replace("and state = 'waiting'", ''),
  )
  expect([ends, held]).toEqual([
    [true, true, false],
    [GRAM, GRAM],
  ])
})

test('two who send to each other at once wait for nothing', async () => {
  const [one, two] = [await vaultMember(sound, { gold: 5n * GRAM }), await vaultMember(sound, { gold: 5n * GRAM })]
  const [toTwo, toOne] = [await shown(sound, one, addressOf(two)), await shown(sound, two, addressOf(one))]
  const answers = await Promise.all([
    send(sound, one, { to: addressOf(two), weight: '1', shown: toTwo.shown }),
    send(sound, two, { to: addressOf(one), weight: '2', shown: toOne.shown }),
  ])
  expect(answers.map(({ http }) => http)).toEqual([200, 200])
  expect([(await heldBy(sound, one)).gold, (await heldBy(sound, two)).gold]).toEqual([6n * GRAM, 4n * GRAM])
})
