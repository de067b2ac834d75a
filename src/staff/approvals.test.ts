import { beforeEach, expect, test } from 'vitest'
import { meetingAt, overOrHeld } from '../../tests/support/meeting.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { openShop } from '../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import { problem } from '../locale/field-rules.ts'
import { approve, type Executor, rejectApproval, requestApproval, withdrawApproval } from './approvals.ts'
import { changeRoles, disableStaff } from './change-staff.ts'
import type { Permission, Role } from './permission-rules.ts'
import { recordAction } from './record-action.ts'
import { listApprovals } from './staff-queries.ts'

const shop = openShop()
const action = 'kyc.override'
let done: { params: unknown; requester: string }[] = []
const executor: Executor = {
  action,
  async execute(_karat, tx, asked, { requester }) {
    await tx.run(sql`insert into staff.notes (subject_kind, subject_id, text, person_id, person_name)
      values ('test', ${asked.id}, 'executed', ${requester.id}, ${requester.name})`)
    tx.afterCommit(() => done.push({ params: asked.params, requester: requester.name }))
  },
}
const executors = new Map<Permission, Executor>([[action, executor]])

beforeEach(() => {
  shop.intercept.current = undefined
  done = []
})

let subjects = 0
async function asked(by: TestStaff, params: Record<string, unknown> = { level: 'T3' }): Promise<string> {
  const subject = { kind: 'member', id: `subject-${subjects++}` }
  const { approval_id } = await shop.karat.db.transaction((tx) =>
    requestApproval(tx, by.staff, { action, subject, reason: 'Seen in the branch', params }),
  )
  return approval_id
}
const executions = async (id: string) =>
  (
    await shop.karat.db.row<{ count: number }>(
      sql`select count(*)::int as count from staff.notes where subject_id = ${id}`,
    )
  )?.count
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  )

test('another person approves; it is executed with exactly what was asked, and all three steps are on record', async () => {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const id = await asked(one, { level: 'T3', grams: '500.0000' })
  await approve(shop.karat, two.staff, { approvalId: id }, executors)
  expect(done).toEqual([{ params: { level: 'T3', grams: '500.0000' }, requester: one.staff.name }])
  const log = await shop.karat.db.rows(sql`select person_id, details->>'did' as did, reason from staff.actions
    where action = ${action} and person_id in (${one.id}, ${two.id}) order by id`)
  expect(log).toEqual([
    { person_id: one.id, did: 'request', reason: 'Seen in the branch' },
    { person_id: two.id, did: 'approve', reason: 'Seen in the branch' },
  ])
  expect(await codeOf(approve(shop.karat, two.staff, { approvalId: id }, executors))).toBe('approval_closed')
})

test('never the same person, never without the permission, never expired, withdrawn or rejected', async () => {
  const [one, two, three] = [
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'owner'),
    await staffSignedIn(shop, 'content'),
  ]
  const mine = { approvalId: await asked(one) }
  expect(await codeOf(approve(shop.karat, one.staff, mine, executors))).toBe('second_person_required')
  expect(await codeOf(approve(shop.karat, three.staff, mine, executors))).toBe('permission_missing')
  expect(await codeOf(rejectApproval(shop.karat, one.staff, { ...mine, reason: 'no' }))).toBe('second_person_required')
  expect(await codeOf(withdrawApproval(shop.karat, two.staff, mine))).toBe('not_found')
  await asOwner(shop.connectionString, [
    `update staff.approvals set expires_at = now() where id = '${mine.approvalId}'`,
  ])
  expect(await codeOf(approve(shop.karat, two.staff, mine, executors))).toBe('approval_closed')
  const withdrawn = { approvalId: await asked(one) }
  expect(await codeOf(withdrawApproval(shop.karat, one.staff, withdrawn))).toBe('done')
  expect(await codeOf(approve(shop.karat, two.staff, withdrawn, executors))).toBe('approval_closed')
  const rejected = { approvalId: await asked(one) }
  expect(await codeOf(rejectApproval(shop.karat, two.staff, { ...rejected, reason: 'Not this one' }))).toBe('done')
  expect(await codeOf(approve(shop.karat, two.staff, rejected, executors))).toBe('approval_closed')
  expect(done).toEqual([])
})

test('the same thing is not asked for twice at once, but again when the first request has expired', async () => {
  const one = await staffSignedIn(shop, 'desk')
  const subject = { kind: 'member', id: 'twice' }
  const again = () =>
    shop.karat.db.transaction((tx) => requestApproval(tx, one.staff, { action, subject, reason: 'Again', params: {} }))
  await again()
  expect(await codeOf(again())).toBe('approval_waiting')
  await asOwner(shop.connectionString, [`update staff.approvals set expires_at = now() where subject_id = 'twice'`])
  expect(await codeOf(again())).toBe('done')
})

test('what the effect refuses is not approved', async () => {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const id = await asked(one)
  const failing = new Map<Permission, Executor>([
    [action, { action, execute: () => Promise.reject(Object.assign(new Error('no'), { code: 'kyc_closed' })) }],
  ])
  expect(await codeOf(approve(shop.karat, two.staff, { approvalId: id }, failing))).toBe('kyc_closed')
  expect(await codeOf(approve(shop.karat, two.staff, { approvalId: id }, executors))).toBe('done')
  expect(await executions(id)).toBe(1)
})

async function twentyAtOnce(plant: (text: string) => string): Promise<number | undefined> {
  const one = await staffSignedIn(shop, 'desk')
  const others = await Promise.all(Array.from({ length: 20 }, () => staffSignedIn(shop, 'desk')))
  const id = await asked(one)
  const meeting = meetingAt('update staff.approvals', 20)
  shop.intercept.current = async (text) => {
    await meeting(text)
    return plant(text)
  }
  await Promise.allSettled(others.map((two) => approve(shop.karat, two.staff, { approvalId: id }, executors)))
  return executions(id)
}

