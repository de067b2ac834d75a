/** Text messages cost the house money: where they go, how many, and what strangers learn from it. */
import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { post, sendingsForgotten } from '../../tests/support/account.ts'
import { countingWork, guardedMember } from '../../tests/support/guarded-member.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { Channels, Outcome } from './channels.ts'
import { deliverMail } from './deliver-mail.ts'
import { countSpentBudgets, forgetOldBudgets, takeNewNumber } from './sms-budget.ts'

const shop = openShop()
beforeEach(async () => {
  shop.intercept.current = undefined
  await sendingsForgotten(shop)
  await shop.karat.db.run(sql`delete from mail.sms_budgets`)
  await shop.karat.db.run(sql`delete from mail.messages`)
})

const signUpBy = (mobile: string) =>
  post(shop, '/user/sendSignupCode', { mobile, agreement_version: settings.agreement.version })
const messages = (to: string) =>
  shop.karat.db.rows<{ template: string; state: string }>(
    sql`select template, state from mail.messages where destination = ${to} order by id`,
  )
const askedIn = async (kind: string, prefix: string) =>
  (
    await shop.karat.db.row<{ asked: number }>(
      sql`select asked from mail.sms_budgets where kind = ${kind} and prefix = ${prefix}`,
    )
  )?.asked ?? 0
/** As if so many of the day were gone already. */
const spend = (kind: 'new' | 'member', prefix: string, left: number) =>
  shop.karat.db.run(sql`insert into mail.sms_budgets (day, store, kind, prefix, asked, most)
    values (current_date, 'id', ${kind}, ${prefix},
      ${shop.karat.settings.sms.perDay[kind][prefix ? 'perPrefix' : 'perStore'] - left}, 1)`)

test.each(['+88213000111', '+881612345678', '+19005551234', '+2399123456', '+252612345678', '+62868123456789'])(
  'no sign-up code goes to %s, and a signed-in member gets none there either',
  async (mobile) => {
    expect(await signUpBy(mobile)).toMatchObject({ status: 422, error: 'sms_country' })
    const { token } = await guardedMember(shop, `far${mobile.slice(1)}`)
    const wish = { mobile, password: 'kopi-tubruk-pagi-hari' }
    expect(await post(shop, '/user/changeMobile', wish, { token })).toMatchObject({ status: 422, error: 'sms_country' })
    expect(await messages(mobile)).toEqual([])
  },
)

test.each(['/user/forgotPassword', '/user/sendLoginCode', '/user/sendUnlockCode'])(
  '%s texts nobody who has no account, at home or abroad, with the same answer and work',
  async (call) => {
    const own = `+62812777${String(call.length).padStart(4, '0')}${call.slice(-2).charCodeAt(0) % 10}`
    await guardedMember(shop, `texted-${call.slice(6)}`.toLowerCase(), own)
    await post(shop, call, { account: 'warm-up@example.com' })
    const known = await countingWork(shop, () => post(shop, call, { account: own }))
    for (const number of ['+6281277799999', '+19005551234', '+88213000111']) {
      await sendingsForgotten(shop)
      const unknown = await countingWork(shop, () => post(shop, call, { account: number }))
      expect(Object.keys(unknown.result.data)).toEqual(Object.keys(known.result.data))
      expect(unknown.result.status).toBe(known.result.status)
      expect(unknown.statements).toEqual(known.statements)
      expect((await messages(number)).map(({ state }) => state)).toEqual(['withheld'])
    }
    expect((await messages(own)).map(({ state }) => state)).toEqual(['queued'])
  },
)

test('a member whose number is abroad from before is not texted there any more', async () => {
  await guardedMember(shop, 'from-before', '+19005557777')
  expect((await post(shop, '/user/forgotPassword', { account: '+19005557777' })).status).toBe(200)
  expect(await messages('+19005557777')).toEqual([{ template: 'password_reset', state: 'withheld' }])
})

test('beyond the budget of a prefix or of the store a sign-up is refused alike, whoever has the number; the office is told', async () => {
  await guardedMember(shop, 'has-number', '+6281399900001')
  expect(await countSpentBudgets(shop.karat.db)).toBe(0)
  await spend('new', '+62813', 0)
  for (const mobile of ['+6281399900001', '+6281399900002'])
    expect(await signUpBy(mobile)).toMatchObject({ status: 503, error: 'sms_spent' })
  expect(await countSpentBudgets(shop.karat.db)).toBe(1)
  expect((await signUpBy('+6281199900003')).status, 'another prefix').toBe(200)
  await shop.karat.db.run(sql`delete from mail.sms_budgets`)
  await spend('new', '', 0)
  expect(await signUpBy('+6281199900004')).toMatchObject({ error: 'sms_spent' })
})

/** Six instances ask for the last three at once. */
async function lastThree(plant: (text: string) => string) {
  await spend('new', '+62819', 3)
  const meet = meetingAt('where not exists (select from mail.sms_budgets', 6)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const taken = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) =>
      shop.karat.db.transaction((tx) =>
        takeNewNumber(tx, shop.karat, { store: 'id', number: `+62819000000${n}`, asker: `203.0.113.${n}` }),
      ),
    ),
  )
  shop.intercept.current = undefined
  return taken.filter(({ status }) => status === 'fulfilled').length
}

test('of six at once three get the last three', async () => {
  expect(await lastThree((text) => text)).toBe(3)
  expect(await askedIn('new', '')).toBe(3)
})

