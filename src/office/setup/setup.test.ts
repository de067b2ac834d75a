/** A closed store sells nothing, and is opened when everything is there, once. How one is made from nothing: tests/process/start.test.ts. */
import { expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { Channel, Outgoing } from '../../mail/channels.ts'
import { firstTaxes, rulesOf } from '../../stores/tax-rules.ts'
import type { SetupView, TestMailView } from './setup-contract.ts'

const shop = openShop({
  ...{ DEMO: '0', PUBLIC_URL: 'https://shop.example', EXPOSURE_LIMITS: '1' },
  ...{ SMTP_URL: 'smtps://127.0.0.1:1', MAIL_FROM: 'mail@shop.example' },
})
const reason = 'We begin today'
const taxRules = rulesOf(firstTaxes)

test('a closed store refuses, says what is missing, and is opened once', async () => {
  await asOwner(shop.connectionString, [
    `update stores.stores set opened_at = null, opened_by = null, opened_because = null where code = 'my'`,
  ])
  const owner = await staffSignedIn(shop, 'owner')
  const ask = (path: string, body: object) => askStaff(shop, owner, path, body)
  const missing = async () => {
    const { stores } = (await askStaff(shop, owner, '/setup/list')).data as SetupView
    const steps = stores.find(({ code }) => code === 'my')?.steps ?? []
    return steps.filter(({ done }) => !done).map(({ step }) => step)
  }
  const signUp = async () => {
    const answer = await shop.app.inject({ method: 'POST', url: '/api/storemy/user/signup', payload: {} })
    return answer.json().error
  }
  await expect.poll(signUp).toBe('shop_not_open')
  expect(await missing()).toEqual(['taxes', 'spread'])
  expect(await ask('/setup/open', { store: 'my', reason })).toMatchObject({
    ...{ error: 'shop_not_ready', data: { missing: ['taxes', 'spread'] } },
  })
  expect(shop.karat.stores.get('my')?.open).toBe(false)
  const setTaxes = async (value: object) => {
    const row = await shop.karat.db.row<{ id: number }>(
      sql`select coalesce(max(id), 0)::int as id from stores.settings where store = 'my' and name = 'taxes'`,
    )
    return ask('/settings/change', { store: 'my', name: 'taxes', value, seen_id: row?.id, from: null, reason })
  }
  const confirm = (confirmed: string) => setTaxes({ confirmed })
  expect((await confirm('2025-01')).data.fields).toEqual({ confirmed: expect.stringContaining(taxRules) })
  expect((await confirm(taxRules)).data).toEqual({ approval_id: null })
  expect(await missing()).toEqual(['spread'])
  expect((await setTaxes({ jewellery_bps: 1000, rule: 'SST 2026' })).data).toEqual({ approval_id: null })
  expect(await missing()).toEqual(['taxes', 'spread'])
  expect((await confirm(taxRules)).data.fields).toEqual({ confirmed: expect.stringContaining('SST 2026, 2026-11-G') })
  expect((await confirm('SST 2026, 2026-11-G')).error).toBeNull()
  expect(await missing()).toEqual(['spread'])

  const spread = { store: 'my', market: 'open', ask_bps: 180, bid_bps: -180, reason }
  const row = await shop.karat.db.row<{ id: number }>(sql`select id from pricing.spreads where store = 'my'`)
  expect((await ask('/prices/changeSpread', { ...spread, seen_id: row?.id })).error).toBeNull()
  expect((await ask('/setup/open', { store: 'my', reason })).data).toEqual({ opened: true })
  expect(shop.karat.stores.get('my')?.open).toBe(true)
  expect(await signUp()).not.toBe('shop_not_open')
  expect((await ask('/setup/open', { store: 'my', reason })).data).toEqual({ opened: true })
  const [opened] = await shop.karat.db.rows<{ count: number }>(
    sql`select count(*)::int as count from staff.actions where details ->> 'did' = 'open_store'`,
  )
  expect(opened).toEqual({ count: 1 })
})

test('a test message goes to its owner alone, says what the server said, is recorded, and is no more than five in an hour', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const ask = async () => {
    const { error, data } = await askStaff(shop, owner, '/setup/testMail', {})
    return { error, data: data as TestMailView }
  }
  expect((await ask()).data).toEqual({
    ...{
      to: owner.staff.email,
      outcome: 'away',
      trouble: 'unreachable',
      code: expect.stringMatching(/CONN/),
    },
  })
  const sent: Outgoing[] = []
  const channel = shop.karat.channels.get('email') as Channel
  shop.karat.channels.set('email', {
    ...channel,
    async send(letter) {
      sent.push(letter)
      return { is: 'sent', providerId: null }
    },
  })
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map(ask))
  shop.karat.channels.set('email', channel)
  expect(all.map(({ error }) => error).sort()).toEqual([
    null,
    null,
    null,
    null,
    'too_many_requests',
    'too_many_requests',
  ])
  expect(sent.map(({ to }) => to)).toEqual(Array(4).fill(owner.staff.email))
  expect(sent[0]?.text).toContain('Setting up')
  const [recorded] = await shop.karat.db.rows<{ count: number }>(
    sql`select count(*)::int as count from staff.actions where details ->> 'did' = 'test_mail'`,
  )
  expect(recorded).toEqual({ count: 5 })
})

test('control: where nobody stands in line six messages at once are all sent', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const channel = shop.karat.channels.get('email') as Channel
  shop.karat.channels.set('email', { ...channel, send: async () => ({ is: 'sent', providerId: null }) })
  const meet = meetingAt('count(*)::int as times', 6)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text.replace('pg_advisory_xact_lock(hashtextextended($1, 0))', 'length($1)')
  }
  const all = await Promise.all(Array.from({ length: 6 }, () => askStaff(shop, owner, '/setup/testMail', {})))
  shop.intercept.current = undefined
  shop.karat.channels.set('email', channel)
  expect(all.map(({ error }) => error)).toEqual(Array(6).fill(null))
})

test('a store has the code of its country, and there is one of each', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const make = async (code: string) => {
    const wish = { code, name: 'Toko Emas', country: 'ID', language: 'id' }
    return (await askStaff(shop, owner, '/setup/makeStore', wish)).data.fields
  }
  expect(await make('toko')).toEqual({ code: expect.stringContaining('id') })
  expect(await make('id')).toEqual({ code: expect.any(String) })
})
