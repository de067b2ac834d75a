/** One person with two accounts is not two people: how somebody comes into the house, and what they may approve. */
import { beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { totpCode } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import { approve, type Executor, requestApproval } from './approvals.ts'
import { disableStaff } from './change-staff.ts'
import type { Permission } from './permission-rules.ts'
import { aboutTotp } from './sign-in.ts'

const shop = openShop()
const { intercept } = shop
const reason = 'Lost their telephone'
const noOwners = () => shop.karat.db.run(sql`update staff.people set roles = '{content}' where 'owner' = any(roles)`)
beforeEach(async () => {
  intercept.current = undefined
  await noOwners()
  await shop.karat.db.run(sql`delete from mail.messages`)
})

type Letter = { to: string; template: string; body: string }
const letters = () =>
  shop.karat.db.rows<Letter>(sql`select destination as to, template, body from mail.messages order by id`)
const toldOf = async (template: string) =>
  (await letters())
    .filter((one) => one.template === template)
    .map(({ to }) => to)
    .sort()
const linkTo = async (email: string) => {
  const letter = (await letters()).find(({ to, template }) => to === email && template === 'staff_invitation')
  return /#([\w-]{43})/.exec(letter?.body ?? '')?.[1] ?? ''
}
const puppet = { email: 'puppet@staff.karat.test', name: 'Budi Santoso', roles: ['owner'] }

/** Accepts an invitation as the person who reads its letter would. */
async function comesIn(token: string) {
  const row = await shop.karat.db.row<{ id: string; sealed: Buffer }>(sql`
    select person_id as id, totp_sealed as sealed from staff.invitations where used_at is null order by created_at desc limit 1`)
  const code = totpCode(shop.karat.sealing.open(row?.sealed ?? Buffer.of(), aboutTotp(row?.id ?? '')), shop.clock.ms)
  const answer = await askStaff(shop, null, '/staff/acceptInvitation', {
    token,
    password: 'hujan-rintik-di-kebun',
    code,
  })
  return { headers: { authorization: `Bearer ${answer.data.token}`, language: 'en-US' }, id: row?.id ?? '' }
}
const waitingFor = async (subject: string) =>
  (
    await shop.karat.db.row<{ id: string }>(
      sql`select id from staff.approvals where subject_id = ${subject} and state = 'waiting'`,
    )
  )?.id
const approveAs = (who: { headers: Record<string, string> }, id: string | undefined) =>
  askStaff(shop, who, '/approvals/approve', { approval_id: id })

test('a sole owner invites; the link is in the letter to the address and nowhere else, and every owner is told', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const answer = await askStaff(shop, owner, '/staff/invite', puppet)
  expect(answer.data).toEqual({ sent: true, approval_id: null })
  const token = await linkTo(puppet.email)
  expect(token).toHaveLength(43)
  expect(JSON.stringify(answer)).not.toContain(token)
  const others = (await letters()).filter(({ to }) => to !== puppet.email)
  expect(others.map(({ to, template }) => [to, template])).toEqual([[owner.staff.email, 'staff_news']])
  expect(JSON.stringify(others)).not.toContain(token)
})

test('where there are two owners the second one confirms, and nobody is added or written to before', async () => {
  const [one, two] = [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'owner')]
  const asked = await askStaff(shop, one, '/staff/invite', { ...puppet, email: 'asked@staff.karat.test' })
  expect(asked.data).toEqual({ sent: false, approval_id: expect.any(String) })
  expect(await letters()).toEqual([])
  const id = await waitingFor('asked@staff.karat.test')
  expect((await approveAs(one, id)).error).toBe('second_person_required')
  expect((await askStaff(shop, one, '/staff/invite', { ...puppet, email: 'asked@staff.karat.test' })).error).toBe(
    'approval_waiting',
  )
  expect((await approveAs(two, id)).status).toBe(200)
  expect(await linkTo('asked@staff.karat.test')).toHaveLength(43)
  expect(await toldOf('staff_news')).toEqual([one.staff.email, two.staff.email].sort())
})

