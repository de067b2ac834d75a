/** The outbox: nothing is sent twice, nothing is lost without a word. Every race and crash has a planted bug that must be seen. */
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailServer, read, startMailServer } from '../../tests/support/mail-server.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop, type Shop, testEnvironment } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { amountOf } from '../money/money.ts'
import type { Channel, ChannelName, Outcome, Outgoing } from './channels.ts'
import { deliverMail, forgetOldMail, settleLeftMail } from './deliver-mail.ts'
import { queueMail } from './send-mail.ts'
import { openSmtpChannel } from './smtp-channel.ts'
import { listStoppedMail, sendAgain } from './stopped-mail.ts'

const demo = openShop()
const real = openShop({ DEMO: '0', PUBLIC_URL: 'https://shop.example', EXPOSURE_LIMITS: '1' })
beforeEach(async () => {
  for (const shop of [demo, real]) {
    shop.intercept.current = undefined
    await shop.karat.db.run(sql`delete from mail.messages`)
  }
})

const stopped = async () => (await listStoppedMail(demo.karat.db)).rows

type Outside = Channel & { taken: Outgoing[] }
/** The world outside: takes every message and answers as told. */
const outside = (answer: (message: Outgoing) => Outcome, repeatable = false): Outside => {
  const taken: Outgoing[] = []
  return {
    repeatable,
    taken,
    async send(message) {
      taken.push(message)
      return answer(message)
    },
    async close() {},
  }
}
const takes = () => outside(({ id }) => ({ is: 'sent', providerId: `at-${id}` }))
const by = (shop: Shop, channel: Channel, name: ChannelName = 'email') => ({
  ...shop.karat,
  channels: new Map([[name, channel]]),
})
/** A sender that looks for one message at a time: once it hangs, nothing of it can still take what is queued later. */
const oneAtATime = (shop: Shop, channel: Channel) => {
  const { settings } = shop.karat
  const mail = { ...settings.mail, atOnce: 1 } as unknown as typeof settings.mail
  return { ...by(shop, channel), settings: { ...settings, mail } }
}

const queue = (shop: Shop, to = 'ratna@karat.test', channel: ChannelName = 'email') =>
  shop.karat.db.transaction((tx) =>
    queueMail(tx, {
      ...{ destination: to, channel, template: 'order_paid', language: 'id', store: 'id' },
      values: { number: 'K1', total: amountOf(1n, 'IDR') },
    }),
  )
const queueCode = (shop: Shop) =>
  shop.karat.db.transaction((tx) =>
    queueMail(tx, {
      ...{ destination: 'ratna@karat.test', channel: 'email', template: 'sign_up_code', language: 'id', store: 'id' },
      values: { code: '482913', minutes: '10' },
    }),
  )
type Row = {
  id: string
  state: string
  tries: number
  problem: string | null
  wait: number
  body: string
  providerId: string | null
}
const rows = (shop: Shop) =>
  shop.karat.db.rows<Row>(sql`select id, state, tries, problem, body, provider_id as "providerId",
    round(extract(epoch from next_try_at - now()))::int as wait from mail.messages order by created_at, id`)
const dueNow = (shop: Shop) => shop.karat.db.run(sql`update mail.messages set next_try_at = now()`)
const claimsAreOver = (shop: Shop) =>
  shop.karat.db.run(sql`update mail.messages set claimed_until = now() - interval '1 second' where state = 'sending'`)

test('what is due is handed over once, codes first, and its row says so', async () => {
  for (let i = 0; i < 12; i++) await queue(demo, `m${i}@karat.test`)
  await queueCode(demo)
  const world = takes()
  expect(await deliverMail(by(demo, world))).toEqual({ sent: 13, away: [] })
  expect(await deliverMail(by(demo, world))).toEqual({ sent: 0, away: [] })
  expect(new Set(world.taken.map(({ to }) => to)).size).toBe(13)
  const code = world.taken.findIndex(({ to }) => to === 'ratna@karat.test')
  expect(code, 'among the first that are sent at once').toBeLessThan(4)
  expect(world.taken[code]?.text).toContain('482913')
  for (const row of await rows(demo)) expect(row).toMatchObject({ state: 'sent', tries: 1, providerId: `at-${row.id}` })
})

