import { expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { queueMail } from './send-mail.ts'

const shop = openShop()
const to = 'ratna@example.com'
const paid = {
  destination: to,
  channel: 'email',
  template: 'order_paid',
  language: 'id',
  values: { number: 'K100001', total: 'Rp 26.400.000' },
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
      body: expect.stringContaining('Rp 26.400.000'),
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
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
  expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page.body).not.toMatch(/<script|<img|<style|style="|<b>/)
  const css = await shop.app.inject({ url: '/dev/mailbox.css' })
  expect(css.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(css.statusCode).toBe(200)
})
