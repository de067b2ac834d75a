/** A member who lost the app and its recovery codes comes in again by two people of the house. */
import { beforeEach, expect, test } from 'vitest'
import { goodPassword, linkFor, newestMail, post, sendingsForgotten } from '../../../tests/support/account.ts'
import { setUpApp } from '../../../tests/support/authenticator.ts'
import { type GuardedMember, guardedMember } from '../../../tests/support/guarded-member.ts'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
const reason = 'Lost the telephone; identity card compared by video'
beforeEach(async () => {
  shop.intercept.current = undefined
  await shop.karat.db.run(sql`delete from identity.sign_in_failures`)
  await sendingsForgotten(shop)
})

async function asked(member: GuardedMember) {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const answer = await askStaff(shop, one, '/members/removeFactors', { member_id: member.id, reason })
  const approval_id = String(answer.data?.approval_id)
  const approve = (who = two) => askStaff(shop, who, '/approvals/approve', { approval_id })
  return { one, answer, approve }
}
const hasApp = async ({ id }: GuardedMember) =>
  (await shop.karat.db.row(sql`select 1 as one from identity.authenticators where member_id = ${id}`)) !== undefined
const signIn = ({ email }: GuardedMember) => post(shop, '/user/login', { account: email, password: goodPassword })

test('two people remove lost factors: told by every contact, signed out, nothing goes out for a day', async () => {
  const member = await guardedMember(shop, 'lost-all', '+628121550001')
  await setUpApp(shop, member.token)
  expect((await signIn(member)).data).toMatchObject({ ways: ['app'] })
  await shop.karat.db.run(sql`delete from identity.outgoing_pauses where member_id = ${member.id}`)
  const { one, approve } = await asked(member)
  expect((await approve(one)).error).toBe('second_person_required')
  expect(await hasApp(member)).toBe(true)
  expect((await approve()).status).toBe(200)
  expect(await hasApp(member)).toBe(false)
  for (const to of [member.email, '+628121550001'])
    expect(await newestMail(shop, to)).toMatchObject({ template: 'factors_removed' })
  expect((await post(shop, '/user/copyOfData', { password: goodPassword }, { token: member.token })).status).toBe(401)
  const pauses = await shop.karat.db.rows(sql`select reason from identity.outgoing_pauses
    where member_id = ${member.id} and ends_at > now() + interval '23 hours'`)
  expect(pauses).toEqual([{ reason: 'factor' }])
  expect((await signIn(member)).data).toMatchObject({ ways: ['code'] })
  const frozen = await post(shop, '/user/freezeAccount', { token: await linkFor(shop, member.email) })
  expect(frozen.status, 'the message has the way back').toBe(200)
})

test('one key asks once; without a factor there is nothing to ask; support may not', async () => {
  const member = await guardedMember(shop, 'lost-nothing')
  expect((await asked(member)).answer).toMatchObject({ status: 404, error: 'not_found' })
  await setUpApp(shop, member.token)
  const desk = await staffSignedIn(shop, 'desk')
  const keyed = { headers: { ...desk.headers, 'idempotency-key': `lost ${member.id}` } }
  const body = { member_id: member.id, reason }
  const first = await askStaff(shop, keyed, '/members/removeFactors', body)
  expect((await askStaff(shop, keyed, '/members/removeFactors', body)).data).toEqual(first.data)
  expect((await askStaff(shop, desk, '/members/removeFactors', body)).error).toBe('approval_waiting')
  const support = await staffSignedIn(shop, 'support')
  expect((await askStaff(shop, support, '/members/removeFactors', body)).error).toBe('permission_missing')
})

const HOLD = 'select id from identity.members where id = $1 for no key update'

/** The member makes new recovery codes with the app they found: two people ask and approve after it was shown, before they are committed. */
async function foundMeanwhile(name: string, plant: (text: string) => string, heldAt: string) {
  const member = await guardedMember(shop, name)
  const { code } = await setUpApp(shop, member.token)
  const reached = Promise.withResolvers<void>()
  let meeting = false
  let approving: ReturnType<Awaited<ReturnType<typeof asked>>['approve']> | undefined
  shop.intercept.current = async (text) => {
    if (approving && text.includes(heldAt)) reached.resolve()
    if (text.includes('insert into identity.recovery_codes') && !meeting) {
      meeting = true
      approving = (await asked(member)).approve()
      await Promise.race([reached.promise, approving])
      await overOrHeld(shop, approving)
    }
    return plant(text)
  }
  const proof = { password: goodPassword, code: code(1) }
  await post(shop, '/user/newRecoveryCodes', proof, { token: member.token })
  const { error } = (await approving) ?? {}
  shop.intercept.current = undefined
  return { error, app: await hasApp(member) }
}

test('a factor that the member uses while it is approved stays', async () => {
  expect(await foundMeanwhile('found-again', (text) => text, HOLD)).toEqual({ error: 'factors_used', app: true })
})

test('control: if nobody asked when it was last used, it would go', async () => {
  const planted = (text: string) => text.replace('max(at) as "lastUsed"', 'to_timestamp(0) as "lastUsed"')
  expect(await foundMeanwhile('found-planted', planted, HOLD)).toEqual({ error: null, app: false })
})

test('control: without the member’s row held by both it is not seen to be used, and goes', async () => {
  const planted = (text: string) => text.replace(HOLD, 'select id from identity.members where id = $1')
  expect(await foundMeanwhile('found-unheld', planted, 'delete from identity.authenticators')).toEqual({
    error: null,
    app: false,
  })
})