test('twenty approvals at once: one execution', async () => {
  expect(await twentyAtOnce((text) => text)).toBe(1)
  expect(done).toHaveLength(1)
})

test('planted: without looking whether it still waits, twenty approvals execute it many times', async () => {
  await asOwner(shop.connectionString, ['alter table staff.approvals disable trigger ends_once'])
  expect(
    await twentyAtOnce((text) => text.replace(/and state = 'waiting' and expires_at > now\(\)/, '')),
  ).toBeGreaterThan(1)
  await asOwner(shop.connectionString, ['alter table staff.approvals enable trigger ends_once'])
})

test('the log cannot be changed: not by the application’s role, nor by the owner of the tables', async () => {
  const one = await staffSignedIn(shop, 'owner')
  await shop.karat.db.transaction((tx) => recordAction(tx, one.staff, { action: 'audit.see' }))
  for (const statement of [
    sql`update staff.actions set reason = 'x'`,
    sql`delete from staff.actions`,
    sql`truncate staff.actions`,
  ])
    await expect(shop.karat.db.run(statement)).rejects.toThrow(/permission denied/)
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: shop.connectionString })
  await client.connect()
  await expect(client.query('delete from staff.actions')).rejects.toThrow('append-only')
  await client.end()
})

test('an action that needs a reason is not recorded without one, so its effect does not happen', async () => {
  const one = await staffSignedIn(shop, 'owner')
  const work = shop.karat.db.transaction((tx) =>
    recordAction(tx, one.staff, { action: 'members.freeze', reason: '  ' }),
  )
  await expect(work).rejects.toMatchObject({ code: 'invalid_input', data: { fields: { reason: problem('empty') } } })
})

const disable = (owner: TestStaff, { id: personId }: TestStaff) =>
  disableStaff(shop.karat, owner.staff, { personId, reason: 'Left the house' })
const giveRoles = (owner: TestStaff, { id: personId }: TestStaff, roles: Role[]) =>
  changeRoles(shop.karat, owner.staff, { personId, reason: 'Another post', roles })
const listed = async (by: TestStaff, id: string) =>
  (await listApprovals(shop.karat.db, by.staff, 'waiting', { page: 1, size: 100 })).rows.find((row) => row.id === id)

test('what always takes two people is not recorded, so not done, by one of them', async () => {
  const one = await staffSignedIn(shop, 'desk')
  const alone = shop.karat.db.transaction((tx) =>
    recordAction(tx, one.staff, { action, reason: 'Alone', details: { did: 'edit' } }),
  )
  await expect(alone).rejects.toThrow('takes two people')
})

test('what somebody asked for who is disabled since, or may it no longer, is not approved, only rejected; the list says why', async () => {
  const [one, two, owner] = [
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'owner'),
  ]
  const id = await asked(one)
  const yes = () => codeOf(approve(shop.karat, two.staff, { approvalId: id }, executors))
  await giveRoles(owner, one, ['content'])
  expect(await yes()).toBe('requester_gone')
  expect(await listed(two, id)).toMatchObject({ requester_is: 'not_permitted', may_decide: true })
  await giveRoles(owner, one, ['desk'])
  await disable(owner, one)
  expect(await yes()).toBe('requester_gone')
  expect(await listed(two, id)).toMatchObject({ requester_is: 'disabled', state: 'waiting' })
  expect(await executions(id)).toBe(0)
  expect(await codeOf(rejectApproval(shop.karat, two.staff, { approvalId: id, reason: 'Left the house' }))).toBe('done')
  const another = await asked(two)
  expect(await listed(owner, another)).toMatchObject({ requester_is: 'active' })
})

/** The approval has begun when its requester is disabled: what was done, in the order in which it was written down. */
async function approvedWhileDisabled(
  goOn: (disabling: Promise<unknown>) => Promise<unknown>,
  plant: (text: string) => string = (text) => text,
) {
  const [one, two, owner] = [
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'owner'),
  ]
  const id = await asked(one)
  const begun = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const slow = new Map<Permission, Executor>([
    [
      action,
      {
        action,
        async execute(...given) {
          begun.resolve()
          await mayGoOn.promise
          await executor.execute(...given)
        },
      },
    ],
  ])
  shop.intercept.current = async (text) => plant(text)
  const approving = approve(shop.karat, two.staff, { approvalId: id }, slow)
  await begun.promise
  const disabling = disable(owner, one)
  await goOn(disabling)
  mayGoOn.resolve()
  await Promise.all([approving, disabling])
  const done = await shop.karat.db.rows<{ did: string }>(sql`
    select details->>'did' as did from staff.actions
    where details->>'approval' = ${id} or subject_id = ${one.id} and details->>'did' = 'disable' order by id`)
  return done.map(({ did }) => did)
}

test('disabling waits for an approval that has begun: nothing is executed for who is disabled already', async () => {
  expect(await approvedWhileDisabled(() => overOrHeld(shop))).toEqual(['approve', 'disable'])
})

test('planted: without the hold on the requester they are disabled before what they asked for is executed', async () => {
  let planted = false
  const order = await approvedWhileDisabled(
    (disabling) => disabling,
    (text) => {
      const changed = text.replace(/(from staff\.people where id = \$1) for share/, '$1')
      planted ||= changed !== text
      return changed
    },
  )
  expect([planted, order]).toEqual([true, ['disable', 'approve']])
})
