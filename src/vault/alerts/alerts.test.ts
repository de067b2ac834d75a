import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testEnvironment } from '../../../tests/support/environment.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { readConfig } from '../../config.ts'
import { sql } from '../../db/database.ts'
import { openKarat } from '../../karat.ts'
import { openLog } from '../../log.ts'
import type { AlertNewsView, AlertsView } from './alert-contract.ts'
import { forgetFirings } from './forget-alerts.ts'
import { tellOfPrices } from './tell-of-prices.ts'

const shop = openShop()
/** The controls work on a database of their own. */
const broken = openShop()
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    await freshTick(one)
    await one.karat.db.run(sql`delete from vault.alerts`)
  }
})

const priceNow = ({ karat }: Shop) => karat.prices.of('id', 'IDR')
/** A level so many hundredths of a percent from the buy price. */
const levelAt = (on: Shop, bps: bigint) => String((priceNow(on).ask * (10_000n + bps)) / 10_000n)
const wish = (on: Shop, bps: bigint, more: object = {}) => ({
  ...{ kind: bps > 0n ? 'above' : 'below', level: levelAt(on, bps), repeats: false, by_mail: true },
  ...more,
})
const add = (on: Shop, member: TestMember, body: object) => ask<AlertsView>(on, member, '/trade/add_alert', body)
const list = (on: Shop, member: TestMember) => ask<AlertsView>(on, member, '/trade/alerts')
const news = (on: Shop, member: TestMember) => ask<AlertNewsView>(on, member, '/trade/alert_news')

const lettersTo = async (on: Shop, { id }: TestMember): Promise<{ subject: string; body: string }[]> =>
  on.karat.db.rows(
    sql`select subject, body from mail.messages where member_id = ${id} and template like 'price%' order by created_at`,
  )

test('who waits is told once: in the app, and by a letter that says level and price', async () => {
  const member = await signedIn(shop)
  const level = levelAt(shop, 50n)
  expect(await add(shop, member, wish(shop, 50n))).toMatchObject({
    mail: 'on',
    alerts: [{ state: 'watching', armed: true, level }],
  })
  expect(await tellOfPrices(shop.karat), 'not before the price is there').toBe(0)
  await movePrice(shop, 60)
  expect(await tellOfPrices(shop.karat)).toBe(1)
  await movePrice(shop, -300)
  await movePrice(shop, 400)
  expect(await tellOfPrices(shop.karat), 'one that is told once is over').toBe(0)
  const [letter, ...others] = await lettersTo(shop, member)
  expect(others).toEqual([])
  const said = (text: string) => `Rp\u00a0${text.replace(/\B(?=(\d{3})+$)/g, ',')}`
  expect(letter?.subject).toBe(`The gold buy price rose to ${said(level)}`)
  expect(letter?.body).toContain('/user/trade/alerts')
  expect(await list(shop, member)).toMatchObject({
    alerts: [{ state: 'reached' }],
    firings: [{ kind: 'above', level }],
  })
  const { watching, news: told } = await news(shop, member)
  expect({ watching, told: told.length }).toEqual({ watching: false, told: 1 })
  expect(letter?.body).toContain(said(told[0]?.price ?? ''))
  const seen = await ask<AlertNewsView>(shop, member, '/trade/alerts_seen', { until: told[0]?.at })
  expect(seen.news).toEqual([])
})

test('a price on the edge is told once; far enough back, it is told anew', async () => {
  const member = await signedIn(shop)
  const { alerts } = await add(shop, member, wish(shop, 100n, { repeats: true }))
  await movePrice(shop, 101)
  expect(await tellOfPrices(shop.karat)).toBe(1)
  for (const step of [-20, 20, -45, 45, -10, 12]) {
    await movePrice(shop, step)
    expect(await tellOfPrices(shop.karat)).toBe(0)
  }
  expect(await list(shop, member)).toMatchObject({
    alerts: [{ state: 'watching', armed: false, level: alerts[0]?.level }],
  })
  await movePrice(shop, -60)
  expect(await tellOfPrices(shop.karat), 'it is watched again, and nothing is said').toBe(0)
  expect((await list(shop, member)).alerts).toMatchObject([{ armed: true }])
  await movePrice(shop, 70)
  expect(await tellOfPrices(shop.karat)).toBe(1)
  expect(await lettersTo(shop, member)).toHaveLength(2)
})

