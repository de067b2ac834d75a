/** What a store has no licence for is refused at the door and in the transaction that sells; what members have stays theirs (decision 0147). */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listCalls, type Schema } from '../../../tests/support/api-document.ts'
import { endAll, turnOff } from '../../../tests/support/licences.ts'
import { agreed, fakeMandates, sayOf } from '../../../tests/support/mandates.ts'
import { lateAt, overOrHeld } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { begin, begun, lookAgain, makeDue } from '../../../tests/support/plans.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { addressOf, claim, recall, send, sentByLink, shown } from '../../../tests/support/transfers.ts'
import { fillVault, heldBy, openVault, PIN, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { featureAreas, featureCalls, needsOf } from '../../feature-calls.ts'
import { chargeMandates } from '../../payments/charge-mandates.ts'
import { features } from '../../stores/feature-rules.ts'
import { storeOf } from '../../stores/stores.ts'
import { runPlans } from '../../vault/plans/run-plans.ts'
import type { LicencesView } from './licences-contract.ts'

const GRAM = 10_000n
const shop = openShop()
const unjudged = openShop()
const unlocked = openShop()
beforeAll(async () => {
  for (const one of [shop, unjudged, unlocked]) {
    await openVault(one)
    await fillVault(one, 1000n * GRAM)
  }
  await asOwner(unjudged.connectionString, ['drop trigger feature_is_on on vault.trades'])
  await asOwner(unlocked.connectionString, [
    `create or replace function stores.is_on(of_store text, of_feature text) returns boolean language sql as $$
      select exists (select from stores.licences l where l.store = of_store and l.feature = of_feature and l.ended_at is null) $$`,
  ])
})
beforeEach(async () => {
  for (const one of [shop, unjudged, unlocked]) {
    one.intercept.current = undefined
    one.clock.ms = Math.max(one.clock.ms, Date.now())
    await freshTick(one)
  }
})
const reason = 'The regulator wrote'
const wish = {
  ...{ store: 'id', feature: 'transfers', licence_kind: 'licence', licence_number: 'S-12/BAPPEBTI/2026' },
  ...{
    issuer: 'Bappebti',
    issued_on: '2026-01-02',
    until_on: null,
    licence_text: 'Members may send grams to one another.',
  },
}
const list = async (owner: { headers: Record<string, string> }) =>
  (await askStaff(shop, owner, '/licences/list?store=id')).data as LicencesView

test('two people record a licence; one ends it at once; the record tells who', async () => {
  const [one, two] = [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'owner')]
  const desk = await staffSignedIn(shop, 'desk')
  await endAll(shop, ['transfers'])
  expect(storeOf(shop.karat, 'id').features.transfers).toBe(false)
  const asked = await askStaff(shop, one, '/licences/record', { ...wish, reason })
  expect((await askStaff(shop, one, '/licences/record', { ...wish, reason })).error).toBe('approval_waiting')
  expect((await list(one)).features.find(({ feature }) => feature === 'transfers')).toMatchObject({
    on: false,
    waits: true,
  })
  const approval = { approval_id: asked.data.approval_id }
  expect((await askStaff(shop, one, '/approvals/approve', approval)).error).toBe('second_person_required')
  expect((await askStaff(shop, two, '/approvals/approve', approval)).error).toBeNull()
  await expect.poll(() => storeOf(shop.karat, 'id').features.transfers).toBe(true)
  const [newest] = (await list(one)).features.find(({ feature }) => feature === 'transfers')?.licences ?? []
  expect(newest).toMatchObject({
    ...{
      state: 'in_force',
      kind: 'licence',
      number: wish.licence_number,
      recorded_by: one.staff.name,
      approved_by: two.staff.name,
    },
  })
  const ending = { id: newest?.id, reason: 'It was withdrawn' }
  expect((await askStaff(shop, desk, '/licences/end', ending)).data).toEqual({ ended: true })
  expect(storeOf(shop.karat, 'id').features.transfers).toBe(false)
  expect((await askStaff(shop, desk, '/licences/end', ending)).error).toBe('licence_over')
  expect(
    await shop.karat.db.row(
      sql`select reason, details from staff.actions where action = 'licences.end' and outcome = 'done'`,
    ),
  ).toEqual({
    ...{ reason: 'It was withdrawn', details: { did: 'end_licence', licence: wish.licence_number } },
  })
  await expect(
    shop.karat.db.run(sql`update stores.licences set ended_at = null, ended_by = null, ended_because = null`),
  ).rejects.toThrow('stays')
  await turnOff(shop, 'transfers')
})