async function twoWorkers(shop: Shop, looking: string) {
  for (let i = 0; i < 3; i++) await queue(shop, `two${i}@karat.test`)
  const world = takes()
  const meet = meetingAt(looking, 2)
  const before = shop.intercept.current
  shop.intercept.current = async (text) => {
    await meet(text)
    return before ? before(text) : text
  }
  const both = await Promise.allSettled([deliverMail(by(shop, world)), deliverMail(by(shop, world))])
  return { sent: world.taken.map(({ to }) => to).sort(), refused: both.some(({ status }) => status === 'rejected') }
}

test('two workers at once: each message leaves once', async () => {
  const sent = [0, 1, 2].map((i) => `two${i}@karat.test`)
  expect(await twoWorkers(demo, 'for update skip locked')).toEqual({ sent, refused: false })
})

test('control: a claim without its lock is seen: a message leaves twice, or the database refuses to claim what is sent', async () => {
  let planted = false
  demo.intercept.current = (text) => {
    if (!text.includes('for update skip locked')) return text
    planted = true
    return text.replace('for update skip locked', 'offset (select 0 from pg_sleep(0.2))')
  }
  const { sent, refused } = await twoWorkers(demo, 'limit 1')
  expect(planted).toBe(true)
  expect(sent.length > 3 || refused).toBe(true)
})

test('a no of the moment is tried again, each time later, five times; then it stops and is listed', async () => {
  await queue(demo)
  const world = outside(() => ({ is: 'later', problem: 'EENVELOPE RCPT TO 450' }))
  const waits: number[] = []
  for (let i = 0; i < 4; i++) {
    await deliverMail(by(demo, world))
    waits.push((await rows(demo))[0]?.wait ?? 0)
    await deliverMail(by(demo, world))
    expect(world.taken, 'not before its time').toHaveLength(i + 1)
    await dueNow(demo)
  }
  expect(waits).toEqual([30, 120, 480, 1920])
  await deliverMail(by(demo, world))
  await dueNow(demo)
  await deliverMail(by(demo, world))
  expect(world.taken).toHaveLength(5)
  expect(await stopped()).toMatchObject([
    { state: 'refused', tries: 5, problem: 'EENVELOPE RCPT TO 450', template: 'order_paid' },
  ])
})

test('a no that stays a no stops at once; a person may send it again', async () => {
  await queue(demo)
  const world = outside(() => ({ is: 'refused', problem: 'EENVELOPE RCPT TO 550' }))
  await deliverMail(by(demo, world))
  const [first] = await stopped()
  expect(first).toMatchObject({ state: 'refused', tries: 1 })
  expect(await sendAgain(demo.karat, first?.id ?? '')).toBe(true)
  expect(await sendAgain(demo.karat, first?.id ?? '')).toBe(false)
  expect(await deliverMail(by(demo, takes()))).toMatchObject({ sent: 1 })
})

test('while nobody answers no message loses a try, and the others are not tried in vain', async () => {
  for (let i = 0; i < 20; i++) await queue(demo, `m${i}@karat.test`)
  const world = outside(() => ({ is: 'away', problem: 'ESOCKET CONN' }))
  expect(await deliverMail(by(demo, world))).toEqual({ sent: 0, away: ['email'] })
  expect(world.taken.length).toBeLessThanOrEqual(4)
  for (const { state, tries } of await rows(demo)) expect({ state, tries }).toEqual({ state: 'queued', tries: 0 })
  await dueNow(demo)
  expect(await deliverMail(by(demo, takes()))).toMatchObject({ sent: 20 })
})