test('a change is told once a day for each direction, and not when it was there before', async () => {
  const member = await signedIn(shop)
  const { previousCloseAsk, ask: now } = priceNow(shop)
  if (previousCloseAsk === null) throw new Error('the demo shop has no close')
  const toClose = Number(((previousCloseAsk - now) * 10_000n) / now)
  await movePrice(shop, toClose)
  await add(shop, member, { kind: 'change', move: '2', repeats: true, by_mail: true })
  const other = await signedIn(shop)
  await movePrice(shop, 210)
  await add(shop, other, { kind: 'change', move: '2', repeats: true, by_mail: true })
  expect(await tellOfPrices(shop.karat)).toBe(1)
  await movePrice(shop, -30)
  await movePrice(shop, 60)
  expect(await tellOfPrices(shop.karat)).toBe(0)
  await movePrice(shop, -500)
  expect(await tellOfPrices(shop.karat), 'down is other news, to both').toBe(2)
  expect((await lettersTo(shop, member)).map(({ subject }) => subject.replace(/[\d.,]+%/, 'x'))).toEqual([
    'Gold rose x in a day',
    'Gold fell x in a day',
  ])
  expect((await lettersTo(shop, other)).map(({ subject }) => subject)).toHaveLength(1)
  expect((await list(shop, member)).firings[0]?.change).toMatch(/^-2\.\d\d$/)
  await movePrice(shop, 500)
})

describe('never while the price is not live', () => {
  const held = async (on: Shop) => {
    const member = await signedIn(on)
    await add(on, member, wish(on, 50n))
    await movePrice(on, 60)
    return member
  }
  test('by what this instance knows: a price that is too old', async () => {
    const member = await held(shop)
    shop.clock.ms += 600_000
    expect(await tellOfPrices(shop.karat)).toBe(0)
    expect(await lettersTo(shop, member)).toEqual([])
    await freshTick(shop)
    expect(await tellOfPrices(shop.karat)).toBe(1)
  })
  test('by what the database knows at that moment: a halt that came while the round was at work', async () => {
    const member = await held(shop)
    await haltedAtClaim(shop)
    expect(await tellOfPrices(shop.karat)).toBe(0)
    expect(await lettersTo(shop, member)).toEqual([])
    await goesOn(shop)
    expect(await tellOfPrices(shop.karat)).toBe(1)
  })
  test('control: a round that believes its memory tells a price that was halted', async () => {
    await held(broken)
    await haltedAtClaim(broken, (text) => text.replace(/is null(\s+returning member_id)/, "is distinct from 'x'$1"))
    expect(await tellOfPrices(broken.karat)).toBe(1)
    await goesOn(broken)
  })
})

const CLAIM = 'update vault.alerts set armed = (kind'

/** Staff halt the price just before the first alert is claimed. */
async function haltedAtClaim(on: Shop, planted = (text: string) => text) {
  let halted = false
  on.intercept.current = async (text) => {
    if (!text.includes(CLAIM)) return text
    if (!halted) {
      halted = true
      await on.karat.db.run(sql`insert into pricing.halts (store, reason, halted_by) values ('id', 'test', 'test')`)
    }
    return planted(text)
  }
}

async function goesOn(on: Shop) {
  on.intercept.current = undefined
  await on.karat.db.run(
    sql`update pricing.halts set resumed_at = now(), resumed_by = 'test', resumed_because = 'test' where resumed_at is null`,
  )
  await on.karat.prices.refresh()
}

/** The price reaches the alerts of six members while two instances and four rounds of each look. */
async function twoInstances(on: Shop): Promise<number[]> {
  const other = await openKarat({
    ...{ config: readConfig(testEnvironment), connectionString: on.connectionString, log: openLog('silent') },
    now: () => on.clock.ms,
    intercept: (text) => (on.intercept.current ? on.intercept.current(text) : text),
  })
  try {
    const members: TestMember[] = []
    for (let i = 0; i < 6; i++) members.push(await signedIn(on))
    for (const member of members) await add(on, member, wish(on, 50n, { repeats: true }))
    await movePrice(on, 60)
    await other.prices.refresh()
    await Promise.all([on.karat, other].flatMap((karat) => Array.from({ length: 4 }, () => tellOfPrices(karat))))
    return await Promise.all(members.map(async (member) => (await lettersTo(on, member)).length))
  } finally {
    await other.close()
  }
}

test('two instances that see the price write one letter each', async () => {
  expect(await twoInstances(shop)).toEqual([1, 1, 1, 1, 1, 1])
})

test('control: an alert that can be claimed twice is seen', async () => {
  const meet = meetingAt(CLAIM, 8)
  const planted = vi.fn()
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes(CLAIM)) return text
    planted()
    return text.replace("state = 'watching' and armed and", '')
  }
  const written = await twoInstances(broken)
  expect(planted).toHaveBeenCalled()
  expect(Math.max(...written)).toBeGreaterThan(1)
})

test('one who cannot be told does not hold up the others, and is told later', async () => {
  const members = [await signedIn(shop), await signedIn(shop), await signedIn(shop)]
  for (const member of members) await add(shop, member, wish(shop, 50n))
  await movePrice(shop, 60)
  let failures = 0
  shop.intercept.current = (text) => {
    if (!text.includes('insert into mail.messages') || failures++ > 0) return text
    throw new Error('planted')
  }
  expect(await tellOfPrices(shop.karat)).toBe(2)
  shop.intercept.current = undefined
  expect(await tellOfPrices(shop.karat)).toBe(1)
  for (const member of members) expect(await lettersTo(shop, member)).toHaveLength(1)
})

