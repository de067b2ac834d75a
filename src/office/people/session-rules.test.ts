/** Which sessions of a member end by what: the session rules of docs/security.md as one table, by the next request of each. */
import { expect, test } from 'vitest'
import { codeFor, get, goodPassword, linkFor, post } from '../../../tests/support/account.ts'
import { setUpApp } from '../../../tests/support/authenticator.ts'
import { anotherSession, type GuardedMember, guardedMember } from '../../../tests/support/guarded-member.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'

const shop = openShop()
const pin = '739204'
const newPassword = 'angin-lembah-malam-hari'

type Act = (member: GuardedMember) => Promise<unknown>
type Rule = [what: string, act: Act, here: 'goes on' | 'ends', elsewhere: 'goes on' | 'ends']

const call =
  (path: string, body: (member: GuardedMember) => object): Act =>
  (member) =>
    post(shop, path, body(member), { token: member.token })
const byStaff =
  (path: string): Act =>
  async ({ id }) =>
    askStaff(shop, await staffSignedIn(shop, 'owner'), path, { member_id: id, reason: 'asked by telephone' })

const setPin = call('/user/setPin', () => ({ pin, password: goodPassword }))
const wrongPin = call('/user/checkPin', () => ({ pin: '518305' }))

const rules: Rule[] = [
  ['nothing', async () => {}, 'goes on', 'goes on'],
  ['logging out', call('/user/logout', () => ({})), 'ends', 'goes on'],
  ['ending all others', call('/user/logoutOthers', () => ({})), 'goes on', 'ends'],
  ['a first PIN', setPin, 'goes on', 'ends'],
  [
    'another password',
    call('/user/changePwd', () => ({ password: goodPassword, new_password: newPassword })),
    'goes on',
    'ends',
  ],
  [
    'another PIN',
    async (member) => {
      await setPin(member)
      const body = { pin, new_pin: '829463', password: goodPassword }
      return post(shop, '/user/changePaypwd', body, { token: member.token })
    },
    'goes on',
    'ends',
  ],
  [
    'another e-mail address',
    async (member) => {
      const email = `new-${member.email}`
      await post(shop, '/user/changeEmail', { email, password: goodPassword }, { token: member.token })
      return post(shop, '/user/verifyAccount', { token: await linkFor(shop, email) })
    },
    'goes on',
    'ends',
  ],
  [
    'another mobile number',
    async (member) => {
      const [from, mobile] = [{ token: member.token }, '+6281300000099']
      await post(shop, '/user/changeMobile', { mobile, password: goodPassword }, from)
      return post(shop, '/user/confirmMobile', { code: await codeFor(shop, mobile) }, from)
    },
    'goes on',
    'ends',
  ],
  ['an authenticator app', ({ token }) => setUpApp(shop, token), 'goes on', 'ends'],
  [
    'the third wrong PIN',
    async (member) => {
      await setPin(member)
      for (let n = 0; n < 3; n++) await wrongPin(member)
    },
    'ends',
    'ends',
  ],
  [
    'the second wrong PIN',
    async (member) => {
      await setPin(member)
      for (let n = 0; n < 2; n++) await wrongPin(member)
    },
    'goes on',
    'ends', // by the first PIN
  ],
  [
    'a reset by link',
    async ({ email }) => {
      await post(shop, '/user/forgotPassword', { account: email })
      return post(shop, '/user/resetPwd', { token: await linkFor(shop, email), password: newPassword })
    },
    'ends',
    'ends',
  ],
  ['staff who freeze the account', byStaff('/members/freeze'), 'ends', 'ends'],
  ['staff who sign the member out', byStaff('/members/endSessions'), 'ends', 'ends'],
]

test.each(rules)('%s', async (...[what, act, here, elsewhere]: Rule) => {
  const member = await guardedMember(shop, what.replaceAll(' ', '-').toLowerCase())
  const other = await anotherSession(shop, member)
  await act(member)
  const state = async (token: string) =>
    (await get(shop, '/user/userInfo', { token })).code === 4001 ? 'ends' : 'goes on'
  expect({ here: await state(member.token), elsewhere: await state(other) }).toEqual({ here, elsewhere })
})
