/** The daily proof: what is published is accepted by the verifier, holds what every member is owed, and is made once by any number of instances. */
import { createPublicKey, verify } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { consigned, handedOver, inspectedWhole } from '../../tests/support/goldback.ts'
import { receive, serialFor } from '../../tests/support/goods.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { paidOrder } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { settlePapers } from '../../tests/support/papers.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, pickupPoint, someSku } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { fillVault, openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { readBacking } from '../backing/judge-backing.ts'
import { sql } from '../db/database.ts'
import { readAuditKey } from '../identity/audit-keys.ts'
import type { GuaranteeView, SubmittedView } from '../orders/contract.ts'
import { hiddenSerial, readBarList, sumOfBars } from './bar-list-rules.ts'
import { checkStore, type Find, readDays } from './check-rules.ts'
import { readKeys } from './note-rules.ts'
import { describeProof } from './proof-page-queries.ts'
import { publishDay, publishDueDays } from './publish-day.ts'
import { takeSnapshot } from './take-snapshot.ts'

const shop = openShop()
const broken = openShop()
beforeAll(() => Promise.all([openVault(shop), openVault(broken)]))
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    await freshTick(one)
  }
})

const storeOf = ({ karat }: Shop, code = 'id') => {
  const store = karat.stores.get(code)
  if (!store) throw new Error(`no store ${code}`)
  return store
}
/** What is published, as anybody reads it. */
const published =
  ({ app }: Shop, store = 'id'): Find =>
  async (file) => {
    const answer = await app.inject({ url: `/proof/${store}/${file}` })
    return answer.statusCode === 404 ? null : new Uint8Array(answer.rawPayload)
  }
const verifyHere = (key: Uint8Array, text: Uint8Array, signature: Uint8Array) => {
  const x = Buffer.from(key).toString('base64url')
  return verify(null, text, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}
async function check(at: Shop, member: { id: string } | null = null) {
  const find = published(at)
  const keys = readKeys(Buffer.from((await find('keys')) ?? '').toString())
  const own = member ? await readAuditKey(at.karat.db, at.karat.sealing, member.id) : null
  const { findings, days } = await checkStore(find, 'id', {
    ...{ trust: { keys, verify: verifyHere }, allDays: true },
    member: own ? { key: new Uint8Array(own.key), contact: own.contact } : null,
  })
  return { findings, last: days.at(-1) }
}
/** So many days later, as far as the proof's moment goes. */
const later = (days: number) => (text: string) =>
  text.includes("date_trunc('second', clock_timestamp())")
    ? text.replace('clock_timestamp()', `clock_timestamp() + interval '${days} days'`)
    : text
let days = 0
async function nextDay(at: Shop): Promise<string> {
  at.intercept.current = later(days++)
  const date = (await publishDay(at.karat, storeOf(at))) ?? ''
  at.intercept.current = undefined
  return date
}

test('what every member is owed is in it, and the verifier accepts it', async () => {
  const rich = await vaultMember(shop, { gold: 12_345_678n })
  const poor = await vaultMember(shop, { gold: 1n })
  const buyer = await signedIn(shop)
  await paidOrder(shop, buyer, await someSku(shop))
  await nextDay(shop)
  for (const [member, units] of [
    [rich, 12_345_678n],
    [poor, 1n],
    [buyer, 100_000n],
  ] as const) {
    const { findings, last } = await check(shop, member)
    expect(findings).toEqual([])
    expect(last?.member?.units).toBe(units)
  }
  const { members, pieces, bars, stock } = await readBacking(shop.karat.db, 'id')
  const { last } = await check(shop)
  expect(last?.note).toMatchObject({ liabilities: members + pieces, assets: bars + stock, breach: false, number: 1n })
  const { findings, last: none } = await check(shop, await signedIn(shop))
  expect(
    findings.map(({ fault }) => fault),
    'who is owed nothing has no leaves',
  ).toEqual(['member_missing'])
  expect(none?.member).toEqual({ units: 0n, parts: 0 })
})

test('grams that pay an order count as grams until pieces are assigned, as pieces afterwards, never both', async () => {
  await fillVault(shop, 10_000_000n)
  const member = await vaultMember(shop, { gold: 120_000n, cash: 1_000_000n })
  const delivery = { mode: 'pickup', pickup_point_id: await pickupPoint(shop) }
  const { guarantee_id } = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: await someSku(shop), quantity: 1, gold: 'grams', delivery },
  })
  const { order_id } = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })
  await ask(shop, member, '/product/pay_order', { order_id, method: 'balance', pin: PIN })
  const states = async () => shop.karat.db.row(sql`select state from vault.redemptions where order_id = ${order_id}`)
  expect(await states()).toEqual({ state: 'held' })
  await nextDay(shop)
  expect((await check(shop, member)).last?.member?.units).toBe(120_000n)
  await settlePapers(shop.karat)
  expect(await states()).toEqual({ state: 'used' })
  await nextDay(shop)
  expect((await check(shop, member)).last?.member?.units).toBe(120_000n)
})

