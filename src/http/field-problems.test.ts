/** Input that does not fit is named field by field: in plain English for programs, and in the member's language. */
import { expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'

const shop = openShop()

const refused = async (language: string, method: 'GET' | 'POST', path: string, payload?: object) => {
  const answer = await shop.app.inject({
    method,
    url: `/api/storeid${path}`,
    headers: { cookie: `language=${language}` },
    ...(payload ? { payload } : {}),
  })
  expect(answer.statusCode).toBe(422)
  const { message, data } = answer.json()
  return { message, fields: data.fields, texts: data.field_texts }
}

test('a missing field, an unknown one and one that is too long', async () => {
  const body = { email: 'a@karat.test', agreement_version: 'x'.repeat(21), colour: 'red' }
  const { fields, texts, message } = await refused('id', 'POST', '/user/sendSignupCode', body)
  expect(fields).toEqual({ agreement_version: 'must have at most 20 characters', colour: 'is not known here' })
  expect(texts).toEqual({ agreement_version: 'paling banyak 20 karakter', colour: 'tidak dikenal di sini' })
  expect(message).toContain('agreement_version paling banyak 20 karakter; colour tidak dikenal di sini')
  const { texts: chinese } = await refused('zh', 'POST', '/user/login', { account: 7 })
  expect(chinese).toEqual({ account: '必须是文字', password: '必填' })
})

test('a field’s own hint', async () => {
  const body = { sign_up_id: 'x', code: '12', name: ' ', password: 'p' }
  const { fields, texts } = await refused('id', 'POST', '/user/signup', body)
  expect(fields).toEqual({
    sign_up_id: 'must be an id as sendSignupCode gave it',
    code: 'must be six digits',
    name: 'must not be empty',
  })
  expect(texts).toMatchObject({ code: 'harus enam angka', name: 'tidak boleh kosong' })
})

test('a number out of its range and a value that is none of the list, in a query', async () => {
  const { fields, texts } = await refused('id', 'GET', '/product/getList?page_size=1000&in_stock=maybe')
  expect(fields).toMatchObject({ in_stock: 'must be 0 or 1' })
  expect(texts.page_size).toMatch(/^paling banyak \d+$/)
  expect(texts.in_stock).toBe('harus 0 atau 1')
})

test('a body that is missing altogether', async () => {
  const { fields } = await refused('en-US', 'POST', '/user/login')
  expect(fields).toEqual({ body: 'must be an object' })
})
