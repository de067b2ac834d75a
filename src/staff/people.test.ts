import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { totpCode } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import { changeRoles, disableStaff } from './change-staff.ts'

const shop = openShop()
beforeEach(() => {
  shop.intercept.current = undefined
})

const secretOf = (typed: unknown) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...String(typed)].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
const person = { email: 'Rina@staff.karat.test', name: 'Rina Hartati', roles: ['desk', 'support'] }
const reason = 'For the test of people'

async function invited(owner: TestStaff, who: object = person) {
  const answer = await askStaff(shop, owner, '/staff/invite', who)
  expect(answer.data).toEqual({ sent: true, approval_id: null })
  return invitationOf((who as typeof person).email)
}

/** The link as it stands in the newest letter to the address, and whom it is for. */
async function invitationOf(email: string) {
  const letter = await shop.karat.db.row<{ body: string }>(sql`select body from mail.messages
    where destination = ${email.toLowerCase()} and template = 'staff_invitation' order by id desc limit 1`)
  const link = /\S+\/admin\/invitation#\S+/.exec(letter?.body ?? '')?.[0] ?? ''
  const found = await shop.karat.db.row<{ id: string }>(
    sql`select id from staff.people where email = ${email.toLowerCase()}`,
  )
  return { token: link.split('#')[1] ?? '', id: found?.id ?? '', link }
}

/** Nobody else is owner: nobody can confirm. */
async function soleOwner() {
  await shop.karat.db.run(sql`update staff.people set roles = '{content}' where 'owner' = any(roles)`)
  return staffSignedIn(shop, 'owner')
}

test('an invitation sets password and authenticator once, signs in, and is dead then', async () => {
  const owner = await soleOwner()
  const { token, link } = await invited(owner)
  expect(link).toBe(`${shop.karat.config.PUBLIC_URL}/admin/invitation#${token}`)
  const seen = await askStaff(shop, null, '/staff/readInvitation', { token })
  expect(seen.data).toMatchObject({ email: 'rina@staff.karat.test', name: 'Rina Hartati', roles: ['desk', 'support'] })
  const code = totpCode(secretOf((seen.data.authenticator as { typed: string }).typed), shop.clock.ms)
  const accept = (body: object) => askStaff(shop, null, '/staff/acceptInvitation', { token, ...body })
  const password = 'hujan-rintik-di-kebun'
  expect((await accept({ password: 'pendek', code })).error).toBe('password_too_short')
  expect((await accept({ password: 'password123', code })).error).toBe('password_too_common')
  expect((await accept({ password, code: code === '000000' ? '000001' : '000000' })).error).toBe('code_wrong')
  const answer = await accept({ password, code })
  expect(answer.data.staff).toMatchObject({ roles: ['desk', 'support'] })
  expect((await accept({ password, code })).error).toBe('invitation_void')
  expect((await askStaff(shop, null, '/staff/readInvitation', { token })).error).toBe('invitation_void')
  const { data } = await askStaff(shop, null, '/staff/signIn', { email: person.email, password })
  const replayed = await askStaff(shop, null, '/staff/confirmCode', { challenge: data.challenge, code })
  expect(replayed.error, 'the code of the invitation was used').toBe('code_wrong')
  expect((await askStaff(shop, owner, '/staff/invite', person)).error).toBe('staff_exists')
})

test('a newer link kills the older one, and an expired one is void', async () => {
  const owner = await soleOwner()
  const first = await invited(owner, { ...person, email: 'two@staff.karat.test' })
  await shop.karat.db.run(sql`delete from mail.messages`)
  await askStaff(shop, owner, '/staff/inviteAgain', { person_id: first.id, reason })
  const { token: second } = await invitationOf('two@staff.karat.test')
  expect((await askStaff(shop, null, '/staff/readInvitation', { token: first.token })).error).toBe('invitation_void')
  expect((await askStaff(shop, null, '/staff/readInvitation', { token: second })).status).toBe(200)
  await shop.karat.db.run(sql`update staff.invitations set expires_at = now()`)
  expect((await askStaff(shop, null, '/staff/readInvitation', { token: second })).error).toBe('invitation_void')
})