test('control: without the conditions in the statement all six would', async () => {
  const unbounded = (text: string) =>
    text.replaceAll('where b.asked < excluded.most', '').replace('and asked >= ', 'and asked >= 1000000 + ')
  expect(await lastThree(unbounded)).toBe(6)
})

/** A gateway that says this of every message, and to whom each was. */
function gateway(outcome: Outcome) {
  const sent: string[] = []
  const send = async ({ to }: { to: string }) => {
    sent.push(to)
    return outcome
  }
  const channels: Channels = new Map([['sms', { repeatable: true, send, close: async () => {} }]])
  return { sent, deliver: () => deliverMail({ ...shop.karat, channels }) }
}

test('what leaves is counted when it leaves, and beyond the day’s budget it stops in the office', async () => {
  const { sent, deliver } = gateway({ is: 'sent', providerId: null })
  await spend('member', '', 1)
  for (const mobile of ['+6281199911001', '+6281199911002']) expect((await signUpBy(mobile)).status).toBe(200)
  await deliver()
  expect(sent).toHaveLength(1)
  const states = await shop.karat.db.rows(sql`select state, problem from mail.messages order by state desc`)
  expect(states).toEqual([
    { state: 'sent', problem: null },
    { state: 'refused', problem: 'sms budget' },
  ])
})

test('numbers whose own budget is used up take nothing from the store’s', async () => {
  const { sent, deliver } = gateway({ is: 'sent', providerId: null })
  await spend('member', '+62816', 0)
  for (const mobile of ['+6281611110001', '+6281611110002']) expect((await signUpBy(mobile)).status).toBe(200)
  await deliver()
  expect(sent).toEqual([])
  expect(await askedIn('member', '')).toBe(0)
})

test('while nobody answers at the gateway nothing is used up', async () => {
  const { sent, deliver } = gateway({ is: 'away', problem: 'nobody answers' })
  expect((await signUpBy('+6281511110001')).status).toBe(200)
  for (let tries = 1; tries <= 3; tries++) {
    await shop.karat.db.run(sql`update mail.messages set next_try_at = now()`)
    await deliver()
    expect(sent).toHaveLength(tries)
    expect([await askedIn('member', ''), await askedIn('member', '+62815')]).toEqual([0, 0])
  }
})

/** Two of the number's share are left; six messages of this template are due, and four instances deliver. */
async function sentToOne(template: string, about: string, plant: (text: string) => string) {
  const number = '+6281711110001'
  const { perNumber } = settings.sms.perDay
  await shop.karat.db.run(sql`insert into mail.sms_budgets (day, store, kind, prefix, asked, most)
    values (current_date, 'id', 'number', ${number}, ${perNumber - 2}, ${perNumber})`)
  for (let n = 0; n < 6; n++)
    await shop.karat.db.run(sql`insert into mail.messages (id, template, channel, destination, language, subject, body, layout, rank, give_up_at)
      values (${newId()}, ${template}, 'sms', ${number}, 'en-US', '', 'Karat', ${JSON.stringify({ about, store: 'id', text: 'Karat' })}, 1,
        now() + interval '1 hour')`)
  const { sent, deliver } = gateway({ is: 'sent', providerId: null })
  shop.intercept.current = plant
  await Promise.all([deliver(), deliver()])
  shop.intercept.current = undefined
  return sent.length
}

test('one number gets its share of the day and no more; codes and alarms are cut last', async () => {
  expect(await sentToOne('change_asked', 'security', (text) => text)).toBe(2)
  expect([await askedIn('member', ''), await askedIn('member', '+62817')]).toEqual([2, 2])
  await shop.karat.db.run(sql`delete from mail.sms_budgets`)
  for (const [template, about] of [
    ['alarm', 'security'],
    ['second_step_code', 'code'],
  ] as const) {
    await shop.karat.db.run(sql`delete from mail.sms_budgets`)
    expect(await sentToOne(template, about, (text) => text), template).toBe(6)
  }
})

test('control: without the condition of the number’s share all would leave', async () => {
  const planted = (text: string) => text.replace('where b.asked < excluded.most', '')
  expect(await sentToOne('change_asked', 'security', planted)).toBe(6)
})

test('what one number was sent is no alarm of the office’s, and is forgotten after two days', async () => {
  await sentToOne('change_asked', 'security', (text) => text)
  expect(await countSpentBudgets(shop.karat.db)).toBe(0)
  await shop.karat.db.run(sql`update mail.sms_budgets set day = current_date - 2`)
  await forgetOldBudgets(shop.karat.db)
  const kinds = await shop.karat.db.rows<{ kind: string }>(sql`select distinct kind from mail.sms_budgets`)
  expect(kinds).toEqual([{ kind: 'member' }])
})

test('one network address does not use up what new numbers get', async () => {
  const { perAsker } = settings.sms.perDay
  const ask = (n: number, asker: string) =>
    shop.karat.db.transaction((tx) =>
      takeNewNumber(tx, shop.karat, { store: 'id', number: `+62818000${1000 + n}`, asker }),
    )
  for (let n = 0; n < perAsker; n++) await ask(n, '198.51.100.66')
  await expect(ask(perAsker, '198.51.100.66')).rejects.toMatchObject({ code: 'sms_spent' })
  await ask(perAsker + 1, '203.0.113.9')
  expect(await askedIn('new', '+62818')).toBe(perAsker + 1)
})