test('what is not worth sending any more is not sent, and is listed', async () => {
  await queueCode(demo)
  await demo.karat.db.run(sql`update mail.messages set give_up_at = now()`)
  const world = takes()
  await deliverMail(by(demo, world))
  await settleLeftMail(by(demo, world))
  expect(world.taken).toEqual([])
  const [first] = await stopped()
  expect(first).toMatchObject({ state: 'expired', template: 'sign_up_code' })
  expect(await sendAgain(demo.karat, first?.id ?? ''), 'a dead code').toBe(false)
})

test('handed over without an answer: mail is not sent again, a text message is asked for again with its id', async () => {
  await queue(demo)
  const silent = outside(() => ({ is: 'unknown', problem: 'ETIMEDOUT' }))
  await deliverMail(by(demo, silent))
  await settleLeftMail(by(demo, silent))
  await dueNow(demo)
  await deliverMail(by(demo, silent))
  expect(silent.taken).toHaveLength(1)
  expect(await stopped()).toMatchObject([{ state: 'unknown', problem: 'ETIMEDOUT' }])

  await demo.karat.db.run(sql`delete from mail.messages`)
  await queue(demo, '+628121000447', 'sms')
  const gateway = outside(
    () => (gateway.taken.length === 1 ? { is: 'unknown', problem: 'x' } : { is: 'sent', providerId: 'g' }),
    true,
  )
  await deliverMail(by(demo, gateway, 'sms'))
  await dueNow(demo)
  await deliverMail(by(demo, gateway, 'sms'))
  expect(new Set(gateway.taken.map(({ id }) => id)).size).toBe(1)
  expect(await rows(demo)).toMatchObject([{ state: 'sent', providerId: 'g' }])
})

/**
 * A sender hangs until its claim is over, a person sends the message again, and another sender has it; then the first one
 * hears `late`, and a third looks for work while the second still waits for its answer.
 */
async function hungAndSentAgain(late: Outcome) {
  await queue(demo)
  const hang = () => {
    const answer = Promise.withResolvers<Outcome>()
    const asked = Promise.withResolvers<void>()
    const channel = outside(() => ({ is: 'later', problem: 'never' }))
    channel.send = (message) => {
      channel.taken.push(message)
      asked.resolve()
      return answer.promise
    }
    return { channel, answer: answer.resolve, asked: asked.promise }
  }
  const [first, second, third] = [hang(), hang(), takes()]
  const one = deliverMail(oneAtATime(demo, first.channel))
  await first.asked
  await claimsAreOver(demo)
  await settleLeftMail(by(demo, first.channel))
  expect(await sendAgain(demo.karat, (await stopped())[0]?.id ?? '')).toBe(true)
  const two = deliverMail(oneAtATime(demo, second.channel))
  await second.asked
  first.answer(late)
  await one
  await dueNow(demo)
  await deliverMail(by(demo, third))
  second.answer({ is: 'sent', providerId: 'second' })
  await two
  return { second: second.channel.taken.length, third: third.taken.length, rows: await rows(demo) }
}

test.each<Outcome>([
  { is: 'later', problem: 'ETIMEDOUT' },
  { is: 'away', problem: 'ESOCKET' },
  { is: 'refused', problem: 'EENVELOPE' },
  { is: 'sent', providerId: 'first' },
])('a sender that hung writes nothing over the one who has the message since: %j', async (late) => {
  expect(await hungAndSentAgain(late)).toMatchObject({
    ...{ second: 1, third: 0 },
    rows: [{ state: 'sent', tries: 1, providerId: 'second' }],
  })
})

test('control: a claim that is told by the number of tries is seen: the message leaves once more', async () => {
  let planted = false
  demo.intercept.current = (text) => {
    planted ||= text.includes('claim = claim + 1')
    return text.replace('claim = claim + 1, ', '')
  }
  expect(await hungAndSentAgain({ is: 'later', problem: 'ETIMEDOUT' })).toMatchObject({ third: 1 })
  expect(planted).toBe(true)
})

