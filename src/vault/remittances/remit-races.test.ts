/** Notes at the same time, and faults: the same money is paid at the bank once. Each race with a control in which a bug is planted. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { faultAtEach } from '../../../tests/support/faults.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import {
  approve,
  askRemit,
  askReturned,
  atTheBank,
  cameBack,
  inTheBooks,
  toBank,
} from '../../../tests/support/remittances.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, openVault } from '../../../tests/support/vault.ts'

const good = openShop()
/** What is planted here leaves damage. */
const broken = openShop()
const MILLION = 1_000_000n
const people = new Map<Shop, TestStaff[]>()
const of = (shop: Shop, at: number) => people.get(shop)?.[at] as TestStaff
beforeAll(async () => {
  for (const shop of [good, broken]) {
    await openVault(shop)
    people.set(shop, [
      await staffSignedIn(shop, 'desk'),
      await staffSignedIn(shop, 'desk'),
      await staffSignedIn(shop, 'desk'),
    ])
    // Two requests about the same money are what the database allows once; here that guard is gone in both.
    await asOwner(shop.connectionString, ['drop index staff.one_open_approval'])
  }
})
beforeEach(async () => {
  for (const shop of [good, broken]) await freshTick(shop)
})

/** Two requests for the same money, approved at the same moment: what each was told, and what left the bank. */
async function twoNotes(shop: Shop) {
  const waits = await cameBack(shop, MILLION)
  const asked = [await askRemit(shop, of(shop, 0), waits, toBank), await askRemit(shop, of(shop, 1), waits, toBank)]
  const before = await inTheBooks(shop, 'bank')
  const meet = meetingAt('insert into vault.remittances', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  const said = await Promise.all(asked.map(({ data }) => approve(shop, of(shop, 2), data.approval_id)))
  shop.intercept.current = undefined
  const told = said.map(({ status, error }) => error ?? status).sort()
  return { told, left: (await inTheBooks(shop, 'bank')) - before }
}

test('two notes of the same money at once: it is paid once, the other is told so', async () => {
  for (let round = 0; round < 3; round++)
    expect(await twoNotes(good)).toEqual({ told: [200, 'remitted_already'], left: MILLION })
  expect(await auditVault(good)).toEqual([])
})

test('control: without the index it is paid twice, and the audit sees that', async () => {
  await asOwner(broken.connectionString, ['drop index vault.remitted_once'])
  expect(await twoNotes(broken)).toEqual({ told: [200, 200], left: 2n * MILLION })
  expect((await auditVault(broken)).map(({ rule }) => rule)).toContain(
    'what is on its way to members’ accounts is what their payouts say',
  )
})

/** The same payment noted as come back by two requests, approved at the same moment. */
async function twoReturns(shop: Shop, plant = (text: string) => text) {
  const waits = await cameBack(shop, MILLION)
  const { data } = await askRemit(shop, of(shop, 0), waits, toBank)
  await approve(shop, of(shop, 2), data.approval_id)
  const paid = (await atTheBank(shop, of(shop, 0))).rows.find(({ id }) => id === waits.id)?.remittances[0]
  const asked = [
    await askReturned(shop, of(shop, 0), paid?.id ?? ''),
    await askReturned(shop, of(shop, 1), paid?.id ?? ''),
  ]
  const before = await inTheBooks(shop, 'bank')
  const meet = meetingAt('update vault.remittances', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const said = await Promise.all(asked.map((one) => approve(shop, of(shop, 2), one.data.approval_id)))
  shop.intercept.current = undefined
  return {
    told: said.map(({ status, error }) => error ?? status).sort(),
    back: before - (await inTheBooks(shop, 'bank')),
  }
}

test('noted twice at once as come back: it came back once', async () => {
  expect(await twoReturns(good)).toEqual({ told: [200, 'remittance_over'], back: MILLION })
  expect(await auditVault(good)).toEqual([])
})

test('control: where nobody asks whether it came back already, the database refuses the second, and that is seen', async () => {
  const { told, back } = await twoReturns(broken, (text) => text.replace(' and returned_at is null', ''))
  expect([told[0], told[1] !== 'remittance_over', back]).toEqual([200, true, MILLION])
})

test('a fault at any statement of asking and of approving leaves it whole or absent', async () => {
  const waits = await cameBack(good, MILLION)
  const asking = async () => {
    const { status, data } = await askRemit(good, of(good, 0), waits, toBank)
    return { http: status, approval: data.approval_id }
  }
  const asked = await faultAtEach(good, asking)
  const approving = async () => ({ http: (await approve(good, of(good, 2), asked.done.approval)).status })
  const { statements } = await faultAtEach(good, approving)
  expect([asked.statements > 5, statements > 8]).toEqual([true, true])
  expect(await auditVault(good)).toEqual([])
})
