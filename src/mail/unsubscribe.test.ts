/** Messages that are not part of an account or an order: only with consent, and over with one click. */
import { expect, test } from 'vitest'
import { header, read, startMailServer } from '../../tests/support/mail-server.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { openSealing } from '../credentials/sealing.ts'
import { sql } from '../db/database.ts'
import { getConsents, recordConsent } from './consents.ts'
import { deliverMail } from './deliver-mail.ts'
import { queueMail } from './send-mail.ts'
import { openSmtpChannel } from './smtp-channel.ts'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-link.ts'

const shop = openShop()
const agree = ({ id: memberId }: TestMember, agreed = true) =>
  shop.karat.db.transaction((tx) => recordConsent(tx, { memberId, topic: 'back_in_stock', agreed, how: 'test' }))
const queue = ({ id: memberId }: TestMember) =>
  shop.karat.db.transaction((tx) =>
    queueMail(tx, {
      ...{ memberId, destination: `${memberId}@karat.test`, channel: 'email', template: 'back_in_stock', store: 'id' },
      ...{ language: 'en-US', values: { name: 'Bar 5 g', link: 'https://shop.example/p' } },
    }),
  )
const waiting = async ({ id }: TestMember) =>
  (await shop.karat.db.rows(sql`select id from mail.messages where member_id = ${id}`)).length
const linkOf = ({ id }: TestMember) => unsubscribeToken(shop.karat, id, 'back_in_stock')
const oneClick = (link: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/mail/unsubscribe',
    query: { link },
    payload,
    headers: { 'content-type': type },
  })

test('without consent nothing is written; with it, until it is ended', async () => {
  const member = await signedIn(shop)
  await queue(member)
  expect(await waiting(member)).toBe(0)
  await agree(member)
  await queue(member)
  expect(await waiting(member)).toBe(1)
  await agree(member, false)
  expect(await waiting(member), 'what waits is taken back').toBe(0)
  await queue(member)
  expect(await waiting(member)).toBe(0)
})

test('the letter itself carries both links, and each of them works', async () => {
  const member = await signedIn(shop)
  await agree(member)
  await shop.karat.db.run(sql`delete from mail.messages`)
  await queue(member)
  const server = await startMailServer()
  const options = {
    url: `smtp://localhost:${server.port}`,
    tls: 'required',
    from: 'a@b.test',
    replyTo: '',
    ca: server.ca,
  } as const
  const channel = openSmtpChannel(options)
  await deliverMail({ ...shop.karat, channels: new Map([['email', channel]]) })
  await channel.close()
  await server.close()
  const email = await read(server.letters[0]?.raw ?? '')
  const address = /^<(http.*)>$/.exec(header(email, 'list-unsubscribe') ?? '')?.[1] ?? ''
  const { pathname, search, searchParams } = new URL(address)
  expect(email.text).toContain(`/unsubscribe${search}`)
  expect(email.html).toContain(`/unsubscribe${search}`)
  const answer = await shop.app.inject({
    ...{ method: 'POST', url: pathname + search, payload: 'List-Unsubscribe=One-Click' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.statusCode).toBe(200)
  expect((await getConsents(shop.karat.db, member.id)).back_in_stock).toBe(false)
  await agree(member)
  const link = searchParams.get('link') ?? ''
  const byPage = await call<{ topic: string }>(shop, await signedIn(shop), '/mail/unsubscribe', { link })
  expect(byPage.data).toEqual({ topic: 'back_in_stock' })
  expect((await getConsents(shop.karat.db, member.id)).back_in_stock).toBe(false)
})

test('a form as mail programs send it, urlencoded or multipart; opening the address changes nothing', async () => {
  const member = await signedIn(shop)
  await agree(member)
  const link = linkOf(member)
  expect((await shop.app.inject({ url: '/api/mail/unsubscribe', query: { link } })).statusCode).toBe(404)
  expect((await oneClick(link, 'List-Unsubscribe=No')).statusCode).toBe(404)
  expect((await oneClick(link, '{}', 'application/json')).statusCode).toBe(404)
  expect((await oneClick(link, 'x', 'text/plain')).statusCode).toBe(415)
  expect((await oneClick(link, 'x'.repeat(3000))).statusCode).toBe(413)
  expect((await getConsents(shop.karat.db, member.id)).back_in_stock).toBe(true)
  const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await oneClick(link, multipart, 'multipart/form-data; boundary=b')).statusCode).toBe(200)
  expect((await oneClick(link)).statusCode, 'twice is once').toBe(200)
  expect((await getConsents(shop.karat.db, member.id)).back_in_stock).toBe(false)
})

