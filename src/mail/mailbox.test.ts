import { expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { amountOf } from '../money/money.ts'
import { recordConsent } from './consents.ts'
import { queueMail } from './send-mail.ts'

const shop = openShop()
const to = 'ratna@example.com'
const paid = {
  destination: to,
  channel: 'email',
  template: 'order_paid',
  store: 'id',
  language: 'id',
  values: { number: 'K100001', total: amountOf(26_400_000n, 'IDR') },
} as const
const messages = async (destination?: string) =>
  (await shop.app.inject({ url: '/dev/mailbox.json', query: destination ? { to: destination } : {} })).json().messages

test('a message exists if and only if its transaction commits', async () => {
  const { db } = shop.karat
  const failed = db.transaction(async (tx) => {
    await queueMail(tx, paid)
    throw new Error('afterwards')
  })
  await expect(failed).rejects.toThrow('afterwards')
  expect(await messages(to)).toEqual([])
  await db.transaction((tx) => queueMail(tx, paid))
  expect(await messages(to)).toMatchObject([
    {
      to,
      channel: 'email',
      template: 'order_paid',
      subject: 'Pesanan K100001 sudah dibayar',
      body: expect.stringContaining('Rp\u00a026.400.000'),
    },
  ])
})

test('one occasion writes one message, also when it comes twenty times at once', async () => {
  const send = () =>
    shop.karat.db.transaction((tx) =>
      queueMail(tx, { ...paid, destination: 'once@example.com', onceKey: 'order_paid:1' }),
    )
  await Promise.all(Array.from({ length: 20 }, send))
  expect(await messages('once@example.com')).toHaveLength(1)
})

test('the mailbox shows the newest first, only what was asked for, and at most a hundred', async () => {
  for (const language of ['en-US', 'zh'])
    await shop.karat.db.transaction((tx) => queueMail(tx, { ...paid, destination: 'two@example.com', language }))
  expect((await messages('two@example.com')).map((message: { subject: string }) => message.subject)).toEqual([
    '订单 K100001 已付款',
    'Order K100001 is paid',
  ])
  await shop.karat.db.run(sql`insert into mail.messages (id, destination, channel, template, language, subject, body)
    select gen_random_uuid(), 'many@example.com', 'sms', 'pin_set', 'id', 's', 'b' from generate_series(1, 150)`)
  expect(await messages()).toHaveLength(100)
  expect((await shop.app.inject({ url: '/dev/mailbox.json?from=x' })).statusCode).toBe(422)
})

test('the page shows what people typed as text and needs no script', async () => {
  await shop.karat.db.run(sql`insert into mail.messages (id, destination, channel, template, language, subject, body)
    values (gen_random_uuid(), '"><script>@example.com', 'email', 'x', 'id', '<b>&', '<img src=x onerror=alert(1)>')`)
  const page = await shop.app.inject({ url: '/dev/mailbox', query: { to: '"><script>@example.com' } })
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
  expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page.body).not.toMatch(/<script|<img|<style|style="|<b>/)
  const css = await shop.app.inject({ url: '/dev/mailbox.css' })
  expect(css.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(css.statusCode).toBe(200)
})

test('a designed letter is a page of its own that may do nothing but be read', async () => {
  const memberId = '0190a1b2-0000-7000-8000-00000000000a'
  await shop.karat.db.transaction(async (tx) => {
    await recordConsent(tx, { memberId, topic: 'back_in_stock', agreed: true, how: 'test' })
    await queueMail(tx, {
      memberId,
      ...{
        destination: 'letter@example.com',
        channel: 'email',
        template: 'back_in_stock',
        language: 'en-US',
        store: 'id',
      },
      values: { name: '<script>alert(1)</script>', link: 'https://shop.example/"><script>x</script>' },
    })
  })
  const [message] = await messages('letter@example.com')
  const list = await shop.app.inject({ url: '/dev/mailbox', query: { to: 'letter@example.com' } })
  expect(list.body).toContain(`src="/dev/mailbox/letter?id=${message.id}"`)
  expect(list.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(list.body).toContain('<a href="https://shop.example/">https://shop.example/</a>')
  const letter = await shop.app.inject({ url: '/dev/mailbox/letter', query: { id: message.id } })
  expect(letter.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(letter.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox allow-popups/)
  expect(letter.body).not.toMatch(/<script|<img|<link|<form|javascript:/)
  expect(letter.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('a letter that is not there, and a text message, have no designed part', async () => {
  const id = '0190a1b2-0000-7000-8000-000000000001'
  expect((await shop.app.inject({ url: '/dev/mailbox/letter', query: { id } })).statusCode).toBe(404)
  expect((await shop.app.inject({ url: '/dev/mailbox/letter', query: { id: 'x' } })).statusCode).toBe(422)
  await shop.karat.db.transaction((tx) => queueMail(tx, { ...paid, destination: '+6281210009999', channel: 'sms' }))
  const [message] = await messages('+6281210009999')
  expect((await shop.app.inject({ url: '/dev/mailbox/letter', query: { id: message.id } })).statusCode).toBe(404)
})

test('a letter names the seller of the member’s store, of the visitor’s where there is no member', async () => {
  const member = await signedIn(shop, 'Aisyah Rahman', 'my')
  const forgot = (store: string, account: string) =>
    shop.app.inject({ method: 'POST', url: `/api/store${store}/user/forgotPassword`, payload: { account } })
  await forgot('id', `${member.id}@karat.test`)
  await forgot('my', 'nobody-here@karat.test')
  for (const address of [`${member.id}@karat.test`, 'nobody-here@karat.test']) {
    const [message] = await messages(address)
    const { body } = await shop.app.inject({ url: '/dev/mailbox/letter', query: { id: message.id } })
    expect(body).toContain('Karat Bullion Sdn. Bhd.')
    expect(body).not.toContain('PT Karat Logam Mulia')
  }
})
