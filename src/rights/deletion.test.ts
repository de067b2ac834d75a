/** What the copy leaves out, what a deletion reaches, leaves alone and is hindered by. */
import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { goodPassword, post } from '../../tests/support/account.ts'
import { type GuardedMember, guardedMember } from '../../tests/support/guarded-member.ts'
import { documentOf, payoutOf } from '../../tests/support/kyc.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { moveThrough, paidOrder, untilProcessed } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import { queueMail } from '../mail/send-mail.ts'
import { destroyOldAccounts } from '../payouts/keep-accounts.ts'
import type { DataRequestView } from './contract.ts'
import { deleteOldRequests } from './worker.ts'

const shop = openShop()
let owner: TestStaff
let serial = 0
beforeAll(async () => {
  owner = await staffSignedIn(shop, 'owner')
})
beforeEach(() => freshTick(shop))

type Person = GuardedMember & TestMember
async function somebody(): Promise<Person> {
  const member = await guardedMember(shop, `leaver-${++serial}`, `+62812901${1000 + serial}`)
  await shop.karat.db.run(sql`insert into kyc.levels (member_id, level) values (${member.id}, 3)`)
  return { ...member, headers: { authorization: `Bearer ${member.token}`, currency: 'IDR', platform: 'web' } }
}
const askFor = (member: Person, kind: string) =>
  post(shop, '/user/askForData', { kind, words: '', password: goodPassword }, { token: member.token })
async function asked(member: Person): Promise<string> {
  return ((await askFor(member, 'deletion')).data.requests as DataRequestView[])[0]?.id ?? ''
}
const grant = (request_id: string) =>
  askStaff(shop, owner, '/rights/decide', { request_id, decision: 'grant', answer: 'Done as you asked.' })
const deleted = async (member: Person) => expect(await grant(await asked(member))).toMatchObject({ status: 200 })
const copyOf = async (member: Person) =>
  JSON.stringify((await post(shop, '/user/copyOfData', { password: goodPassword }, { token: member.token })).data)

test('a refund that the provider refused is owed: it hinders a deletion until a new try stands', async () => {
  const member = await somebody()
  const { order } = await paidOrder(shop, member, await someSku(shop))
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  await untilProcessed(shop)
  const refund = newId()
  await shop.karat.db.run(sql`
    with refund as (
      insert into payments.refunds (id, payment_id, subject_id, member_id, store, currency, amount_minor, allocated_minor, occasion, actor)
      select ${refund}, id, subject_id, member_id, store, captured_currency, 100, 100, ${`test:${refund}`}, 'test'
      from payments.payments where subject_id = ${order.order_id} returning id)
    insert into payments.refund_parts select id, 'order_money', 100 from refund`)
  await shop.karat.db.run(sql`update payments.refunds set state = 'failed', decided_at = now() where id = ${refund}`)
  const id = await asked(member)
  const owed = { error: 'account_not_closable', data: { obstacles: ['money_on_its_way'] } }
  expect(await grant(id)).toMatchObject(owed)
  const again = newId()
  await shop.karat.db.run(sql`
    with refund as (
      insert into payments.refunds (id, payment_id, subject_id, member_id, store, currency, amount_minor, allocated_minor, occasion, actor)
      select ${again}, payment_id, subject_id, member_id, store, currency, amount_minor, allocated_minor, occasion, actor
      from payments.refunds where id = ${refund} returning id)
    insert into payments.refund_parts select id, 'order_money', 100 from refund`)
  expect(await grant(id)).toMatchObject(owed)
  await shop.karat.db.run(sql`update payments.refunds set state = 'settled', decided_at = now() where id = ${again}`)
  expect(await grant(id)).toMatchObject({ status: 200 })
})

test('the copy says neither why staff looked at papers nor what they noted, nor “null” for a destroyed account', async () => {
  const member = await somebody()
  const document = await documentOf(shop, member, 'selfie')
  const payout = await payoutOf(shop, member)
  await shop.karat.db.run(sql`insert into kyc.views (document_id, viewer, reason, address)
    values (${document}, ${`staff:${owner.staff.id}`}, 'suspected straw man', '127.0.0.1')`)
  await askStaff(shop, owner, '/members/note', { member_id: member.id, text: 'Reported as a large day.' })
  await shop.karat.db.run(
    sql`update payouts.destinations set removed_at = now() - interval '6 years', is_default = false where id = ${payout}`,
  )
  await destroyOldAccounts(shop.karat.db)
  const copy = await copyOf(member)
  expect(copy).toContain('looks_at_documents')
  for (const hidden of ['straw man', 'large day', '• null']) expect(copy.includes(hidden), hidden).toBe(false)
  expect(copy).toContain('a person gives them')
})

