/** Months close at the midnight of the store's zone and never change; their files can be verified, and be asked for again. */
import { execFileSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addTestKind } from '../../../tests/support/books.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { fillVault, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { minor, perGram } from '../../money/money.ts'
import { formatMonth } from '../../ui/format.ts'
import { addPastTrade } from '../past-trades.ts'
import { closeMonths, closePast } from './close-months.ts'
import type { RecordSumsView, StandingView } from './record-contract.ts'
import { monthAfter, monthAt } from './record-rules.ts'
import type { StatementDocument } from './statement-document.ts'

const shop = openShop()
/** What the planted bugs break must not be found elsewhere. */
const broken = openShop()
type Who = Awaited<ReturnType<typeof vaultMember>>
const GRAM = 10_000n
const zone = 'Asia/Jakarta'
let last = ''
let before = ''
beforeAll(async () => {
  for (const one of [shop, broken]) await asOwner(one.connectionString, [addTestKind])
  await fillVault(shop, 1000n * GRAM)
  last = monthAfter(monthAt(shop.karat.now(), zone), -1)
  before = monthAfter(last, -1)
})
beforeEach(async () => {
  for (const one of [shop, broken]) {
    await freshTick(one)
    one.intercept.current = undefined
    await one.karat.db.run(sql`update vault.month_closings set finished_at = null, done_to = null`)
  }
})

/** Only who owns the books can turn their clock: entries of a member, from a number on, were posted at that moment of their store. */
const backTo = (on: typeof shop, { id }: Pick<Who, 'id'>, account: 'cash' | 'gold', from: number, local: string) =>
  asOwner(on.connectionString, [
    'alter table ledger.entries disable trigger append_only',
    `update ledger.entries e set at = ('${local}'::timestamp at time zone '${zone}') from ledger.accounts a
       where a.id = e.account_id and a.member_id = '${id}' and a.kind = '${account}' and e.number >= ${from}`,
    'alter table ledger.entries enable always trigger append_only',
  ])

const file = async (member: Who, format: string, query: Record<string, string>) =>
  shop.app.inject({
    url: `/api/storeid/trade/statement?${new URLSearchParams({ ...query, format })}`,
    headers: member.headers,
  })
const statement = async (member: Who, query: Record<string, string>) =>
  (await file(member, 'json', query)).json() as {
    statement: StatementDocument
    signature: { key_id: string; value: string }
  }
const closedOf = async (member: Who) => (await ask<StandingView>(shop, member, '/trade/record_standing')).closed
const sumsOf = (member: Who, query: Record<string, string>) =>
  ask<RecordSumsView>(shop, member, `/trade/record_sums?${new URLSearchParams(query)}`)

/** Somebody with a thousand from before midnight, and a purchase of grams after it. */
async function overMidnight(): Promise<Who> {
  const member = await vaultMember(shop, { cash: 900_000n })
  const { quote_id } = await quote(shop, member, 'purchase', 'amount', '500000')
  await trade(shop, member, 'purchase', { quote_id })
  await backTo(shop, member, 'cash', 1, `${before}-28 23:59:59.999999`)
  await backTo(shop, member, 'cash', 2, `${last}-01 00:00:00`)
  await backTo(shop, member, 'gold', 1, `${last}-01 00:00:00`)
  return member
}

test('what was posted a microsecond before the midnight of the zone is of the old month, what came with it of the new one', async () => {
  const member = await overMidnight()
  const end = `${before}-${String(new Date(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5)) - 1, 0)).getUTCDate()).padStart(2, '0')}`
  await backTo(shop, member, 'cash', 1, `${end} 23:59:59.999999`)
  await backTo(shop, member, 'cash', 2, `${last}-01 00:00:00`)
  await closeMonths(shop.karat)
  expect((await closedOf(member)).map(({ month, movements, closing }) => [month, movements, closing.money])).toEqual([
    [last, 1, '400000'],
    [before, 1, '900000'],
  ])
  const { statement: old } = await statement(member, { month: before })
  const { statement: fresh } = await statement(member, { month: last })
  expect([old.opening, old.closing.money, old.movements.length]).toEqual([{ gold: '0.0000', money: '0' }, '900000', 1])
  expect([fresh.opening, fresh.closing, fresh.closed_month]).toEqual([
    old.closing,
    (await closedOf(member))[0]?.closing,
    last,
  ])
  // A record of the same days says the same.
  for (const [month, of] of [
    [before, old],
    [last, fresh],
  ] as const)
    expect((await sumsOf(member, { month })).money).toMatchObject({
      opening: of.opening.money,
      closing: of.closing.money,
    })
})

