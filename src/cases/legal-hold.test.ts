/** Legal holds: who is stopped, who still signs in, who is told, and that two people end them. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { casesOf } from '../../tests/support/cases.ts'
import { formOf, picture } from '../../tests/support/pictures.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { auditVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { sql } from '../db/database.ts'
import { planDeletion } from '../rights/delete-member.ts'
import type { HoldingView } from '../vault/contract.ts'
import { type HoldKind, holdKinds, holdRules } from './case-rules.ts'
import type { OneCaseView } from './office-contract.ts'

const GRAM = 10_000n
const shop = openVaultShop(100n * GRAM)
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

test('a paper of a case is kept sealed, opened on record, and is no other form', async () => {
  const member = await vaultMember(shop)
  const { case_id } = (await hold(member.id, 'death')).data
  const by = await desk()
  const add = async (bytes: Uint8Array) => {
    const { headers, payload } = formOf([
      { name: 'case_id', value: String(case_id) },
      { name: 'file', bytes },
    ])
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/cases/addDocument',
      headers: { ...by.headers, ...headers },
      payload,
    })
    return answer.json()
  }
  expect((await add(Buffer.from('<svg/>'))).error).toBe('file_type')
  const { document_id } = (await add(await picture('png'))).data
  const kept = await shop.karat.db.row<{ content: Buffer }>(
    sql`select content from cases.documents where id = ${document_id}`,
  )
  expect(kept?.content.includes('WEBP')).toBe(false)
  const opened = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/cases/openDocument',
    headers: by.headers,
    payload: { document_id },
  })
  expect([opened.statusCode, opened.headers['content-type'], opened.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect(opened.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  const looks = await shop.karat.db.rows(sql`
    select 1 as one from staff.actions where subject_id = ${member.id} and details ->> 'did' = 'view'`)
  expect(looks.length).toBe(1)
  const view = (await askStaff(shop, by, `/cases/case?case_id=${case_id}`)).data as unknown as OneCaseView
  expect(view.documents).toMatchObject([{ id: document_id, by: by.staff.name, is_destroyed: false }])
  await expect(
    shop.karat.db.run(sql`update cases.documents set content = '\\x00' where id = ${document_id}`),
  ).rejects.toMatchObject({
    constraint: 'document_stays',
  })
})