test('a licence holds until the end of its last day, and one that is over or was not issued yet is refused', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const fieldsOf = async (days: object) =>
    Object.keys(
      (await askStaff(shop, owner, '/licences/record', { ...wish, ...days, feature: 'agents', reason })).data
        .fields as object,
    )
  expect(await fieldsOf({ until_on: '2026-01-03' })).toEqual(['until_on'])
  expect(await fieldsOf({ issued_on: '2999-01-01' })).toEqual(['issued_on'])
  await turnOff(shop, 'agents')
  await shop.karat.db.run(sql`
    insert into stores.licences (store, feature, kind, number, issuer, issued_on, until_on, until_at, words, recorded_by, approved_by, reason)
    values ('id', 'agents', 'licence', 'T', 'T', current_date, current_date, now() + interval '700 ms', 'T', 'a', 'b', 'T')`)
  await expect.poll(() => storeOf(shop.karat, 'id').features.agents).toBe(true)
  await expect.poll(() => storeOf(shop.karat, 'id').features.agents, { timeout: 10_000 }).toBe(false)
})

test('every call of these areas stands in the table, and the table names no other', () => {
  const known = new Set(listCalls(shop.app).map(({ path }) => path))
  const areas = [...known].filter((path) => featureAreas.some((area) => path.startsWith(area)))
  expect([...featureCalls.keys()].toSorted()).toEqual(areas.toSorted())
})

const typed: Record<string, unknown> = {
  ...{ by: 'weight', value: '1', pin: PIN, amount: '100000', weight: '1', to: 'a@example.com', shown: '', note: '' },
  ...{
    token: 'x'.repeat(43),
    method: 'qris',
    card: 'none',
    rhythm: 'daily',
    first_on: '2026-12-01',
    paid_by: 'balance',
  },
  ...{ words: 'to find clients', terms_version: '1', signature: 'A'.repeat(200), revision: 1, capacity: 10 },
  ...{ kind: 'campaign', language: 'id', time_zone: 'Asia/Jakarta' },
  ...{ starts_at: '2027-01-01T10:00', ends_at: '2027-01-01T12:00' },
}
/** What the call requires, as it takes it. */
const fitting = ({ properties = {}, required = [] }: Schema) =>
  Object.fromEntries(
    Object.keys(properties)
      .filter((name) => required.includes(name) || name === 'value')
      .map((name) => [name, name.endsWith('_id') ? randomUUID() : typed[name]]),
  )

test('what needs a feature is refused by its name, and everything else goes on, seen from every call', async () => {
  const member = await vaultMember(shop, { level: 3 })
  await turnOff(shop, ...features)
  for (const { method, path, isForm, input } of listCalls(shop.app)) {
    const { needs } = needsOf(path)
    if (!featureCalls.has(path) || isForm) continue
    const payload = needs.length > 0 ? fitting(input) : {}
    const { statusCode, ...answer } = await shop.app.inject({
      ...{ method, url: `/api/storeid${path}`, headers: member.headers, ...(method === 'POST' && { payload }) },
    })
    const error = answer.headers['content-type']?.includes('json') ? answer.json().error : null
    if (needs.length > 0)
      expect([path, statusCode, error, answer.json().data.feature]).toEqual([path, 403, 'feature_off', needs[0]])
    else expect([path, error]).not.toEqual([path, 'feature_off'])
  }
})

test('who and what come before it at the door', async () => {
  await turnOff(shop, 'gold_accounts')
  const asked = { by: 'weight', value: '1' }
  expect((await call(shop, null, '/trade/purchase_quote', asked)).http).toBe(401)
  const member = await vaultMember(shop)
  expect((await call(shop, member, '/trade/purchase_quote', { ...asked, surprise: 1 })).http).toBe(422)
  expect((await call(shop, member, '/trade/purchase_quote', asked)).error).toBe('feature_off')
})