test('a month closes once, whoever closes it how often; its files are the same bytes afterwards', async () => {
  const member = await overMidnight()
  await Promise.all(Array.from({ length: 4 }, () => closeMonths(shop.karat)))
  await closeMonths(shop.karat)
  expect((await closedOf(member)).map(({ month }) => month)).toEqual([last, before])
  const letters = await shop.karat.db.rows<{ subject: string; body: string }>(sql`
    select subject, body from mail.messages where template = 'month_closed' and once_key like ${`%${member.id}%`}`)
  expect(letters).toEqual([
    {
      subject: `Your statement of ${formatMonth(Date.parse(`${last}-15`), 'UTC', 'en-US')} is there`,
      body: expect.stringContaining('/user/trade/record'),
    },
  ])
  const files = async () =>
    Promise.all(
      ['csv', 'json'].map(async (format) =>
        (await file(member, format, { month: last })).rawPayload.toString('base64'),
      ),
    )
  const first = await files()
  await shop.karat.db.run(
    sql`update identity.members set language = 'zh', name = 'Somebody Else' where id = ${member.id}`,
  )
  await trade(shop, member, 'cashingIn', await quote(shop, member, 'cashingIn', 'weight', '0.01'))
  await shop.karat.db.run(sql`update vault.month_closings set finished_at = null, done_to = null`)
  await closeMonths(shop.karat)
  expect(await files()).toEqual(first)
})

test('what is posted late, with a moment of a closed month, is of the next one, and sums stay whole', async () => {
  const member = await overMidnight()
  await closeMonths(shop.karat)
  const first = await statement(member, { month: last })
  await trade(shop, member, 'cashingIn', await quote(shop, member, 'cashingIn', 'weight', '0.01'))
  await backTo(shop, member, 'cash', 3, `${last}-02 10:00:00`)
  await backTo(shop, member, 'gold', 2, `${last}-02 10:00:00`)
  expect(await statement(member, { month: last })).toEqual(first)
  const running = (await sumsOf(member, { month: monthAfter(last, 1) })).money
  expect([running.opening, (await sumsOf(member, { month: last })).money.closing]).toEqual([
    first.statement.closing.money,
    first.statement.closing.money,
  ])
  expect(running.in).not.toBe('0')
})

test.each([
  ['changed', (id: string) => `update vault.statements set closing_gold = closing_gold + 1 where member_id = '${id}'`],
  ['taken away', (id: string) => `delete from vault.statements where member_id = '${id}'`],
  [
    'written again',
    (id: string) => `insert into vault.statements select * from vault.statements where member_id = '${id}'`,
  ],
])('a closed month is not %s, whoever asks', async (_what, change) => {
  const member = await overMidnight()
  await closeMonths(shop.karat)
  await expect(asOwner(shop.connectionString, [change(member.id)])).rejects.toThrow(/refused|does not follow/)
  expect(await closedOf(member)).toHaveLength(2)
})

const planted = async (bug: (text: string) => string) => {
  const member = await vaultMember(broken, { cash: 900_000n })
  await backTo(broken, member, 'cash', 1, `${before}-10 12:00:00`)
  broken.intercept.current = bug
  await closeMonths(broken.karat).catch(() => {})
  broken.intercept.current = undefined
  const rows = await broken.karat.db.rows(sql`select month from vault.statements where member_id = ${member.id}`)
  return rows.length
}

test('the database refuses a month with other balances than the books, and one that leaves out what they have', async () => {
  expect(await planted((text) => text)).toBe(2)
  const wrong = (text: string) =>
    text.includes('insert into vault.statements') ? text.replace('sha256(', 'closing_gold + 1, sha256(') : text
  expect(await planted(wrong)).toBe(0)
  // A cut that forgets the newest entry.
  expect(await planted((text) => text.replace('b.last_number) as value', 'b.last_number - 1) as value'))).toBe(0)
})

test('a member whose month cannot be closed holds up nobody, and is tried again', async () => {
  const [first, second] = [await vaultMember(broken, { cash: 5n }), await vaultMember(broken, { cash: 6n })]
  for (const one of [first, second]) await backTo(broken, one, 'cash', 1, `${last}-10 12:00:00`)
  const closedFor = async ({ id }: Who) =>
    (await broken.karat.db.rows(sql`select 1 as one from vault.statements where member_id = ${id}`)).length
  await asOwner(broken.connectionString, [`update ledger.accounts set kind = kind where false`])
  const blocked = `create function vault.block() returns trigger language plpgsql as $$ begin
    if new.member_id = '${first.id}' then raise exception 'not this one'; end if; return new; end $$`
  await asOwner(broken.connectionString, [
    blocked,
    'create trigger block before insert on vault.statements for each row execute function vault.block()',
  ])
  await closeMonths(broken.karat)
  expect([await closedFor(first), await closedFor(second)]).toEqual([0, 1])
  await asOwner(broken.connectionString, ['drop trigger block on vault.statements'])
  await closeMonths(broken.karat)
  expect(await closedFor(first)).toBe(1)
  expect(
    await broken.karat.db.rows(
      sql`select 1 as one from vault.month_closings where finished_at is null and store = 'id'`,
    ),
  ).toEqual([])
})

