/** What the house owns is melted: a lot of other gold and a short piece become one lot, and what the books had more is posted as loss. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { consigned, consignedOther, desk, handedOver } from '../../../tests/support/goldback.ts'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { afterTampering } from '../../../tests/support/tampering.ts'
import { auditVault, openVault, PIN, vaultMember } from '../../../tests/support/vault.ts'
import { findViolations } from '../../audit/ledger-audit.ts'
import { findPassport } from '../../catalogue/passport-queries.ts'
import { readOpenGrams } from '../../catalogue/revalue-metal.ts'
import { brokenConstraint, sql } from '../../db/database.ts'
import type { StockToMeltView } from './stock-contract.ts'

const shop = openShop()
let clerk: TestStaff
let other: TestStaff
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  clerk = await staffSignedIn(shop, 'desk')
  other = await staffSignedIn(shop, 'desk')
})
beforeEach(async () => {
  await freshTick(shop)
  member = await vaultMember(shop)
})

const stock = async () => (await askStaff(shop, clerk, '/goldback/stock?store=id')).data as unknown as StockToMeltView
const sumOf = async (kind: string) =>
  (
    await shop.karat.db.row<{ sum: bigint }>(sql`
      select coalesce(sum(e.amount), 0)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
      where a.owner = 'house:id' and a.kind = ${kind} and a.asset = 'XAU'`)
  )?.sum ?? 0n

/** 10 g of 999.9 of somebody's, paid for; its number. */
async function boughtLot() {
  const made = await consignedOther(shop, member, [{ weight: '10' }])
  const at = desk(shop, clerk, made)
  await at.receive(made.pieces_in_it.map(({ serial }) => serial))
  await at.inspect({ weighed: '10', assayed: 9999 })
  await at.show()
  expect((await at.decide('accept')).error).toBeNull()
  expect((await at.payByTwo()).error).toBeNull()
  const lot = await shop.karat.db.row<{ number: string }>(
    sql`select number from goldback.lots where case_id = ${made.case_id}`,
  )
  return lot?.number ?? ''
}

/** A bar of ours that was bought back lighter than its stamp; its number, as it is shown. */
async function shortPiece() {
  const serials = await handedOver(shop, member)
  const made = await consigned(shop, member, serials)
  const at = desk(shop, clerk, made)
  await at.receive(serials)
  await at.inspect({ weighed: '9.8640', assayed: 9999 })
  await at.show()
  expect((await at.decide('offer')).error).toBeNull()
  const answer = { case_id: made.case_id, accept: true, pin: PIN }
  expect((await call(shop, member, '/trade/goldBack_answer', answer)).error).toBeNull()
  expect((await at.pay()).error).toBeNull()
  return serials[0] ?? ''
}

const heldLongEnough = () =>
  asOwner(shop.connectionString, [
    'alter table goldback.lots disable trigger guard_lot',
    `update goldback.lots set held_until = now() - interval '1 day' where state = 'held'`,
    'alter table goldback.lots enable trigger guard_lot',
    'alter table catalogue.pieces disable trigger quarantine_lasts',
    `update catalogue.pieces set quarantined_until = now() - interval '1 day' where state = 'quarantined'`,
    'alter table catalogue.pieces enable trigger quarantine_lasts',
  ])

type Wish = { lots?: string[]; serials?: string[]; weighed?: string; assayed?: number }
const ask = (wish: Wish) =>
  askStaff(shop, clerk, '/goldback/meltStock', {
    ...{ store: 'id', lots: [], serials: [], weighed: '19', assayed: 9990, method: 'fire', reason: 'for a bar' },
    ...wish,
  })
const approve = ({ data }: { data: Record<string, unknown> }) => askStaff(shop, other, '/approvals/approve', data)

