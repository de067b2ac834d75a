/** What two people carry out of a legal hold: grams and money to heirs, money to an authority, and what is refused. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { casesOf, stopMember } from '../../tests/support/cases.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { addressOf } from '../../tests/support/transfers.ts'
import { auditVault, fillVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { hasAcceptedNothing } from '../../tests/support/wrong-prices.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
const GRAM = 10_000n
let [one, two]: TestStaff[] = []
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 100n * GRAM)
  one = await staffSignedIn(shop, 'desk')
  two = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))

async function held(wealth: { cash?: bigint; gold?: bigint }, kind = 'death') {
  const member = await vaultMember(shop, wealth)
  const { data } = await askStaff(shop, one ?? null, '/cases/openHold', {
    member_id: member.id,
    kind,
    reason: 'a paper',
  })
  return { member, case_id: data.case_id as string }
}
type Wish = { kind?: string; asset: 'gold' | 'cash'; amount: string; to?: string; authority?: string }
const wish = (case_id: string, more: Wish) =>
  askStaff(shop, one ?? null, '/cases/carryOut', {
    case_id,
    kind: 'succession',
    reason: 'certificate of heirs',
    ...more,
  })
async function carryOut(case_id: string, more: Wish) {
  const asked = await wish(case_id, more)
  if (asked.status !== 200) return asked
  const answer = await askStaff(shop, two ?? null, '/approvals/approve', { approval_id: asked.data.approval_id })
  if (answer.status !== 200)
    await askStaff(shop, one ?? null, '/approvals/withdraw', { approval_id: asked.data.approval_id })
  return answer
}
const toHeir = (heir: TestMember, more: Pick<Wish, 'asset' | 'amount'>) => ({ ...more, to: addressOf(heir) })

test('grams and money go to an heir when a second person has approved, with record, letter and history', async () => {
  const { member, case_id } = await held({ cash: 900_000n, gold: 3n * GRAM })
  const heir = await vaultMember(shop)
  const asked = await wish(case_id, toHeir(heir, { asset: 'gold', amount: '1.5' }))
  const alone = await askStaff(shop, one ?? null, '/approvals/approve', { approval_id: asked.data.approval_id })
  expect([alone.error, (await heldBy(shop, heir)).gold]).toEqual(['second_person_required', 0n])
  await askStaff(shop, two ?? null, '/approvals/approve', { approval_id: asked.data.approval_id })
  expect((await carryOut(case_id, toHeir(heir, { asset: 'cash', amount: '900000' }))).status).toBe(200)
  expect([await heldBy(shop, member), await heldBy(shop, heir)]).toEqual([
    { cash: 0n, gold: 15_000n },
    { cash: 900_000n, gold: 15_000n },
  ])
  expect((await newestMail(shop, addressOf(heir))).body).toContain('Rp\u00a0900,000')
  const did = await shop.karat.db.rows<{ did: string }>(
    sql`select did from cases.events where case_id = ${case_id} order by id`,
  )
  expect(did.map((event) => event.did)).toEqual(['opened', 'moved', 'moved'])
  expect(await auditVault(shop)).toEqual([])
})

test('money goes to an authority by order of a court, and is owed to it; grams do not', async () => {
  const { member, case_id } = await held({ cash: 500_000n, gold: GRAM }, 'authority')
  const to = { kind: 'court_order', authority: 'Kejaksaan Negeri Jakarta Pusat' }
  expect((await wish(case_id, { ...to, asset: 'gold', amount: '1' })).data).toMatchObject({
    fields: { authority: expect.any(String) },
  })
  expect((await wish(case_id, { ...to, kind: 'succession', asset: 'cash', amount: '1' })).error).toBe('invalid_input')
  expect((await carryOut(case_id, { ...to, asset: 'cash', amount: '400000' })).status).toBe(200)
  expect((await heldBy(shop, member)).cash).toBe(100_000n)
  const owed = await shop.karat.db.row<{ owed: bigint }>(sql`
    select sum(e.amount)::bigint as owed from ledger.entries e join ledger.accounts a on a.id = e.account_id where a.kind = 'court_payable'`)
  expect(owed?.owed).toBe(400_000n)
  expect(await auditVault(shop)).toEqual([])
})

test('what does not fit is refused with the reason, and nothing has moved', async () => {
  const { member, case_id } = await held({ gold: 40n * GRAM })
  const low = await vaultMember(shop, { level: 1 })
  const stopped = await vaultMember(shop)
  await stopMember(shop, stopped)
  const withoutAgreement = await vaultMember(shop)
  await hasAcceptedNothing(shop, withoutAgreement)
  const gold = (heir: TestMember, amount = '31') => carryOut(case_id, toHeir(heir, { asset: 'gold', amount }))
  expect((await gold(low)).error).toBe('verification_required')
  expect((await gold(stopped)).error).toBe('not_possible_now')
  expect((await gold(withoutAgreement)).error).toBe('agreement_required')
  expect((await gold(await vaultMember(shop), '40.0001')).error).toBe('balance_too_low')
  expect((await wish(case_id, { asset: 'gold', amount: '1', to: 'nobody@example.com' })).data).toMatchObject({
    fields: { to: expect.any(String) },
  })
  expect((await wish(case_id, { asset: 'gold', amount: '1', to: addressOf(member) })).error).toBe('invalid_input')
  expect((await heldBy(shop, member)).gold).toBe(40n * GRAM)
})

test('the database lets nothing be carried out without an open hold', async () => {
  const { member, case_id } = await held({ gold: GRAM })
  const heir = await vaultMember(shop)
  await asOwner(shop.connectionString, [
    `update cases.cases set state = 'ended', ended_at = now() where id = '${case_id}'`,
  ])
  const people = `staff:${one?.id}+staff:${two?.id}`
  await expect(
    shop.karat.db.run(sql`
      insert into vault.legal_transfers (id, number, kind, case_id, member_id, recipient_id, store, asset, amount, made_by)
      values (gen_random_uuid(), 'L1', 'succession', ${case_id}, ${member.id}, ${heir.id}, 'id', 'XAU', 1, ${people})`),
  ).rejects.toMatchObject({ constraint: 'legal_hold_stands' })
  expect((await wish(case_id, toHeir(heir, { asset: 'gold', amount: '1' }))).error).toBe('case_state')
  expect(await casesOf(shop, member)).toMatchObject([{ state: 'ended' }])
})