test('what was bought before is answered as it was, by its key; with another one nothing is bought', async () => {
  const member = await vaultMember(shop, { cash: 50_000_000n })
  const quoted = await quote(shop, member, 'purchase', 'weight', '1')
  const bought = await trade(shop, member, 'purchase', { ...quoted, key: 'first' })
  expect(bought.error).toBeNull()
  const other = await quote(shop, member, 'purchase', 'weight', '1')
  await turnOff(shop, 'gold_accounts')
  const again = await trade(shop, member, 'purchase', { ...quoted, key: 'first' })
  expect([again.error, again.data, again.headers['idempotent-replayed']]).toEqual([null, bought.data, 'true'])
  expect(await trade(shop, member, 'purchase', { ...other, key: 'second' })).toMatchObject({
    ...{ http: 403, error: 'feature_off', data: { feature: 'gold_accounts' } },
  })
  expect((await trade(shop, member, 'purchase', quoted)).error).toBe('feature_off')
  expect((await heldBy(shop, member)).gold).toBe(GRAM)
})

test('of what goes by its side a purchase is refused inside, a sale is not', async () => {
  const member = await vaultMember(shop, { cash: 5_000_000n, gold: 2n * GRAM })
  await turnOff(shop, 'gold_accounts')
  const { ask: up, bid } = shop.karat.prices.of('id', 'IDR')
  const limit = (side: string, price: bigint) =>
    call(shop, member, '/trade/place_limit', {
      side,
      by: 'weight',
      value: '0.5',
      limit: String(price),
      days: 7,
      pin: PIN,
    })
  expect(await limit('buy', (up * 95n) / 100n)).toMatchObject({
    http: 403,
    error: 'feature_off',
    data: { feature: 'gold_accounts' },
  })
  expect((await limit('sell', (bid * 105n) / 100n)).error).toBeNull()
})

test('members sell, and are paid: what a sale brings is owed where no balance may be kept', async () => {
  const member = await vaultMember(shop, { cash: 300_000n, gold: 2n * GRAM })
  await turnOff(shop, 'gold_accounts', 'cash_balance')
  const sold = await quote(shop, member, 'cashingIn', 'weight', '1')
  const { data, error } = await trade(shop, member, 'cashingIn', sold)
  expect([error, data.proceeds]).toEqual([null, { go: 'waiting', account: null }])
  expect(await heldBy(shop, member)).toEqual({ cash: 300_000n, gold: GRAM })
  expect((await call(shop, member, '/trade/deposit', { amount: '100000', method: 'qris' })).error).toBe('feature_off')
})

test('a transfer that waits is not taken while they are off, and comes back to its sender', async () => {
  const [sender, other] = [await vaultMember(shop, { gold: 2n * GRAM }), await vaultMember(shop)]
  const waiting = await sentByLink(shop, sender, '0.5')
  const named = await shown(shop, sender, addressOf(other))
  await turnOff(shop, 'transfers')
  expect((await claim(shop, other, { token: waiting.token })).error).toBe('feature_off')
  const insides = { to: addressOf(other), weight: '0.1', shown: named.shown }
  storeOf(shop.karat, 'id').features.transfers = true
  expect(await send(shop, sender, insides)).toMatchObject({ error: 'feature_off', data: { feature: 'transfers' } })
  expect(await claim(shop, other, { token: waiting.token })).toMatchObject({ error: 'feature_off' })
  await shop.karat.refreshStores()
  expect((await recall(shop, sender, waiting)).error).toBeNull()
  expect((await heldBy(shop, sender)).gold).toBe(2n * GRAM)
})

test('a savings plan waits while it is off, and goes on by itself', async () => {
  const member = await vaultMember(shop, { cash: 5_000_000n })
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  await turnOff(shop, 'plans')
  expect((await begin(shop, member)).error).toBe('feature_off')
  expect(await runPlans(shop.karat)).toBe(0)
  expect(await shop.karat.db.row(sql`select state, waits_for from vault.plans where id = ${plan.plan_id}`)).toEqual({
    ...{ state: 'active', waits_for: 'gold' },
  })
  await shop.karat.db.run(sql`
    insert into stores.licences (store, feature, kind, number, issuer, issued_on, words, recorded_by, approved_by, reason)
    values ('id', 'plans', 'licence', 'T', 'T', current_date, 'T', 'a', 'b', 'T')`)
  await lookAgain(shop, plan)
  expect(await runPlans(shop.karat)).toBe(1)
})