test('the list has the bars by their numbers and hides those of the shop', async () => {
  const serial = await fillVault(shop, 10_000_000n)
  const date = await nextDay(shop)
  const { bars } = readBarList((await published(shop)(`${date}/bars.csv`)) ?? new Uint8Array())
  expect(bars).toContainEqual(expect.objectContaining({ serial, maker: 'A maker', place: 'X-1', state: 'available' }))
  const [piece] = await shop.karat.db.rows<{ serial: string; brand: string; secret: Buffer }>(sql`
    select n.serial, n.brand, s.secret from catalogue.pieces n join proof.piece_secrets s on s.serial = n.serial
    where n.state = 'in_stock' limit 1`)
  const hidden = hiddenSerial(new Uint8Array(piece?.secret ?? []), piece?.brand ?? '', piece?.serial ?? '')
  expect(bars.filter((one) => one.serial === hidden)).toHaveLength(1)
  expect(bars.some((one) => one.serial === piece?.serial)).toBe(false)
})

test('days continue one another, and what is published never changes', async () => {
  const [first, second] = [await nextDay(shop), await nextDay(shop)]
  expect((await check(shop)).findings).toEqual([])
  expect((await readDays(published(shop))).slice(-2)).toEqual([first, second])
  for (const forbidden of [
    `update proof.days set owed_e4 = 0`,
    `delete from proof.files where name = 'bars.csv'`,
    `update proof.files set content = ''`,
    `update proof.signing_keys set public_key = decode(repeat('ab', 32), 'hex')`,
  ])
    await expect(asOwner(shop.connectionString, [forbidden]), forbidden).rejects.toThrow('refused')
  const skipped = `insert into proof.days (store, date, number, instant, owed_e4, there_e4, breach, text, digest, previous)
    select store, date + 9, number + 2, instant + interval '9 days', 0, 0, false, text, digest, digest from proof.days order by number desc limit 1`
  await expect(asOwner(shop.connectionString, [skipped])).rejects.toThrow('continue')
  const file = await shop.app.inject({ url: `/proof/id/${second}/note` })
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const missing of ['2026-02-31/note', '2026-01-01/note', `${second}/shard/zz`, `${second}/other`, 'other'])
    expect((await shop.app.inject({ url: `/proof/id/${missing}` })).statusCode, missing).toBe(404)
  expect((await shop.app.inject({ url: '/proof/xx/days' })).statusCode).toBe(404)
})

test('the page reads the bars of a day once, and those of the next day anew', async () => {
  let files = 0
  const shown = async () => {
    shop.intercept.current = (text) => {
      if (text.includes('select content from proof.files')) files++
      return text
    }
    const proof = await describeProof(shop.karat, storeOf(shop), { q: '', part: 'all', rows: 10 })
    shop.intercept.current = undefined
    return [proof?.day.date, proof?.bars.found, files]
  }
  const first = await nextDay(shop)
  const [, found] = await shown()
  expect(await shown()).toEqual([first, found, 2])
  const second = await nextDay(shop)
  expect(await shown()).toEqual([second, found, 4])
})

test('a piece that was bought back is the house’s: it is counted from its payment on, in quarantine too', async () => {
  const member = await vaultMember(shop)
  const [serial = ''] = await handedOver(shop, member)
  const before = await takeSnapshot(shop.karat, storeOf(shop))
  const made = await consigned(shop, member, [serial])
  const at = await inspectedWhole(shop, await staffSignedIn(shop, 'desk'), made)
  await at.decide('accept')
  expect((await at.pay()).error).toBeNull()
  const after = await takeSnapshot(shop.karat, storeOf(shop))
  expect(sumOfBars(after.bars) - sumOfBars(before.bars)).toBe(100_000n)
})