test('a lot and a short piece are melted by two into one lot; the loss is in the books, and nothing counts more than is there', async () => {
  const [lot, serial] = [await boughtLot(), await shortPiece()]
  expect((await ask({ lots: [lot], serials: [serial] })).error, 'held for its owner').toBe('goldback_not_to_melt')
  await heldLongEnough()
  expect((await ask({ lots: [lot], serials: ['KM-0000-0000'] })).error).toBe('goldback_not_to_melt')
  expect((await ask({})).error).toBe('invalid_input')
  expect((await ask({ lots: [lot], serials: [serial], weighed: '19.8641' })).error, 'more than went in').toBe(
    'invalid_input',
  )
  const [raw, loss, open] = [
    await sumOf('raw_gold'),
    await sumOf('assay_loss'),
    await readOpenGrams(shop.karat.db, 'id'),
  ]
  const asked = await ask({ lots: [lot], serials: [serial], weighed: '19.8', assayed: 9990 })
  expect(asked.error).toBeNull()
  expect(await sumOf('raw_gold'), 'nobody melts alone').toBe(raw)
  expect((await approve(asked)).error).toBeNull()

  // 9.999 g of the lot and 10 g of the stamp went in; 19.8 g of 999 came out.
  const [books, found] = [99_990n + 100_000n, 197_802n]
  expect((await sumOf('assay_loss')) - loss).toBe(books - found)
  expect((await sumOf('raw_gold')) - raw).toBe(found - 99_990n)
  expect(open - (await readOpenGrams(shop.karat.db, 'id'))).toBe(books - found)
  const { lots, pieces, meltings } = await stock()
  expect(lots).toMatchObject([{ gross: '19.8000', fineness: 9990, fine: '19.7802', case_id: null, may_melt: true }])
  expect(pieces).toEqual([])
  expect(meltings).toMatchObject([{ lot: lots[0]?.number, books: '19.9990', fine: '19.7802', loss: '0.2188' }])
  expect(await findPassport(shop.karat, { serial, language: 'en-US' })).toMatchObject({ verdict: 'melted' })
  expect((await ask({ lots: [lot] })).error, 'it is melted').toBe('goldback_not_to_melt')
  expect(await auditVault(shop)).toEqual([])

  // What came out is melted again, and more is found than the books had.
  const again = await ask({ lots: [lots[0]?.number ?? ''], weighed: '19.8', assayed: 9995 })
  expect((await approve(again)).error).toBeNull()
  expect((await stock()).meltings[0]).toMatchObject({ loss: '-0.0099' })
  expect((await sumOf('assay_loss')) - loss).toBe(books - 197_901n)
  expect(await auditVault(shop)).toEqual([])
})

test('the audit names a loss without its melting, another than was found, and gold that is melted and counted still', async () => {
  const broken = (...statements: string[]) =>
    afterTampering(shop.connectionString, statements, async (tx) =>
      [...new Set((await findViolations(tx)).map(({ rule }) => rule))].sort(),
    )
  const whole =
    'what the house melted ended in it, sums to what it says, and came out as one lot; nothing else is melted'
  const weighed =
    'the fine grams of numbered pieces, of lots and of lost and pledged bars are those in the books, by store and by where they are'
  expect(
    await broken(`update goldback.house_meltings set books_e4 = books_e4 + 1 where number = 'ML100001'`),
  ).toContain(whole)
  const kept = await broken(`update goldback.lots set state = 'held' where state = 'melted'`)
  expect(kept).toContain(whole)
  expect(kept).toContain(weighed)
  expect(await broken(`update catalogue.pieces set state = 'quarantined' where state = 'melted'`)).toContain(weighed)
  const fewer = await broken(
    `update goldback.house_meltings set fineness = 9980, fine_e4 = gross_e4 * 9980 / 10000 where number = 'ML100001'`,
  )
  expect(
    fewer.some((rule) => rule.includes('transfer')),
    fewer.join('; '),
  ).toBe(true)
})

test('the database refuses a lot or a piece that ends without a melting, and a melting without its loss', async () => {
  const lot = await boughtLot()
  await heldLongEnough()
  const broke = (statement: ReturnType<typeof sql>) =>
    shop.karat.db.run(statement).then(
      () => null,
      (error) => brokenConstraint(error) ?? (error as { code?: string }).code,
    )
  expect(await broke(sql`update goldback.lots set state = 'melted' where number = ${lot}`)).toBe(
    'lot_is_melted_by_the_house',
  )
  expect(
    await broke(sql`insert into goldback.house_meltings (id, number, store, currency, gross_before_e4, books_e4, cost_minor, gross_e4, fineness,
      fine_e4, method, reason, requested_by, approved_by) values (gen_random_uuid(), 'ML1', 'id', 'IDR', 10, 10, 1, 10, 9000, 9, 'fire', 'x', 'a', 'b')`),
  ).toBe('house_melting_is_whole')
  expect(await broke(sql`update goldback.house_meltings set reason = 'other'`)).toBe('42501')
})

test('two meltings of one lot at once: one of them is carried out, and the other is told', async () => {
  const lot = await boughtLot()
  await heldLongEnough()
  const first = await ask({ lots: [lot], weighed: '9.9' })
  const second = await askStaff(shop, other, '/goldback/meltStock', {
    ...{ store: 'id', lots: [lot, ...(await stock()).lots.flatMap(({ number }) => (number === lot ? [] : [number]))] },
    ...{ serials: [], weighed: '10', assayed: 9990, method: 'fire', reason: 'for a bar' },
  })
  expect([first.error, second.error]).toEqual([null, null])
  const work = Promise.all([approve(first), askStaff(shop, clerk, '/approvals/approve', second.data)])
  await overOrHeld(shop, work)
  expect((await work).map(({ error }) => error).sort()).toEqual(['goldback_not_to_melt', null])
  expect(await auditVault(shop)).toEqual([])
})