test('the past of the demonstration closes month by month as it is told to have happened', async () => {
  const member = await vaultMember(shop)
  await asOwner(shop.connectionString, ['insert into foundation.demonstration default values on conflict do nothing'])
  const holder = { memberId: member.id, store: 'id', currency: 'IDR' as const }
  const price = perGram(minor(1_000_000n))
  const past = (local: string, side: 'buy' | 'sell') => ({
    ...{
      side,
      wish: { by: 'amount', amount: minor(2_000_000n) } as const,
      prices: { spot: price, ask: price, bid: price },
    },
    happenedAt: new Date(`${local}+07:00`),
  })
  await shop.karat.db.transaction(async (tx) => {
    await addPastTrade(tx, holder, past(`${monthAfter(last, -3)}-05T10:00:00`, 'buy'))
    await addPastTrade(tx, holder, past(`${monthAfter(last, -3)}-20T10:00:00`, 'sell'))
    await addPastTrade(tx, holder, past(`${last}-20T10:00:00`, 'buy'))
    expect(await closePast(tx, shop.karat, holder)).toBe(2)
  })
  expect((await closedOf(member)).map(({ month, movements, closing }) => [month, movements, closing.gold])).toEqual([
    [last, 1, '2.0000'],
    [monthAfter(last, -3), 2, '0.0000'],
  ])
  const { statement: old } = await statement(member, { month: monthAfter(last, -3) })
  expect(old.movements.map(({ at, gold }) => [at.slice(0, 10), gold])).toEqual([
    [`${monthAfter(last, -3)}-05`, '2.0000'],
    [`${monthAfter(last, -3)}-20`, '-2.0000'],
  ])
  expect((await sumsOf(member, { month: monthAfter(last, 1) })).gold).toMatchObject({
    opening: '2.0000',
    in: '0.0000',
    closing: '2.0000',
  })
})

test('a signed statement is verified by node and by openssl with the published key, and one that was changed is not', async () => {
  const member = await overMidnight()
  await closeMonths(shop.karat)
  const { statement: said, signature } = await statement(member, { month: last })
  const { keys } = await ask<{ keys: { key_id: string; public_key: string }[] }>(shop, member, '/trade/statement_keys')
  expect(said.keys_at).toMatch(/\/api\/storeid\/trade\/statement_keys$/)
  const pem = keys.find(({ key_id }) => key_id === signature.key_id)?.public_key ?? ''
  const value = Buffer.from(signature.value, 'base64')
  const isSigned = (what: object) => verify(null, Buffer.from(JSON.stringify(what)), createPublicKey(pem), value)
  expect(isSigned(said)).toBe(true)
  expect(isSigned({ ...said, closing: { ...said.closing, gold: '9.0000' } })).toBe(false)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'statement-'))
  const at = (name: string) => path.join(folder, name)
  writeFileSync(at('key.pem'), pem)
  writeFileSync(at('value'), value)
  const openssl = (text: string) => {
    writeFileSync(at('statement'), text)
    const args = [
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      at('key.pem'),
      '-rawin',
      '-in',
      at('statement'),
      '-sigfile',
      at('value'),
    ]
    try {
      return execFileSync('openssl', args, { stdio: 'pipe' }).toString().trim()
    } catch {
      return 'failed'
    }
  }
  expect(openssl(JSON.stringify(said))).toBe('Signature Verified Successfully')
  expect(openssl(JSON.stringify(said).replace('"400000"', '"500000"'))).toBe('failed')
  rmSync(folder, { recursive: true })
})

test('a running month is signed too, says that it may change, and is in the reader’s language', async () => {
  const member = await vaultMember(shop, { cash: 900_000n })
  await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', '500000'))
  const csv = await file({ ...member, headers: { ...member.headers, 'accept-language': 'id' } }, 'csv', {
    month: monthAfter(last, 1),
  })
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.body).toMatch(/^\ufeffTanggal \(Asia\/Jakarta\),Mutasi,Nomor/)
  expect(csv.body).toContain('Beli emas')
  expect(csv.body.trim().split('\r\n')).toHaveLength(5)
  const { statement: said } = await statement(member, {})
  expect([said.closed_month, said.from, said.to]).toEqual([null, null, null])
  const pdf = await file(member, 'pdf', { month: monthAfter(last, 1) })
  expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})