test('a loss that leaves too little is said, by the numbers that close the store', async () => {
  await vaultMember(broken, { gold: 5_000_000n })
  const desk = await staffSignedIn(broken, 'desk')
  const bars = await broken.karat.db.rows<{ id: string }>(sql`select id from backing.bars where store = 'id'`)
  for (const { id } of bars)
    await askStaff(broken, desk, '/vault/lose', { bar_id: id, reason: 'Counted by two, seal opened' })
  await publishDay(broken.karat, storeOf(broken))
  const { findings, last } = await check(broken)
  expect(findings).toEqual([])
  expect(last?.note.breach).toBe(true)
  const freeze = await broken.karat.db.row(
    sql`select cause from backing.freezes where store = 'id' and ended_at is null`,
  )
  expect(freeze).toEqual({ cause: 'vault' })
})

test('a piece that comes while a day is begun keeps nobody from publishing it', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const sku = shop.karat.catalogue.products('id').find(({ brand }) => brand === 'Karat Mint')?.skus[0]?.id ?? 0
  let answer: unknown
  shop.intercept.current = async (text) => {
    if (answer === undefined && text.includes('insert into ledger.published_heads')) {
      answer = null
      answer = await receive(shop, owner, sku, serialFor(77))
    }
    return later(days)(text)
  }
  days++
  await publishDay(shop.karat, storeOf(shop))
  expect(answer).toMatchObject({ status: 200 })
  const bare = sql`
    select n.serial from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
    where p.store = 'id' and n.state = 'in_stock' and not exists (select from proof.piece_secrets x where x.serial = n.serial)`
  expect(await shop.karat.db.rows(bare), 'it came after the moment of the count').toHaveLength(1)
})

test('a list that is not what the judge counts is not published', async () => {
  shop.intercept.current = (text) =>
    text.includes('as units from ledger.accounts') ? text.replace("'gold', 'gold_held'", "'gold_held'") : text
  await vaultMember(shop, { gold: 70_000n })
  await expect(publishDay(shop.karat, storeOf(shop))).rejects.toThrow('owed to members')
})

const claim = 'plan.claimed_until is null or plan.claimed_until < clock_timestamp()'
const countDays = async ({ karat }: Shop) =>
  (await karat.db.row<{ days: number }>(sql`select count(*)::int as days from proof.days where store = 'my'`))?.days

test('two rounds at once make one day, and the next is planned for tomorrow', async () => {
  const rounds = await Promise.all([publishDueDays(shop.karat), publishDueDays(shop.karat)])
  expect(rounds.flat().filter(({ store }) => store === 'my')).toHaveLength(1)
  expect(await countDays(shop)).toBe(1)
  expect((await publishDueDays(shop.karat)).filter(({ store }) => store === 'my')).toEqual([])
  const plan = await shop.karat.db.row<{ tomorrow: boolean }>(sql`
    select (due_at at time zone 'Asia/Kuala_Lumpur')::date = (now() at time zone 'Asia/Kuala_Lumpur')::date + 1 as tomorrow
    from proof.plans where store = 'my'`)
  expect(plan).toEqual({ tomorrow: true })
})

test('control: without the claim both are at it, and the database takes one', async () => {
  const meet = meetingAt('from identity.members m where m.closed_at is null', 2) // early in what follows the claim
  let made = 0
  broken.intercept.current = async (text) => {
    await meet(text)
    if (text.includes('insert into proof.piece_secrets')) made++
    return text.replace(claim, 'true')
  }
  await broken.karat.db.run(sql`insert into proof.plans (store, due_at) values ('id', now() + interval '9 days')
    on conflict (store) do update set due_at = excluded.due_at`)
  const rounds = await Promise.all([publishDueDays(broken.karat), publishDueDays(broken.karat)])
  broken.intercept.current = undefined
  expect(made, 'more often where one had to begin anew').toBeGreaterThan(1)
  expect(rounds.flat()).toHaveLength(1)
  expect(await countDays(broken)).toBe(1)
})