test('a sender that hung and was heard after all: what waits again by a person does not leave twice', async () => {
  await queue(demo)
  const answer = Promise.withResolvers<Outcome>()
  const asked = Promise.withResolvers<void>()
  const slow = takes()
  slow.send = () => {
    asked.resolve()
    return answer.promise
  }
  const one = deliverMail(oneAtATime(demo, slow))
  await asked.promise
  await claimsAreOver(demo)
  await settleLeftMail(by(demo, slow))
  await sendAgain(demo.karat, (await stopped())[0]?.id ?? '')
  answer.resolve({ is: 'sent', providerId: 'late' })
  await one
  const world = takes()
  await deliverMail(by(demo, world))
  expect(world.taken).toEqual([])
  expect(await rows(demo)).toMatchObject([{ state: 'sent', providerId: 'late' }])
})

let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** A process of its own that is killed before the statement named; then the shop goes on after the dead one's claim is over. */
async function killedBefore(statement: string): Promise<{ letters: string[]; row: Row | undefined }> {
  const mail = await startMailServer()
  server = mail
  await queue(demo)
  const child = spawn(process.execPath, ['tests/support/mail-sender.ts'], {
    stdio: 'ignore',
    env: {
      ...testEnvironment,
      PATH: process.env.PATH,
      DATABASE: demo.connectionString,
      SMTP_PORT: String(mail.port),
      SMTP_CA: mail.ca,
      KILL_BEFORE: statement,
    },
  })
  const signal = await new Promise((resolve) => child.once('exit', (_code, how) => resolve(how)))
  expect(signal).toBe('SIGKILL')
  const options = {
    url: `smtp://localhost:${mail.port}`,
    tls: 'required',
    from: 'a@b.test',
    replyTo: '',
    ca: mail.ca,
  } as const
  const channel = openSmtpChannel(options)
  const sender = by(demo, channel)
  await settleLeftMail(sender)
  await deliverMail(sender)
  expect(mail.letters, 'nothing more while the claim may still be alive').toHaveLength(1)
  await claimsAreOver(demo)
  await settleLeftMail(sender)
  await dueNow(demo)
  await deliverMail(sender)
  await channel.close()
  const ids = await Promise.all(mail.letters.map(async ({ raw }) => (await read(raw)).messageId ?? ''))
  return { letters: ids, row: (await rows(demo))[0] }
}

test('killed between hand-over and record: the letter is not sent again, and a person is told', async () => {
  const { letters, row } = await killedBefore("set state = 'sent'")
  expect(letters).toHaveLength(1)
  expect(row).toMatchObject({ state: 'unknown', problem: 'sender died' })
  expect(await stopped()).toHaveLength(1)
})

test('control: putting a dead sender’s letter back into the queue sends it twice, and that is seen', async () => {
  demo.intercept.current = (text) =>
    text.replace("set state = 'unknown', claimed_until", "set state = 'queued', claimed_until")
  const { letters } = await killedBefore("set state = 'sent'")
  expect(letters).toHaveLength(2)
})

test('killed before it had claimed anything: the letter leaves with the next worker', async () => {
  const { letters, row } = await killedBefore("set state = 'sending'")
  expect(letters).toHaveLength(1)
  expect(row).toMatchObject({ state: 'sent' })
})

test('in a real shop codes are gone from the row once they are sent; the demonstration keeps them to be read', async () => {
  for (const shop of [demo, real]) {
    await queueCode(shop)
    await queue(shop)
    await deliverMail(by(shop, takes()))
  }
  expect((await rows(real)).map(({ body }) => body)).toEqual(['', expect.stringMatching(/Rp\s1/)])
  expect((await rows(demo)).map(({ body }) => body)).toEqual([expect.stringContaining('482913'), expect.any(String)])
  const left = await real.karat.db.row(
    sql`select count(*)::int as n from mail.messages where layout::text like '%482913%'`,
  )
  expect(left).toEqual({ n: 0 })
})

test('old messages are forgotten, whatever became of them', async () => {
  await queue(demo)
  await queue(demo)
  await demo.karat.db.run(
    sql`update mail.messages set created_at = now() - interval '91 days' where id = (select id from mail.messages limit 1)`,
  )
  expect(await forgetOldMail(demo.karat)).toBe(1)
  expect(await rows(demo)).toHaveLength(1)
})
