import { beforeEach, expect, test } from 'vitest'
import {
  codeFor,
  get,
  goodPassword,
  newestMail,
  post,
  sendingsForgotten,
  signUpThrough,
} from '../../tests/support/account.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
beforeEach(async () => {
  await shop.karat.db.run(sql`delete from identity.sign_in_failures`)
  await sendingsForgotten(shop)
})

let numbers = 0
/** A member whose account has a mobile number only. */
async function mobileOnly() {
  const mobile = `+62812000${String(++numbers).padStart(4, '0')}`
  const member = await signUpThrough(shop, `${numbers}@example.com`)
  await shop.karat.db.run(sql`update identity.members set email = null, mobile = ${mobile} where id = ${member.id}`)
  return { ...member, mobile }
}
const ask = (token: string, email: string, password = goodPassword) =>
  post(shop, '/user/sendSettingEmailCode', { email, password }, { token })
const set = (token: string, code: string) => post(shop, '/user/settingEmail', { code }, { token })

test('the first e-mail address is set by a code sent to it; the number is told, what goes out pauses', async () => {
  const { token, mobile } = await mobileOnly()
  expect(await ask(token, 'not an address')).toMatchObject({
    status: 422,
    data: { fields: { email: expect.any(String) } },
  })
  expect(await ask(token, 'first@example.org', 'not the password')).toMatchObject({ error: 'sign_in_refused' })
  expect(await ask(token, 'First@Example.org')).toMatchObject({ status: 200 })
  const code = await codeFor(shop, 'first@example.org')
  expect(await set(token, code === '000000' ? '000001' : '000000')).toMatchObject({
    error: 'code_wrong',
    data: { tries_left: 4 },
  })
  expect(await set(token, code)).toMatchObject({ status: 200, data: { verified: true } })
  expect((await get(shop, '/user/userInfo', { token })).data).toMatchObject({
    email: 'first@example.org',
    outgoing_paused_until: expect.any(String),
  })
  expect(await newestMail(shop, mobile)).toMatchObject({ template: 'alarm' })
  expect(await set(token, code)).toMatchObject({ error: 'code_expired' })
  await sendingsForgotten(shop)
  expect(await ask(token, 'second@example.org')).toMatchObject({ status: 409, error: 'email_already_set' })
})

test('an address of another account answers the same, sends no code, and is told so', async () => {
  const { token } = await mobileOnly()
  await signUpThrough(shop, 'taken@example.org')
  const answer = await ask(token, 'taken@example.org')
  expect(answer).toMatchObject({ status: 200, data: { expires_at: expect.any(String) } })
  expect(await newestMail(shop, 'taken@example.org')).toMatchObject({ template: 'destination_taken' })
  expect(await set(token, '123456')).toMatchObject({ status: 422 })
})

test('a code works in the session that asked for it alone, and an address taken meanwhile is not set', async () => {
  const [one, other] = [await mobileOnly(), await mobileOnly()]
  await ask(one.token, 'meanwhile@example.org')
  const code = await codeFor(shop, 'meanwhile@example.org')
  expect(await set(other.token, code)).toMatchObject({ error: 'code_expired' })
  await shop.karat.db.run(sql`update identity.members set email = 'meanwhile@example.org' where id = ${other.id}`)
  expect(await set(one.token, code)).toMatchObject({ error: 'code_expired' })
  expect((await get(shop, '/user/userInfo', { token: one.token })).data).toMatchObject({ email: null })
})