/** A message and a letter of somebody else, who had the address of `member` before; and both of their own, signed out. */
async function sharedAddress(member: Person, other: Person) {
  const { db } = shop.karat
  const message = (from: string | null, text: string) => sql`
    insert into community.messages (id, member_id, store, name, email, topic, text, language, address)
    values (${newId()}, ${from}, 'id', 'Sari', ${member.email}, 'order', ${text}, 'id', '127.0.0.1')`
  const letter = (about: string | null, subject: string, age: string) => sql`
    insert into mail.messages (id, member_id, destination, channel, template, language, subject, body, created_at, give_up_at)
    values (${newId()}, ${about}, ${member.email}, 'email', 'alarm', 'id', ${subject}, '', now() - ${age}::interval, now())`
  await db.run(message(other.id, 'words of the other'))
  await db.run(message(null, 'words of the leaver'))
  await db.run(letter(other.id, 'letter to the other', '1 minute'))
  await db.run(letter(null, 'letter of long ago', '2 days'))
  await db.run(letter(null, 'letter to the leaver', '1 minute'))
}
const left = async ({ email }: Person) =>
  (
    await shop.karat.db.rows<{ words: string }>(sql`
      select text as words from community.messages where email = ${email}
      union all select subject from mail.messages where destination = ${email} and template = 'alarm' order by 1`)
  ).map(({ words }) => words)

test('copy and deletion reach what names nobody by its address, and nothing of who had the address before', async () => {
  const [member, other] = [await somebody(), await somebody()]
  await sharedAddress(member, other)
  const copy = await copyOf(member)
  for (const own of ['words of the leaver', 'letter to the leaver']) expect(copy.includes(own), own).toBe(true)
  const others = ['letter of long ago', 'letter to the other', 'words of the other']
  for (const one of others) expect(copy.includes(one), one).toBe(false)
  await deleted(member)
  expect(await left(member)).toEqual(others)
})

test('a deletion forgets the notes about its member, no others; the database lets nobody else delete any', async () => {
  const [member, other] = [await somebody(), await somebody()]
  for (const { id } of [member, other])
    await askStaff(shop, owner, '/members/note', { member_id: id, text: 'Rang on Tuesday.' })
  await shop.karat.db.run(sql`select staff.forget_notes(${other.id}::uuid)`)
  await deleted(member)
  const about = await shop.karat.db.rows(sql`select subject_id as id from staff.notes where text = 'Rang on Tuesday.'`)
  expect(about).toEqual([{ id: other.id }])
  await expect(shop.karat.db.run(sql`delete from staff.notes`)).rejects.toMatchObject({ code: '42501' })
})

test('payout accounts are removed by a deletion, and destroyed when removed ones are', async () => {
  const member = await somebody()
  const id = await payoutOf(shop, member)
  await deleted(member)
  const state = () =>
    shop.karat.db.row(sql`select removed_at is not null as removed, is_default as proposed, destroyed_at is not null as gone
      from payouts.destinations where id = ${id}`)
  expect(await state()).toEqual({ removed: true, proposed: false, gone: false })
  await shop.karat.db.run(
    sql`update payouts.destinations set removed_at = now() - interval '5 years 1 day' where id = ${id}`,
  )
  await destroyOldAccounts(shop.karat.db)
  expect(await state()).toMatchObject({ gone: true })
})

test('a card that may be charged is charged no more after a deletion: its bank is told, and which it was is forgotten', async () => {
  const member = await somebody()
  await shop.karat.db.run(sql`
    insert into payments.mandates (id, subject_id, member_id, store, provider, kind, currency, limit_minor, state, agree_url, token_sealed,
      account_end, agree_by, agreed_at)
    values (${newId()}, ${newId()}, ${member.id}, 'id', 'sandbox', 'card', 'IDR', 100000, 'active', 'http://bank.test/1', 'token',
      '4242', now(), now())`)
  await deleted(member)
  expect(
    await shop.karat.db.row(sql`
      select state, ended_by, to_revoke, agree_url, account_end, token_sealed from payments.mandates where member_id = ${member.id}`),
  ).toEqual({
    ...{ state: 'revoked', ended_by: 'member', to_revoke: true },
    ...{ agree_url: null, account_end: null, token_sealed: null },
  })
})

