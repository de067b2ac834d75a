/** A numbered piece whose buyer was somebody else: staff say whose it is before anything is accepted, and nothing of that order is told. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  caseOf,
  consigned,
  consignedTitled,
  desk,
  handedOver,
  inspectedWhole,
  quoted,
  tryConsign,
} from '../../tests/support/goldback.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { uploaded } from '../../tests/support/pictures.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { reportStolen } from '../catalogue/move-pieces.ts'
import { sql } from '../db/database.ts'
import { decisionsOf } from './case-rules.ts'
import type { GoldBackQuoteView } from './contract.ts'

const shop = openShop()
let clerk: TestStaff
let buyer: TestMember
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  clerk = await staffSignedIn(shop, 'desk')
})
beforeEach(async () => {
  await freshTick(shop)
  ;[buyer, member] = await Promise.all([vaultMember(shop), vaultMember(shop)])
})

const quoteTitled = async (serial: string) =>
  call<GoldBackQuoteView>(shop, member, '/trade/goldBack_quoteTitled', {
    ...{ serial, image_ids: [await uploaded(shop, member, 'gold_back')] },
  })
const titled = (serial: string) => consignedTitled(shop, member, serial)
const state = async (serial: string) =>
  shop.karat.db.row(sql`select state, order_id from catalogue.pieces where serial = ${serial.replaceAll('-', '')}`)

test('with title proven it is bought like any other; before that it is neither accepted nor offered for, in the database either', async () => {
  const [serial = ''] = await handedOver(shop, buyer)
  expect((await quoteTitled(serial)).data.fixed_until, 'nobody knows yet whether they have it').toBeNull()
  const made = await titled(serial)
  expect(made).toMatchObject({ kind: 'titled', title: 'asked', pieces_in_it: [{ serial, form: null }] })
  expect(made.pictures.map(({ kind }) => kind)).toEqual(['paper'])
  const at = desk(shop, clerk, made)
  expect((await at.decide('prove_title')).error, 'nobody has seen the piece').toBe('goldback_state')
  await at.receive([serial])
  await at.inspect(...made.pieces_in_it.map(({ gross, fineness }) => ({ weighed: gross, assayed: fineness })))
  expect((await at.decide('accept')).error).toBe('goldback_no_title')
  await expect(
    asOwner(shop.connectionString, [
      `update goldback.cases set state = 'accepted', offer_minor = 1, offer_fine_e4 = 1 where id = '${made.case_id}'`,
    ]),
  ).rejects.toThrow(/title_is_proven_before_it_counts/)
  expect((await at.decide('prove_title')).error).toBeNull()
  expect((await at.decide('refuse_title')).error).toBe('goldback_state')
  expect((await at.decide('accept')).error).toBeNull()
  expect((await at.pay()).error).toBeNull()
  expect((await heldBy(shop, member)).cash).toBe(BigInt(made.amount))
  expect((await heldBy(shop, buyer)).cash).toBe(0n)
  expect(await state(serial)).toEqual({ state: 'quarantined', order_id: null })
  expect(await auditVault(shop)).toEqual([])
})

test('with title refused it goes back with the reason; one that is reported stolen is retained instead', async () => {
  const [first = '', second = ''] = await handedOver(shop, buyer, 2)
  const made = await titled(first)
  const at = desk(shop, clerk, made)
  await at.receive([first])
  expect((await at.decide('refuse_title')).error).toBeNull()
  const back = await caseOf(shop, member, made)
  expect(back).toMatchObject({
    state: 'rejected',
    title: 'refused',
    timeline: [{ told: 'a deep scratch' }, {}, {}, {}],
  })
  expect((await at.giveBack()).error).toBeNull()
  expect(await state(first)).toMatchObject({ state: 'sold' })

  const stolen = await titled(second)
  const then = desk(shop, clerk, stolen)
  await then.receive([second])
  const report = { serial: second.replaceAll('-', ''), actor: 'staff:x', reason: 'its buyer says so' }
  await shop.karat.db.transaction((tx) => reportStolen(tx, report))
  expect((await then.decide('refuse_title')).error).toBe('goldback_piece_stolen')
  expect((await then.decide('retain')).error).toBeNull()
})

test('a refused title that is retained and looked at again goes back as well: it is never offered for nor accepted', async () => {
  const [serial = ''] = await handedOver(shop, buyer)
  const made = await titled(serial)
  const at = await inspectedWhole(shop, clerk, made)
  expect(decisionsOf(await at.read())).toEqual(['prove_title', 'refuse_title', 'retain'])
  for (const decision of ['refuse_title', 'retain', 'resume'] as const)
    expect((await at.decide(decision)).error, decision).toBeNull()
  expect(await at.read()).toMatchObject({ state: 'inspecting', title: 'refused', found: { differs: false } })
  expect(decisionsOf(await at.read())).toEqual(['reject', 'retain'])
  expect((await at.decide('accept')).error).toBe('goldback_no_title')
  expect((await at.decide('reject')).error).toBeNull()
  expect((await at.giveBack()).error).toBeNull()
})

test('who names the number of somebody else’s piece does not keep its buyer from selling it: a case that nobody brought lapses', async () => {
  const [serial = '', brought = ''] = await handedOver(shop, buyer, 2)
  const made = await titled(serial)
  const own = await consigned(shop, buyer, [serial])
  expect(own).toMatchObject({ kind: 'own', state: 'booked' })
  expect(await caseOf(shop, member, made)).toMatchObject({ state: 'lapsed', timeline: [{ by: 'system' }, {}, {}] })
  const letters = await shop.karat.db.rows(
    sql`select template from mail.messages where once_key like ${`goldback:${made.number}:%`}`,
  )
  expect(letters).toContainEqual({ template: 'goldback_lapsed' })

  await desk(shop, clerk, await titled(brought)).receive([brought])
  const { quote_id } = await quoted(shop, buyer, [brought])
  expect((await tryConsign(shop, buyer, { quote_id })).error, 'the piece is here').toBe('goldback_piece_taken')
})

test('of somebody else’s order nothing is told: unknown where nobody has the piece, not now while its money may be taken back', async () => {
  const [serial = ''] = await handedOver(shop, buyer)
  expect((await quoteTitled('KM0000000')).error).toBe('goldback_piece_unknown')
  const wrong = serial.slice(0, -1) + (serial.endsWith('7') ? '8' : '7')
  expect((await quoteTitled(wrong)).error).toBe('goldback_piece_mistyped')
  const { data } = await quoteTitled(serial)
  await shop.karat.db.run(sql`
    update payments.payments set captured_at = now(), method = 'card' where member_id = ${buyer.id}`)
  await shop.karat.db.run(sql`update orders.orders set refund_state = 'requested' where member_id = ${buyer.id}`)
  expect((await tryConsign(shop, member, { quote_id: data.quote_id })).error).toBe('not_possible_now')
  await shop.karat.db.run(sql`update orders.orders set refund_state = 'full' where member_id = ${buyer.id}`)
  const again = await quoteTitled(serial)
  const refused = await tryConsign(shop, member, { quote_id: again.data.quote_id })
  expect(refused).toMatchObject({ error: 'not_possible_now' })
  expect(JSON.stringify(refused.data)).not.toContain('clears_at')
})