test('a card is not charged for a plan once its licence has ended; what was charged meanwhile buys nothing and goes back', async () => {
  const bank = fakeMandates(shop)
  for (const endsFirst of [true, false]) {
    bank.reset()
    const member = await vaultMember(shop)
    const plan = await begun(shop, member, { paid_by: 'card' })
    await agreed(shop, bank, plan)
    await makeDue(shop, plan)
    expect(await runPlans(shop.karat)).toBe(1)
    if (endsFirst) await endAll(shop, ['plans'])
    bank.answer = async (charge) => {
      if (!endsFirst) await endAll(shop, ['plans'])
      return sayOf('captured')(charge)
    }
    await chargeMandates(shop.karat)
    expect(bank.charges.length).toBe(endsFirst ? 0 : 1)
    expect((await heldBy(shop, member)).gold).toBe(0n)
    const bought = await shop.karat.db.row(
      sql`select state, refusal from vault.purchases where member_id = ${member.id}`,
    )
    expect(bought).toEqual(
      endsFirst ? { state: 'open', refusal: null } : { state: 'refused', refusal: 'buying_closed' },
    )
    await turnOff(shop, 'plans')
    await asOwner(shop.connectionString, [`select stores.demonstrate('id')`])
    await shop.karat.refreshStores()
  }
})

/** A licence ends while a purchase is confirmed, right before its trade is written. */
async function endedMeanwhile(which: Shop) {
  const member = await vaultMember(which, { cash: 5_000_000n })
  const quoted = await quote(which, member, 'purchase', 'weight', '1')
  let answer: Awaited<ReturnType<typeof trade>> | undefined
  await lateAt(
    which,
    { at: /insert into vault\.trades/, plant: (text) => text },
    async () => {
      answer = await trade(which, member, 'purchase', quoted)
    },
    () => endAll(which, ['gold_accounts']),
  )
  return { error: answer?.error, gold: (await heldBy(which, member)).gold }
}

/** It is to end between the trade and its commit: whether it was over before. */
async function endedBeforeCommit(which: Shop) {
  const member = await vaultMember(which, { cash: 5_000_000n })
  const quoted = await quote(which, member, 'purchase', 'weight', '1')
  let endedFirst = false
  let over: Promise<void> | undefined
  let error: string | null | undefined
  await lateAt(
    which,
    { at: /insert into mail\./, plant: (text) => text },
    async () => {
      error = (await trade(which, member, 'purchase', quoted)).error
    },
    async () => {
      over = endAll(which, ['gold_accounts']).then(() => {
        endedFirst ||= error === undefined
      })
      await overOrHeld(which, over)
    },
  )
  await over
  return { endedFirst, error }
}

test('nothing is bought once the licence has ended, however late; and what is bought comes before its end', async () => {
  expect(await endedBeforeCommit(shop)).toEqual({ endedFirst: false, error: null })
  await turnOff(shop, 'gold_accounts')
  await asOwner(shop.connectionString, [`select stores.demonstrate('id')`])
  await shop.karat.refreshStores()
  expect(await endedMeanwhile(shop)).toEqual({ error: 'feature_off', gold: 0n })
})
test('control: where the trade is not judged, it is bought after the end', async () =>
  expect(await endedMeanwhile(unjudged)).toEqual({ error: null, gold: GRAM }))
test('control: where nobody holds what they sell by, it ends in the middle of a sale', async () =>
  expect(await endedBeforeCommit(unlocked)).toEqual({ endedFirst: true, error: null }))

test('what is off is told at every instance by the notice of the database', async () => {
  const before = storeOf(shop.karat, 'id')
  expect((await ask<{ gold: string }>(shop, await vaultMember(shop), '/trade/holding')).gold).toBe('0.0000')
  await shop.karat.db.run(sql`
    update stores.licences set ended_at = now(), ended_by = 'test', ended_because = 'T' where store = 'id' and feature = 'agents' and ended_at is null`)
  await expect.poll(() => storeOf(shop.karat, 'id').features.agents).toBe(false)
  expect(before.features.agents).toBe(true)
})