test('a link that we did not make ends nothing', async () => {
  const member = await signedIn(shop)
  await agree(member)
  const link = linkOf(member)
  const changed = link.slice(0, -2) + (link.endsWith('AA') ? 'BB' : 'AA')
  const other = shop.karat.sealing.seal(Buffer.from(JSON.stringify([member.id, 'back_in_stock'])), 'something else')
  for (const bad of [changed, other.toString('base64url'), 'abc', member.id])
    expect((await oneClick(bad)).statusCode).toBe(404)
  expect((await oneClick('x'.repeat(500))).statusCode).toBe(422)
  expect((await getConsents(shop.karat.db, member.id)).back_in_stock).toBe(true)
})

test('after a change of the master key a link of a letter before it still works, until the old key is thrown away', () => {
  const [memberId, old, fresher] = ['019a0000-0000-7000-8000-000000000001', 'a'.repeat(40), 'b'.repeat(40)]
  const sealing = (now: string, before: string) => ({
    sealing: openSealing({ MASTER_KEY: now, MASTER_KEY_OLD: before }),
  })
  const link = unsubscribeToken(sealing(old, ''), memberId, 'news')
  const meant = { memberId, topic: 'news' }
  expect(readUnsubscribeToken({ ...shop.karat, ...sealing(fresher, old) }, link)).toEqual(meant)
  const newLink = unsubscribeToken(sealing(fresher, old), memberId, 'news')
  expect(readUnsubscribeToken({ ...shop.karat, ...sealing(fresher, '') }, newLink), 'made with the new key').toEqual(
    meant,
  )
  expect(readUnsubscribeToken({ ...shop.karat, ...sealing(fresher, '') }, link)).toBe(null)
})

test('a member chooses, asking for a piece is consent, and every change stays on record', async () => {
  const member = await signedIn(shop)
  expect(await ask(shop, member, '/user/message_choices')).toEqual({
    back_in_stock: false,
    price_alert: false,
    news: false,
  })
  const chosen = { back_in_stock: true, price_alert: false, news: true }
  expect(await ask(shop, member, '/user/set_message_choices', chosen)).toEqual(chosen)
  await ask(shop, member, '/user/set_message_choices', { back_in_stock: true, price_alert: false, news: false })
  const record = await shop.karat.db.rows(
    sql`select topic, agreed, how from mail.consents where member_id = ${member.id} order by id`,
  )
  expect(record).toEqual([
    { topic: 'back_in_stock', agreed: true, how: 'chosen in the account' },
    { topic: 'news', agreed: true, how: 'chosen in the account' },
    { topic: 'news', agreed: false, how: 'chosen in the account' },
  ])
})

test('messages of account and order have no such links', async () => {
  await shop.karat.db.run(sql`delete from mail.messages`)
  await shop.karat.db.transaction((tx) =>
    queueMail(tx, {
      destination: 'a@karat.test',
      channel: 'email',
      template: 'pin_set',
      language: 'id',
      store: 'id',
      values: {},
    }),
  )
  const page = await shop.app.inject({ url: '/dev/mailbox', query: { to: 'a@karat.test' } })
  expect(page.body).not.toContain('unsubscribe')
})
