/** The contract of a large trade: signed on the pad, made with the trade, kept and forgotten. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { accept, acceptLater, open, payRest, quotedBy, readTrade } from '../../tests/support/business.ts'
import { company } from '../../tests/support/company.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { fillVault, openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { listPapers } from '../papers/paper-queries.ts'
import { contractPapers } from './contract-queries.ts'
import { forgetContracts } from './forget-contracts.ts'

const shop = openShop()
let desk: TestStaff
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 1_000_000_000n)
  desk = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))

async function opened(terms: object = {}, told: object = {}) {
  const member = await vaultMember(shop, { cash: 1_000_000_000n })
  const { request_id: id } = await requestedAs(member, told)
  await quotedBy(shop, desk, id, terms)
  return { member, id, quoteId: (await open(shop, member, id)).data.price?.quote_id }
}
const requestedAs = async (member: TestMember, told: object) => {
  await call(shop, member, '/trade/business_company', { ...company, ...told })
  const asked = { side: 'buy', weight: '250', delivery: 'delivery', words: '' }
  return (await call<{ request_id: string }>(shop, member, '/trade/business_request', asked)).data
}
const pdf = (headers: Record<string, string>, id: string, from = '/api/storeid/trade/business_contract') =>
  shop.app.inject({ url: `${from}?request_id=${id}`, headers })
const documentOf = async (id: string) => (await listPapers(shop.karat.db, contractPapers.subject, [id]))[0]?.document

test('signed and accepted, the contract is there at once, says what was agreed on, and is its member’s and the desk’s alone', async () => {
  const letter = { buyer_kind: 'gold_business', letter_number: 'SKB-17/2026', letter_until: '2099-12-31' }
  const { member, id, quoteId } = await opened({ buyer_kind: 'gold_business', letter_until: '2099-12-31' }, letter)
  expect((await pdf(member.headers, id)).statusCode).toBe(404)
  const { data } = await accept(shop, member, id, quoteId)
  expect(data.contract).toMatch(/^CTR\/ID\/\d{4}\/\d{6}$/)
  const mine = await pdf(member.headers, id)
  expect(mine.headers['content-disposition']).toMatch(/attachment; filename="CTR-ID-\d{4}-\d{6}\.pdf"/)
  expect(mine.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const theirs = await pdf(desk.headers, id, '/api/admin/business/contract')
  expect(theirs.rawPayload.equals(mine.rawPayload)).toBe(true)
  const looks = await shop.karat.db.rows(sql`
    select store from staff.actions where subject_id = ${id} and details ->> 'did' = 'contract_read'`)
  expect(looks, 'who looked is written down').toEqual([{ store: 'id' }])
  expect((await pdf((await vaultMember(shop)).headers, id)).statusCode).toBe(404)
  const document = await documentOf(id)
  const text = JSON.stringify(document)
  for (const said of [
    company.name,
    company.tax_number,
    'SKB-17/2026',
    'PPh22-2023-05',
    data.settled?.trade_number ?? '?',
  ])
    expect(text).toContain(said)
  expect(document?.total?.[1].replace(/\D/g, '')).toBe(data.settled?.total)
})

test('of one that is paid later the contract says deposit, rest, until when and what happens otherwise, before there is a trade', async () => {
  const { member, id, quoteId } = await opened({ buyer_kind: 'gold_business' })
  const { data } = await acceptLater(shop, member, id, quoteId)
  const document = await documentOf(id)
  const digits = (text: string) => text.replace(/\D/g, '')
  const term = document?.notes?.find((note) => note.startsWith('A deposit of')) ?? ''
  expect(digits(term)).toContain(data.agreed?.deposit)
  expect(digits(term)).toContain(data.agreed?.rest)
  expect(document?.notes?.some((note) => note.includes('may close the trade out at its buyback price'))).toBe(true)
  expect(document?.facts.map(([name]) => name)).toContain('To be paid by')
  expect(document?.facts.map(([name]) => name)).not.toContain('Trade')
  expect((await pdf(member.headers, id)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  await payRest(shop, member, id)
  expect(await documentOf(id), 'it is the one that was signed').toEqual(document)
})

test('without a signature nothing is accepted; a picture that is none is refused', async () => {
  const { member, id, quoteId } = await opened()
  const wish = { request_id: id, quote_id: quoteId, pin: PIN }
  expect((await call(shop, member, '/trade/business_accept', wish)).error).toBe('invalid_input')
  const drawn = Buffer.from('not a picture at all, however long it is made to look like one by its words').toString(
    'base64',
  )
  expect((await call(shop, member, '/trade/business_accept', { ...wish, signature: drawn })).error).toBe('file_type')
  expect((await readTrade(shop, member, id)).state).toBe('quoted')
})

test('what is refused takes no number: contracts of a store follow one another without a gap', async () => {
  const [one, poor, two] = [await opened(), await opened(), await opened()]
  await accept(shop, one.member, one.id, one.quoteId)
  await shop.karat.db.run(sql`update kyc.levels set level = 1 where member_id = ${poor.member.id}`)
  expect((await accept(shop, poor.member, poor.id, poor.quoteId)).error).toBe('verification_required')
  await Promise.all([accept(shop, two.member, two.id, two.quoteId), accept(shop, two.member, two.id, two.quoteId)])
  const gaps = await shop.karat.db.rows(sql`
    select * from (select number, row_number() over (order by number) as place from papers.papers where kind = 'contract') n
    where number <> place`)
  expect(gaps).toEqual([])
  expect(Number((await documentOf(two.id))?.number.slice(-6))).toBe(
    Number((await documentOf(one.id))?.number.slice(-6)) + 1,
  )
})

test('the signature is kept sealed, and the application can neither change a contract nor forget one too early', async () => {
  const { member, id, quoteId } = await opened()
  await accept(shop, member, id, quoteId)
  const row = await shop.karat.db.row<{ sealed: Buffer }>(
    sql`select signature_sealed as sealed from business.contracts where request_id = ${id}`,
  )
  expect(row?.sealed.includes(Buffer.from('WEBP'))).toBe(false)
  for (const set of [
    sql`accepted_at = now()`,
    sql`forgotten_at = now(), signature_sealed = null`,
    sql`signature_sealed = null`,
  ])
    await expect(
      shop.karat.db.run(sql`update business.contracts set ${set} where request_id = ${id}`),
    ).rejects.toThrow()
  await shop.karat.db.run(sql`select business.forget_paper(${id}::uuid)`)
  expect((await documentOf(id))?.parties).toHaveLength(2)
})

test('years after its member left a contract says no more who it was; before, it does', async () => {
  const { member, id, quoteId } = await opened()
  await accept(shop, member, id, quoteId)
  const before = await documentOf(id)
  const age = (years: number) =>
    asOwner(shop.connectionString, [
      'set session_replication_role = replica',
      `update business.contracts set left_at = now(), accepted_at = now() - interval '${years} years' where request_id = '${id}'`,
    ])
  await age(9)
  expect([await forgetContracts(shop.karat), (await documentOf(id))?.parties]).toEqual([0, before?.parties])
  await age(12)
  expect(await forgetContracts(shop.karat)).toBe(1)
  expect(await documentOf(id)).toEqual({ ...before, parties: [] })
  expect((await pdf(desk.headers, id, '/api/admin/business/contract')).statusCode).toBe(200)
  expect(await forgetContracts(shop.karat)).toBe(0)
})