test('out means out: sessions end, the sign-in refuses, roles count at once', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const other = await staffSignedIn(shop, 'desk')
  expect((await askStaff(shop, owner, '/staff/endSessions', { person_id: other.id, reason })).data).toEqual({
    ended: 1,
  })
  expect((await askStaff(shop, other, '/staff/me')).code).toBe(4001)
  const third = await staffSignedIn(shop, 'desk')
  await askStaff(shop, owner, '/staff/disable', { person_id: third.id, reason })
  expect((await askStaff(shop, third, '/staff/me')).code).toBe(4001)
  const listed = (await askStaff(shop, owner, '/staff/people?size=100')).data.rows as { id: string; state: string }[]
  expect(listed.find(({ id }) => id === third.id)?.state).toBe('disabled')
  await askStaff(shop, owner, '/staff/enable', { person_id: third.id, reason })
  const log = await shop.karat.db.rows(
    sql`select details->>'did' as did, reason from staff.actions where subject_id = ${third.id} order by id`,
  )
  expect(log).toEqual([
    { did: 'disable', reason },
    { did: 'enable', reason },
  ])
})

async function onlyTwoOwners() {
  await shop.karat.db.run(sql`update staff.people set roles = '{content}' where 'owner' = any(roles)`)
  return [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'owner')] as const
}
const ownersLeft = async () =>
  (
    await shop.karat.db.row<{ count: number }>(
      sql`select count(*)::int as count from staff.people where 'owner' = any(roles) and disabled_at is null`,
    )
  )?.count

test('the last owner stays owner, whoever asks and however', async () => {
  const [one, two] = await onlyTwoOwners()
  await disableStaff(shop.karat, one.staff, { personId: two.id, reason })
  await expect(disableStaff(shop.karat, one.staff, { personId: one.id, reason })).rejects.toMatchObject({
    code: 'last_owner',
  })
  const lose = changeRoles(shop.karat, one.staff, { personId: one.id, roles: ['desk'], reason })
  await expect(lose).rejects.toMatchObject({ code: 'last_owner' })
  expect(await ownersLeft()).toBe(1)
})

async function eachRemovesTheOther(plant: (text: string) => string | Promise<string>) {
  const [one, two] = await onlyTwoOwners()
  const meeting = meetingAt("from staff.people where 'owner' = any(roles) order by id", 2)
  shop.intercept.current = async (text) => {
    await meeting(text)
    return plant(text)
  }
  await Promise.allSettled([
    disableStaff(shop.karat, one.staff, { personId: two.id, reason }),
    disableStaff(shop.karat, two.staff, { personId: one.id, reason }),
  ])
  shop.intercept.current = undefined
  return ownersLeft()
}

test('two owners who remove each other at once: one stays', async () => {
  expect(await eachRemovesTheOther((text) => text)).toBe(1)
})

test('planted: without the lock on all owners nobody is left', async () => {
  // Both have counted before one commits.
  const counted = meetingAt('insert into staff.actions', 2)
  const left = await eachRemovesTheOther(async (text) => {
    await counted(text)
    return text.replace('for no key update', '')
  })
  expect(left).toBe(0)
})

test('the CSV of the log holds no formula, and says that it was taken', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const other = await staffSignedIn(shop, 'desk')
  for (const formula of ['=1+1', '+1', '-1', '@x', '\t=1', ' =1'])
    await askStaff(shop, owner, '/staff/endSessions', { person_id: other.id, reason: `${formula} reason` })
  const response = await shop.app.inject({ url: '/api/admin/audit/export', headers: owner.headers })
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
  for (const cell of response.body.slice(1).split(/,|\r\n/)) expect(cell).not.toMatch(/^"?[\s]*[=+@]/)
  const page = await askStaff(shop, owner, `/audit/list?person=${owner.id}&size=1`)
  expect(page.data.rows).toMatchObject([{ action: 'audit.see', details: { did: 'export' } }])
  expect((await askStaff(shop, owner, '/audit/list?from=2026-13-01')).error).toBe('invalid_input')
})
