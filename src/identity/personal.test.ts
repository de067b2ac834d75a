import { expect, test } from 'vitest'
import { get, post, signUpThrough } from '../../tests/support/account.ts'
import { signedIn } from '../../tests/support/members.ts'
import { openShop } from '../../tests/support/shop.ts'

const shop = openShop()
const edit = (token: string, body: object) => post(shop, '/user/editUser', body, { token })

test('personal data are masked where an onlooker could use them, and are those of who asks', async () => {
  const { token } = await signUpThrough(shop, 'ratna.w@example.com')
  await signedIn(shop, 'Bagus Prasetyo')
  const { data } = await get(shop, '/user/personalData', { token })
  expect(data).toMatchObject({
    ...{ name: 'Ratna Wulandari', email: 'r••••@example.com', mobile: null },
    ...{ store: 'id', language: 'id', agreement_version: '2026-11-24' },
  })
  expect(JSON.stringify(data)).not.toContain('ratna.w@')
  expect(await get(shop, '/user/personalData')).toMatchObject({ status: 401, code: 4001 })
})

test('name and language can be changed, and nothing else', async () => {
  const { token } = await signUpThrough(shop, 'edits@example.com')
  expect(await edit(token, { name: '  Ratna W  ', language: 'zh' })).toMatchObject({
    status: 200,
    data: { userInfo: { name: 'Ratna W', language: 'zh' } },
  })
  expect((await get(shop, '/user/userInfo', { token })).data).toMatchObject({ name: 'Ratna W', language: 'zh' })
  for (const [wrong, field] of [
    [{ name: ' ', language: 'id' }, 'name'],
    [{ name: 'x'.repeat(81), language: 'id' }, 'name'],
    [{ name: 'Ratna', language: 'fr' }, 'language'],
    [{ name: 'Ratna', language: 'id', email: 'else@example.com' }, 'email'],
    [{ name: 'Ratna', language: 'id', store: 'my' }, 'store'],
  ] as const) {
    const answer = await edit(token, wrong)
    expect(answer).toMatchObject({ status: 422, error: 'invalid_input' })
    expect(Object.keys(answer.data.fields as object)).toContain(field)
  }
  expect((await get(shop, '/user/userInfo', { token })).data).toMatchObject({ name: 'Ratna W' })
})