test('a renewed invitation goes to the colleague alone: whoever asks for it cannot become them', async () => {
  const [one, two] = [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'owner')]
  const colleague = await staffSignedIn(shop, 'desk')
  const asked = await askStaff(shop, one, '/staff/inviteAgain', { person_id: colleague.id, reason })
  expect(asked.data).toEqual({ sent: false, approval_id: expect.any(String) })
  expect((await approveAs(two, await waitingFor(colleague.id))).status).toBe(200)
  const token = await linkTo(colleague.staff.email)
  expect(token).toHaveLength(43)
  for (const { to, body } of await letters()) if (to !== colleague.staff.email) expect(body).not.toContain(token)
  expect(await toldOf('staff_news')).toEqual([one.staff.email, two.staff.email, colleague.staff.email].sort())
  expect((await askStaff(shop, colleague, '/staff/me')).status, 'the old factors go on').toBe(200)
  await shop.karat.db.run(sql`delete from mail.messages`)
  await comesIn(token)
  expect((await askStaff(shop, colleague, '/staff/me')).code).toBe(4001)
  expect(await toldOf('staff_news')).toEqual([one.staff.email, two.staff.email, colleague.staff.email].sort())
})

/** The owner's own second account, which has just come in, approves what she asks for. */
async function puppetApproves(moments: { hoursLater: number }) {
  await noOwners()
  const owner = await staffSignedIn(shop, 'owner')
  const email = `puppet-${moments.hoursLater}-${Math.random()}@staff.karat.test`
  await askStaff(shop, owner, '/staff/invite', { ...puppet, email })
  const second = await comesIn(await linkTo(email))
  await shop.karat.db.run(sql`update staff.people
    set approves_from = approves_from - make_interval(hours => ${moments.hoursLater}::int) where id = ${second.id}`)
  await askStaff(shop, owner, '/staff/invite', { ...puppet, email: `third-${email}` })
  return approveAs(second, await waitingFor(`third-${email}`))
}

test('who came in within the last day approves nothing, then like everybody', async () => {
  expect(await puppetApproves({ hoursLater: 23 })).toMatchObject({ status: 409, error: 'approver_too_new' })
  expect(await puppetApproves({ hoursLater: 24 })).toMatchObject({ status: 200 })
})

test.each(['roles', 'enable'])('who was given more within the last day approves nothing: %s', async (what) => {
  const owner = await staffSignedIn(shop, 'owner')
  const other = await staffSignedIn(shop, 'content', 'owner')
  const person = { person_id: other.id, reason }
  if (what === 'roles') {
    await askStaff(shop, owner, '/staff/changeRoles', { ...person, roles: ['content'] })
    await askStaff(shop, owner, '/staff/changeRoles', { ...person, roles: ['owner'] })
  } else {
    await askStaff(shop, owner, '/staff/disable', person)
    await askStaff(shop, owner, '/staff/enable', person)
    await shop.karat.db.run(
      sql`update staff.sessions set ended_at = null, ended_because = null where person_id = ${other.id}`,
    )
  }
  expect(await toldOf('staff_news')).toContain(other.staff.email)
  await askStaff(shop, owner, '/staff/invite', { ...puppet, email: `${what}@staff.karat.test` })
  expect((await approveAs(other, await waitingFor(`${what}@staff.karat.test`))).error).toBe('approver_too_new')
})

const action = 'kyc.override'
const executor: Executor = {
  action,
  execute: (_karat, tx, asked) =>
    tx.run(sql`insert into staff.notes (subject_kind, subject_id, text, person_id, person_name)
      select 'test', ${asked.id}, 'executed', id, name from staff.people limit 1`),
}

/** Whoever approves is put out between the look at their permission and the effect. */
async function approverOutMeanwhile(plant: (text: string) => string) {
  const [owner, asks, approver] = [
    await staffSignedIn(shop, 'owner'),
    await staffSignedIn(shop, 'desk'),
    await staffSignedIn(shop, 'desk'),
  ] as [TestStaff, TestStaff, TestStaff]
  const { approval_id: approvalId } = await shop.karat.db.transaction((tx) =>
    requestApproval(tx, asks.staff, { action, subject: { kind: 'member', id: approver.id }, reason, params: {} }),
  )
  let out: Promise<unknown> | undefined
  intercept.current = async (text) => {
    if (text.includes('update staff.approvals') && !out) {
      out = disableStaff(shop.karat, owner.staff, { personId: approver.id, reason })
      await overOrHeld(shop, out)
    }
    return plant(text)
  }
  const executors = new Map<Permission, Executor>([[action, executor]])
  const done = await approve(shop.karat, approver.staff, { approvalId }, executors).then(
    () => 'done',
    (refusal: { code: string }) => refusal.code,
  )
  intercept.current = undefined
  await out
  return done
}

test('whoever is put out while they approve approves nothing', async () => {
  expect(await approverOutMeanwhile((text) => text)).toBe('permission_missing')
})

test('control: judged by what the request said before, they would', async () => {
  const planted = (text: string) =>
    text.includes('approves_from > clock_timestamp()') ? text.replace('and disabled_at is null', '') : text
  expect(await approverOutMeanwhile(planted)).toBe('done')
})