test('one that was deleted or paused while the round came says nothing; paused, it goes on from this side of its level', async () => {
  const [gone, paused] = [await signedIn(shop), await signedIn(shop)]
  const idOf = async (member: TestMember) => (await add(shop, member, wish(shop, 50n))).alerts[0]?.alert_id
  const [goneId, pausedId] = [await idOf(gone), await idOf(paused)]
  await ask(shop, gone, '/trade/delete_alert', { alert_id: goneId })
  await ask(shop, paused, '/trade/pause_alert', { alert_id: pausedId })
  await movePrice(shop, 60)
  expect(await tellOfPrices(shop.karat)).toBe(0)
  const resumed = { alert_id: pausedId }
  expect(await call(shop, paused, '/trade/resume_alert', resumed)).toMatchObject({ http: 409, error: 'alert_reached' })
  await movePrice(shop, -60)
  expect(await ask(shop, paused, '/trade/resume_alert', resumed)).toMatchObject({
    alerts: [{ state: 'watching', armed: true }],
  })
  await movePrice(shop, 60)
  expect(await tellOfPrices(shop.karat)).toBe(1)
  expect(await lettersTo(shop, gone)).toEqual([])
})

test('no letter without consent, none after it was withdrawn, and never a text message', async () => {
  const [silent, ended, mobile] = [await signedIn(shop), await signedIn(shop), await signedIn(shop)]
  await add(shop, silent, wish(shop, 50n, { by_mail: false }))
  await add(shop, ended, wish(shop, 50n))
  await ask(shop, ended, '/user/set_message_choices', { back_in_stock: false, price_alert: false, news: false })
  await shop.karat.db.run(
    sql`update identity.members set email = null, mobile = '+6281200000099' where id = ${mobile.id}`,
  )
  expect(await add(shop, mobile, wish(shop, 50n))).toMatchObject({ mail: 'no_address' })
  expect(await list(shop, ended)).toMatchObject({ mail: 'off' })
  await movePrice(shop, 60)
  expect(await tellOfPrices(shop.karat)).toBe(3)
  for (const member of [silent, ended, mobile]) {
    expect(await lettersTo(shop, member)).toEqual([])
    expect((await news(shop, member)).news).toHaveLength(1)
  }
})

test('the same level is one alert; editing makes another of it, and not what there is already', async () => {
  const member = await signedIn(shop)
  const first = await add(shop, member, wish(shop, 50n))
  const again = await add(shop, member, wish(shop, 50n, { repeats: true }))
  expect(again.alerts.map(({ alert_id, repeats }) => [alert_id, repeats])).toEqual([[first.alerts[0]?.alert_id, true]])
  const { alerts } = await add(shop, member, wish(shop, -50n))
  const below = alerts.find(({ kind }) => kind === 'below')?.alert_id
  const edit = (body: object) => call<AlertsView>(shop, member, '/trade/edit_alert', { alert_id: below, ...body })
  expect(await edit(wish(shop, 50n))).toMatchObject({ http: 409, error: 'alert_exists' })
  const edited = await edit({ kind: 'change', move: '3.5', repeats: true, by_mail: false })
  expect(edited.data.alerts.find(({ alert_id }) => alert_id === below)).toMatchObject({
    kind: 'change',
    move: '3.50',
    side: null,
  })
})

test.each([
  ['above the price of this moment', (on: Shop) => ({ ...wish(on, -10n), kind: 'above' }), 'level'],
  ['below the price of this moment', (on: Shop) => ({ ...wish(on, 10n), kind: 'below' }), 'level'],
  ['too far from the price', (on: Shop) => wish(on, 50_000n), 'level'],
  ['is required', () => ({ kind: 'above', repeats: false, by_mail: false }), 'level'],
  ['is required', () => ({ kind: 'change', repeats: false, by_mail: false }), 'move'],
  ['at least 0.5', () => ({ kind: 'change', move: '0.4', repeats: false, by_mail: false }), 'move'],
  ['at most 20', () => ({ kind: 'change', move: '20.1', repeats: false, by_mail: false }), 'move'],
  ['at most 0 decimals in IDR', (on: Shop) => ({ ...wish(on, 50n), level: `${levelAt(on, 50n)}.5` }), 'level'],
])('what makes no alert is named: %s', async (words, bodyOf, field) => {
  const answer = await call<{ fields: Record<string, string> }>(
    shop,
    await signedIn(shop),
    '/trade/add_alert',
    bodyOf(shop),
  )
  expect(answer).toMatchObject({ http: 422, error: 'invalid_input' })
  expect(answer.data.fields[field]).toContain(words)
})

test('what was told is forgotten after its time', async () => {
  const member = await signedIn(shop)
  await add(shop, member, wish(shop, 50n))
  await movePrice(shop, 60)
  await tellOfPrices(shop.karat)
  expect(await forgetFirings(shop.karat)).toBe(0)
  await shop.karat.db.run(
    sql`update vault.alert_firings set made_at = now() - interval '91 days' where member_id = ${member.id}`,
  )
  expect(await forgetFirings(shop.karat)).toBe(1)
})
