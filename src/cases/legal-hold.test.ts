/** Legal holds: who is stopped, who still signs in, who is told, and that two people end them. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { casesOf } from '../../tests/support/cases.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { auditVault, fillVault, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { planDeletion } from '../rights/delete-member.ts'
import type { HoldingView } from '../vault/contract.ts'
import { type HoldKind, holdKinds, holdRules } from './case-rules.ts'
import type { OneCaseView } from './office-contract.ts'

const shop = openShop()
const GRAM = 10_000n
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 100n * GRAM)
})
beforeEach(() => freshTick(shop))
afterEach(() => {
  shop.intercept.current = undefined
})
const desk = () => staffSignedIn(shop, 'desk')
const hold = async (member_id: string, kind: HoldKind) =>
  askStaff(shop, await desk(), '/cases/openHold', { member_id, kind, reason: 'a paper of 3 March' })

test.each([...holdKinds])(
  '%s stops the member’s sale; who may sign in and who is told is as the table says',
  async (kind) => {
    const member = await vaultMember(shop, { gold: GRAM })
    const { quote_id } = await quote(shop, member, 'cashingIn', 'weight', '0.5')
    const { signsIn, isTold } = holdRules[kind]
    expect((await hold(member.id, kind)).status).toBe(200)
    expect(await hold(member.id, kind)).toMatchObject({ status: 409, error: 'hold_stands' })
    const refused = await trade(shop, member, 'cashingIn', { quote_id })
    expect(refused.error).toBe(signsIn ? 'not_possible_now' : 'unauthenticated')
    const frozen = await shop.karat.db.row<{ by: string | null }>(
      sql`select frozen_by as by from identity.members where id = ${member.id}`,
    )
    expect(frozen?.by).toBe(signsIn ? null : 'staff')
    if (signsIn) expect((await ask<HoldingView>(shop, member, '/trade/holding')).is_paused).toBe(isTold)
    const letters = await shop.karat.db.rows<{ template: string }>(sql`
    select template from mail.messages where member_id = ${member.id} and template = 'movements_paused'`)
    expect(letters.length).toBe(isTold ? 1 : 0)
    if (isTold) expect((await newestMail(shop, `${member.id}@karat.test`)).body).toContain('official decision')
  },
)

test('two people end a hold, and the member sells again', async () => {
  const member = await vaultMember(shop, { gold: GRAM })
  const { quote_id } = await quote(shop, member, 'cashingIn', 'weight', '0.5')
  const [one, two] = [await desk(), await desk()]
  const { case_id } = (await hold(member.id, 'authority')).data
  const asked = await askStaff(shop, one, '/cases/endHold', { case_id, reason: 'lifted' })
  expect(asked.status).toBe(200)
  const approve = (by: typeof one) => askStaff(shop, by, '/approvals/approve', { approval_id: asked.data.approval_id })
  expect((await approve(one)).error).toBe('second_person_required')
  const view = (await askStaff(shop, one, `/cases/case?case_id=${case_id}`)).data as unknown as OneCaseView
  expect(view).toMatchObject({ second_asked: true, stops: true, hold_kind: 'authority' })
  expect((await trade(shop, member, 'cashingIn', { quote_id })).error).toBe('not_possible_now')
  expect((await approve(two)).status).toBe(200)
  expect((await trade(shop, member, 'cashingIn', { quote_id })).http).toBe(200)
  expect(await casesOf(shop, member)).toMatchObject([{ state: 'ended' }])
  expect(await auditVault(shop)).toEqual([])
})

test('while a case is not ended the account does not close, and its member’s copy says nothing of it', async () => {
  const member = await vaultMember(shop)
  await hold(member.id, 'authority')
  expect((await planDeletion(shop.karat, shop.karat.db, member.id)).obstacles).toEqual(['looked_into'])
})

test('the queue is found by kind, state and number; a look is on record; support sees nothing of it', async () => {
  const member = await vaultMember(shop)
  const { case_id } = (await hold(member.id, 'court')).data
  const by = await desk()
  const [{ number } = { number: '' }] = await casesOf(shop, member)
  const rows = async (query: string) =>
    ((await askStaff(shop, by, `/cases/list?${query}`)).data.rows as { id: string }[]).map(({ id }) => id)
  expect(await rows(`q=${number}&kind=legal_hold&state=open`)).toEqual([case_id])
  expect(await rows(`q=${number}&kind=screening`)).toEqual([])
  await askStaff(shop, by, `/cases/case?case_id=${case_id}`)
  expect((await askStaff(shop, by, '/cases/note', { case_id, text: 'asked the court' })).status).toBe(200)
  const events = ((await askStaff(shop, by, `/cases/case?case_id=${case_id}`)).data as unknown as OneCaseView).events
  expect(events.map(({ did, words }) => [did, words])).toEqual([
    ['noted', 'asked the court'],
    ['opened', 'a paper of 3 March'],
  ])
  const looks = await shop.karat.db.rows(
    sql`select 1 as one from staff.actions where action = 'cases.see' and subject_id = ${member.id}`,
  )
  expect(looks.length).toBe(2)
  expect((await askStaff(shop, await staffSignedIn(shop, 'support'), '/cases/list')).error).toBe('permission_missing')
  expect((await call(shop, member, '/trade/holding')).http).toBe(200)
})
