/** What the database keeps out of gold-back, whoever asks; and what of many at once goes through. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { consigned, handedOver, inspectedWhole, quoted, tryConsign } from '../../tests/support/goldback.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { brokenConstraint, raw, sql } from '../db/database.ts'
import { caseMoves, caseStates } from './case-rules.ts'
import type { GoldBackCaseView } from './contract.ts'

const shop = openShop()
let clerk: TestStaff
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  clerk = await staffSignedIn(shop, 'desk')
})
beforeEach(async () => {
  await freshTick(shop)
  member = await vaultMember(shop)
})

test('the table of moves is the one that the database holds', async () => {
  const rows = await shop.karat.db.rows<{ from: string; to: string }>(sql`
    select from_state as "from", to_state as "to" from goldback.moves_allowed`)
  const known = Object.entries(caseMoves).flatMap(([from, all]) => all.map((to) => `${from} ${to}`))
  expect(rows.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(known.sort())
})

const refusedBy = async (statement: string): Promise<string | undefined> => {
  try {
    await shop.karat.db.run(sql`${raw(statement)}`)
  } catch (error) {
    return brokenConstraint(error) ?? (error as { code?: string }).code
  }
}

test('a case goes no other way than its table, and what was agreed stays', async () => {
  const serials = await handedOver(shop, member, 2)
  const made = await consigned(shop, member, serials)
  const set = (columns: string) => refusedBy(`update goldback.cases set ${columns} where id = '${made.case_id}'`)
  for (const state of caseStates.filter((one) => !caseMoves.booked.includes(one) && one !== 'booked'))
    expect(
      await set(`state = '${state}', received_at = now(), offer_minor = 1, offer_fine_e4 = 1, price_minor = 1,
      price_tick_id = 1, answer_until = now(), ended_at = case when '${state}' in ('paid', 'returned') then now() end`),
      state,
    ).toBe('case_takes_known_moves')
  expect(await set('quoted_minor = quoted_minor + 1')).toBe('case_stays')
  expect(await set('estimate_minor = 1')).toBe('case_stays')
  expect(await set(`fixed_until = now() + interval '1 year'`)).toBe('case_stays')
  expect(await set('member_id = gen_random_uuid()')).toBe('case_stays')
  expect(await refusedBy(`delete from goldback.moves`)).toBe('42501')
  expect(await refusedBy(`update goldback.moves set reason = 'nothing'`)).toBe('42501')
  expect(await refusedBy(`insert into goldback.moves_allowed values ('booked', 'paid')`)).toBe('42501')
  expect(
    await refusedBy(`insert into goldback.moves (case_id, from_state, to_state, actor, reason)
    values ('${made.case_id}', 'booked', 'paid', 'x', 'x')`),
  ).toMatch(/fkey$/)
  const ofPieces = (columns: string) =>
    refusedBy(`update goldback.pieces set ${columns} where case_id = '${made.case_id}'`)
  expect(await ofPieces('fine_e4 = fine_e4 - 1')).toBe('consigned_piece_stays')
  expect(await ofPieces(`weighed_e4 = 1, assayed = 1, method = 'xrf'`)).toBe('piece_goes_with_its_case')
  expect(await ofPieces('over_at = now()')).toBe('piece_goes_with_its_case')
  expect(await ofPieces('paid_minor = 1')).toBe('piece_goes_with_its_case')
  expect(
    await refusedBy(`insert into goldback.pieces
    select case_id, 99, member_id, serial, sku_id, order_id, name, gross_e4, fine_e4, fineness from goldback.pieces where case_id = '${made.case_id}' limit 1`),
  ).toBe('piece_is_in_one_case')

  const at = await inspectedWhole(shop, clerk, made)
  expect(await set('price_minor = price_minor + 1')).toBe('price_is_certain_once')
  await at.decide('accept')
  expect(await set('offer_minor = offer_minor + 1')).toBe('offer_stays')
  expect(await set(`paid_in = 'grams'`)).toBe('case_stays')
  expect(await set(`state = 'paid', ended_at = now()`), 'no transfer pays it').toBe('case_is_paid_as_agreed')
})

test('a piece in quarantine leaves it neither early nor another way, and costs what was paid', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  await at.pay()
  const plain = serial.replaceAll('-', '')
  const set = (columns: string) => refusedBy(`update catalogue.pieces set ${columns} where serial = '${plain}'`)
  expect(await set(`state = 'in_stock'`)).toBe('quarantine_lasts')
  expect(await set('quarantined_until = now()')).toBe('quarantine_lasts')
  expect(await set('quarantined_until = null')).toBe('quarantine_lasts')
  expect(await set(`state = 'allocated', order_id = gen_random_uuid()`)).toBe('piece_takes_known_steps')
  const moved = (from: string, to: string, cost: string) =>
    refusedBy(`insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason, act, cost_minor, cost_currency)
      values ('${plain}', '${from}', '${to}', 'x', 'x', case when '${to}' = 'quarantined' then gen_random_uuid() end, ${cost})`)
  expect(await moved('quarantined', 'in_stock', `1, 'IDR'`)).toBe('cost_is_of_what_is_bought')
  expect(await moved('sold', 'quarantined', 'null, null')).toBe('cost_is_of_what_is_bought')
})

test('of many who sign one quote at once one case is made; of many who pay it at once one pays', async () => {
  const serials = await handedOver(shop, member)
  const { quote_id } = await quoted(shop, member, serials)
  const answers = await Promise.all(Array.from({ length: 3 }, () => tryConsign(shop, member, { quote_id })))
  const made = answers.filter(({ error }) => error === null)
  expect(made).toHaveLength(1)
  expect(
    answers
      .flatMap(({ error }) => error ?? [])
      .every((error) => ['quote_expired', 'too_many_requests'].includes(error)),
  ).toBe(true)
  const [one] = made.map(({ data }) => data as GoldBackCaseView)
  const at = await inspectedWhole(shop, clerk, one as GoldBackCaseView)
  await at.decide('accept')
  const paid = await Promise.all(
    Array.from({ length: 6 }, () =>
      askStaff(shop, clerk, '/goldback/pay', { case_id: one?.case_id, reason: 'as agreed' }),
    ),
  )
  expect(paid.map(({ error }) => error).sort()).toEqual([...Array(5).fill('goldback_state'), null].sort())
  expect((await heldBy(shop, member)).cash).toBe(BigInt(one?.amount ?? 0))
  expect(await auditVault(shop)).toEqual([])
})