test('five requests a day, those taken back included, also at the same moment', async () => {
  const member = await somebody()
  for (let n = 0; n < 4; n++) {
    await shop.karat.db.run(sql`delete from identity.rate_windows`)
    const request_id = await asked(member)
    await post(shop, '/user/withdrawDataRequest', { request_id }, { token: member.token })
  }
  await shop.karat.db.run(sql`delete from identity.rate_windows`)
  const answers = await Promise.all([askFor(member, 'restriction'), askFor(member, 'deletion')])
  expect(answers.map(({ error }) => error).sort()).toEqual(['data_request_limit', null])
  await shop.karat.db.run(sql`update rights.requests set asked_at = asked_at - interval '1 day' where member_id = ${member.id}
    and state = 'withdrawn'`)
  await shop.karat.db.run(sql`delete from identity.rate_windows`)
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  const kind = answers[0]?.error === null ? 'deletion' : 'restriction'
  expect(await askFor(member, kind)).toMatchObject({ error: null })
})

test('nothing is written to a closed account', async () => {
  const member = await somebody()
  await deleted(member)
  const letters = () => shop.karat.db.rows(sql`select id from mail.messages where destination like '%.invalid'`)
  await shop.karat.db.transaction(async (tx) => {
    const values = { level: 'T1' }
    await queueMail(tx, { ...(await findContact(tx, member.id)), template: 'level_lowered', values })
  })
  expect(await letters()).toEqual([])
})

test('a letter whose address was read before the account was closed, and written afterwards, is left out', async () => {
  const member = await somebody()
  const contact = await findContact(shop.karat.db, member.id)
  await deleted(member)
  const write = (mail: typeof contact | Omit<typeof contact, 'memberId'>) =>
    shop.karat.db.transaction((tx) => queueMail(tx, { ...mail, template: 'level_lowered', values: { level: 'T1' } }))
  const letters = () =>
    shop.karat.db.rows(
      sql`select template from mail.messages where destination = ${member.email} and template = 'level_lowered'`,
    )
  await write(contact)
  expect(await letters()).toEqual([])
  const { memberId: _, ...nameless } = contact
  await write(nameless)
  expect(await letters(), 'control: one that named nobody would go there').toHaveLength(1)
})

test('a request is deleted when it proves nothing any more; one that waits is not', async () => {
  const [old, young] = [await somebody(), await somebody()]
  await deleted(old)
  await deleted(young)
  const waiting = await asked(await somebody())
  const back = (id: string, time: string) =>
    shop.karat.db.run(sql`update rights.requests set asked_at = asked_at - ${time}::interval,
      decided_at = decided_at - ${time}::interval where member_id = ${id} or id = ${id}`)
  await back(old.id, '5 years 1 day')
  await back(young.id, '4 years 364 days')
  await back(waiting, '6 years')
  expect(await deleteOldRequests(shop.karat.db)).toBe(1)
})

/** Tables that name a member and take rows of a closed one, and why. */
const stayOpen = [
  // of the account itself: written while its row is held, or deleted with it and short-lived
  ...[
    'identity.codes',
    'identity.devices',
    'identity.links',
    'identity.outgoing_pauses',
    'identity.passkey_challenges',
  ],
  ...[
    'identity.recovery_codes',
    'identity.security_events',
    'identity.sessions',
    'identity.sign_ins',
    'identity.unlocks',
  ],
  // proof that a consent ended
  'mail.consents',
  // whether a list means them is known of whoever has left, too
  ...['cases.people', 'cases.cases', 'cases.documents'],
  // follow an order or money that was there before, or the level
  ...['kyc.days', 'kyc.levels', 'kyc.moves', 'kyc.reports', 'kyc.reviews', 'kyc.takings', 'kyc.id_tries'],
  ...['orders.commitments', 'orders.quotes', 'orders.window_sales', 'payments.payments', 'payments.refunds'],
  'ledger.accounts',
  // says that its member left
  'orders.departures',
  // what waits of somebody who left is paid at the bank
  'vault.remittances',
  // Written by rounds and triggers about what was done while it was open.
  ...['vault.cost_heads', 'vault.cost_steps'],
  'vault.receipts',
  'vault.statements',
]

test('every table that names a member refuses rows of a closed one, or is named here', async () => {
  const rows = await shop.karat.db.rows<{ name: string; guarded: boolean }>(sql`
    select c.oid::regclass::text as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'member_is_open') as guarded
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'member_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  expect(rows.filter(({ guarded }) => !guarded).map(({ name }) => name)).toEqual([...stayOpen].sort())
})
