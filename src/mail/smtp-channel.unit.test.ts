import { afterEach, beforeEach, expect, test } from 'vitest'
import { header, type MailServer, read, startMailServer } from '../../tests/support/mail-server.ts'
import { amountOf } from '../money/money.ts'
import type { Channel, Outgoing } from './channels.ts'
import { composeMail } from './compose-mail.ts'
import { writeMail } from './send-mail.ts'
import { openSmtpChannel, type SmtpOptions } from './smtp-channel.ts'

let server: MailServer
let channel: Channel
beforeEach(async () => {
  server = await startMailServer()
})
afterEach(async () => {
  await channel?.close()
  await server.close()
})

const open = (more: Partial<SmtpOptions> = {}) => {
  channel = openSmtpChannel({
    url: `smtp://localhost:${server.port}`,
    tls: 'required',
    from: 'Karat <mail@karat.example>',
    replyTo: 'care@karat.example',
    ca: server.ca,
    ...more,
  })
  return channel
}
const id = '0190a1b2-0000-7000-8000-000000000001'
const letter = (more: Partial<Outgoing> = {}): Outgoing => ({
  ...{ id, to: 'ratna@karat.test', subject: 'Order', text: 'plain', html: '<p>designed</p>', unsubscribe: null },
  ...more,
})

test.each(['en-US', 'id', 'zh'] as const)(
  'a letter in %s arrives whole: both parts, subject, sender',
  async (language) => {
    const mail = writeMail({
      ...{ channel: 'email', template: 'order_paid', language, store: 'id' },
      values: { number: 'K100001 金 <b>&', total: amountOf(26_400_000n, 'IDR') },
    })
    const around = { publicUrl: 'https://shop.example', unsubscribePage: null, brand: 'Karat', seller: [] }
    const composed = composeMail({ channel: 'email', language, ...mail }, around)
    expect(await open().send(letter({ subject: mail.subject, ...composed }))).toMatchObject({ is: 'sent' })
    const [taken] = server.letters
    expect(taken).toMatchObject({ to: ['ratna@karat.test'], from: 'mail@karat.example', secure: true })
    const email = await read(taken?.raw ?? '')
    expect(email).toMatchObject({
      subject: mail.subject,
      from: { name: 'Karat', address: 'mail@karat.example' },
      replyTo: [{ address: 'care@karat.example' }],
      messageId: `<${id}@karat.example>`,
    })
    expect(email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(composed.text.trimEnd())
    expect(email.html?.replaceAll('\r\n', '\n').trimEnd()).toBe(composed.html.trimEnd())
    expect(email.html).toContain('K100001 金 &lt;b&gt;&amp;')
    expect(header(email, 'auto-submitted')).toBe('auto-generated')
    expect(header(email, 'list-unsubscribe')).toBeUndefined()
    for (const line of (taken?.raw ?? '').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
  },
)

test('a letter that can be unsubscribed from says so to the mail program (RFC 8058)', async () => {
  await open().send(letter({ unsubscribe: 'https://shop.example/api/mail/unsubscribe?link=abc' }))
  const email = await read(server.letters[0]?.raw ?? '')
  expect(header(email, 'list-unsubscribe')).toBe('<https://shop.example/api/mail/unsubscribe?link=abc>')
  expect(header(email, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test.each([
  'a@b.test\r\nBcc: thief@evil.test',
  'a@b.test, thief@evil.test',
  'Name <a@b.test>',
  'a@b.test>',
  'a b@c.test',
  '',
])('nothing is sent to %j, which is not one address', async (to) => {
  expect(await open().send(letter({ to }))).toEqual({ is: 'refused', problem: 'no usable address' })
  expect(server.letters).toEqual([])
})

test('a line break in a subject makes no header', async () => {
  await open().send(letter({ subject: 'Refund\r\nBcc: thief@evil.test\n\n<b>' }))
  const [taken] = server.letters
  expect(taken?.to).toEqual(['ratna@karat.test'])
  const email = await read(taken?.raw ?? '')
  expect(email.subject).toBe('Refund Bcc: thief@evil.test <b>')
  expect(email.bcc).toBeUndefined()
})

test.each([
  [{ rcpt: 450 }, 'later'],
  [{ rcpt: 550 }, 'refused'],
  [{ rcpt: 421 }, 'away'],
  [{ data: 451 }, 'later'],
  [{ data: 554 }, 'refused'],
  [{ cut: 'at receiver' }, 'away'],
  [{ cut: 'after body' }, 'unknown'],
] as const)('trouble %j is %s, and the next letter goes through', async (trouble, is) => {
  open()
  server.trouble = trouble
  const outcome = await channel.send(letter())
  expect(outcome.is).toBe(is)
  expect(JSON.stringify(outcome)).not.toContain('ratna')
  server.trouble = undefined
  expect(await channel.send(letter())).toMatchObject({ is: 'sent' })
})

test('without encryption nothing leaves, unless the settings say so', async () => {
  await server.close()
  server = await startMailServer({ tls: false })
  expect(await open().send(letter())).toMatchObject({ is: 'away' })
  await channel.close()
  expect(await open({ ca: '' }).send(letter())).toMatchObject({ is: 'away' })
  expect(server.letters).toEqual([])
  await channel.close()
  expect(await open({ tls: 'none' }).send(letter())).toMatchObject({ is: 'sent' })
  expect(server.letters).toMatchObject([{ secure: false }])
})

test('a certificate that nobody vouches for is not trusted', async () => {
  channel = openSmtpChannel({ url: `smtp://localhost:${server.port}`, tls: 'required', from: 'a@b.test', replyTo: '' })
  expect(await channel.send(letter())).toMatchObject({ is: 'away' })
  expect(server.letters).toEqual([])
})

test('it signs in with user and password; a wrong password is no fault of the message', async () => {
  await server.close()
  server = await startMailServer({ user: 'karat', password: 'p@ss word' })
  const url = (password: string) => `smtp://karat:${encodeURIComponent(password)}@localhost:${server.port}`
  const wrong = await open({ url: url('another') }).send(letter())
  expect(wrong).toMatchObject({ is: 'away' })
  expect(JSON.stringify(wrong)).not.toContain('another')
  await channel.close()
  expect(await open({ url: url('p@ss word') }).send(letter())).toMatchObject({ is: 'sent' })
  expect(server.letters).toMatchObject([{ user: 'karat', secure: true }])
})

test('nobody there: nothing has left', async () => {
  await server.close()
  expect(await open().send(letter())).toMatchObject({ is: 'away' })
})
