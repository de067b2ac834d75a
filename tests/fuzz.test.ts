/** Requests made from the API document: wrong types, missing, extra, huge, foreign. None may end in a 5xx, and nobody's thing may show. A new call is covered by itself. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../src/audit/ledger-audit.ts'
import { type Call, listCalls, ownedFields, type Schema } from './support/api-document.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { formOf, type Part, picture } from './support/pictures.ts'
import { freshTick } from './support/prices.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()
let member: TestMember
let calls: Call[]
let somePicture: Buffer
beforeAll(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
  somePicture = await picture('jpeg')
  calls = listCalls(shop.app).filter((call) => !call.path.endsWith('Stream'))
})

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '-0',
    '1e9',
    '01',
    '+1',
    '１',
    'NaN',
    'Infinity',
    '\u0000',
    '\ud800',
    '../..',
    "'; drop table x; --",
    '%',
    '\\',
  ),
  fc.constantFrom<unknown>(
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    { $gt: '' },
    'x'.repeat(20_000),
    'e\u0301'.repeat(5_000),
  ),
  fc.string(),
  fc.integer(),
  fc.uuid(),
)

/** A value that fits the schema, most of the time. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (choices) return fc.oneof(...choices.map(fitting))
  if (schema.format === 'uuid' || schema['x-owned']) return fc.uuid()
  if (schema.properties) return filled(schema)
  if (schema.items) return fc.array(fitting(schema.items), { minLength: schema.minItems ?? 0, maxLength: 5 })
  const type = [schema.type].flat()[0]
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') {
    const [min, max] = [schema.minimum ?? 0, schema.maximum ?? 1000]
    return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) })
  }
  if (schema.pattern)
    return fc.oneof(fc.constantFrom('1', '12', '123456', '12345', '31', '31.71', 'abc'), fc.string({ maxLength: 12 }))
  return fc.string({
    minLength: Math.min(schema.minLength ?? 0, 100),
    maxLength: Math.min(schema.maxLength ?? 60, 100),
  })
}

function filled(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {})
  return fc.record(Object.fromEntries(fields.map(([name, child]) => [name, fitting(child)])), {
    requiredKeys: schema.required ?? [],
  })
}

/** A fitting input with one thing wrong: a nasty value, a field too many, or a field too few. */
const damaged = (schema: Schema) =>
  fc.oneof(
    { weight: 3, arbitrary: filled(schema) },
    fc.tuple(filled(schema), fc.nat(), nasty).map(([input, which, value]) => {
      const names = Object.keys(schema.properties ?? {})
      return names.length === 0 ? { ...input, extra: value } : { ...input, [names[which % names.length] ?? '']: value }
    }),
    filled(schema).map((input) => ({ ...input, not_a_field: 1 })),
    fc.constant({}),
    nasty,
  )

/** A field of a form: one that is called `file` is a file, now and then a picture cut off somewhere. */
function partOf([name, value]: [string, unknown]): Part {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
  if (name !== 'file') return { name: name.replace(/["\r\n]/g, '%'), value: text }
  return { name, bytes: text.length % 2 ? somePicture.subarray(0, text.length * 4) : Buffer.from(text) }
}

async function send(call: Call, input: unknown, headers: Record<string, string>) {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  const query = isObject
    ? Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    : []
  const text = (parts: unknown[][]) =>
    new URLSearchParams(parts.map(([name, value]) => [String(name), String(value).toWellFormed()])).toString()
  if (call.isForm) {
    const form = formOf(isObject ? Object.entries(input).map(partOf) : [])
    const url = `/api/storeid${call.path}`
    return shop.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...headers, ...form.headers } })
  }
  return shop.app.inject({
    method: call.method,
    url: `/api/storeid${call.path}${call.method === 'GET' ? `?${text(query)}` : ''}`,
    headers: call.method === 'POST' ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(call.method === 'POST' ? { payload: JSON.stringify(input) ?? '' } : {}),
  })
}

test('no call answers 5xx or outside the envelope, whatever it is sent, and the books stay clean', async () => {
  expect(calls.length).toBeGreaterThan(35)
  for (const call of calls) {
    // Logging out would end the session that the other calls are tried with.
    const token = /log|Session|Pin|signup/i.test(call.path) ? (await signedIn(shop)).headers : member.headers
    await fc.assert(
      fc.asyncProperty(damaged(call.input), async (input) => {
        const answer = await send(call, input, token)
        const told = `${call.method} ${call.path} ${JSON.stringify(input)?.slice(0, 500)} → ${answer.statusCode} ${answer.body.slice(0, 300)}`
        expect(answer.statusCode, told).toBeLessThan(500)
        if (call.isRaw && answer.statusCode === 200) return
        const body = answer.json()
        expect(body.status, told).toBe(answer.statusCode === 200 ? 'success' : 'error')
        if (answer.statusCode !== 200) expect(body.data.request_id, told).toBeTruthy()
      }),
      { numRuns: 40 },
    )
  }
  expect(await auditLedger(shop.karat.db)).toEqual([])
}, 120_000)

test('an unknown field is refused by every call that takes a body, by its name', async () => {
  for (const call of calls.filter(({ method }) => method === 'POST')) {
    const answer = await send(call, { surprise: 1 }, member.headers)
    if (answer.statusCode === 401) continue
    expect(`${call.path} ${answer.statusCode}`).toBe(`${call.path} 422`)
    expect(answer.body, call.path).toContain('surprise')
  }
})

test('bodies that are not JSON objects of bounded size and depth are refused', async () => {
  const url = '/api/storeid/product/add_cart'
  const post = (payload: string, type = 'application/json') =>
    shop.app.inject({ method: 'POST', url, payload, headers: { ...member.headers, 'content-type': type } })
  const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
  const answers = await Promise.all([
    post('{"sku_id":1,"sku_id":2,"quantity":1}'),
    post(deep),
    post(JSON.stringify({ sku_ids: Array(101).fill(1) })),
    post('{"__proto__":{"x":1}}'),
    post('{broken'),
    post('sku_id=1', 'application/x-www-form-urlencoded'),
    post('{}', 'text/plain'),
    post(JSON.stringify({ note: 'x'.repeat(70_000) })),
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual([400, 400, 400, 400, 400, 415, 415, 413])
})

test('every call for members answers 4001 without a token and with a wrong one', async () => {
  for (const call of calls.filter(({ isForMembers }) => isForMembers)) {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${member.token}` },
      { cookie: `token=${member.token}` },
    ]) {
      const answer = await send(call, {}, headers as Record<string, string>)
      expect(`${call.path} ${answer.statusCode} ${answer.json().code} ${answer.json().message}`).toBe(
        `${call.path} 401 4001 Unauthenticated.`,
      )
    }
  }
})

test('the calls that the document marks as public are exactly these', () => {
  expect(
    calls
      .filter((call) => !call.isForMembers)
      .map((call) => call.path)
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "/address/getDeliveryCheck",
      "/address/getRegions",
      "/address/self_pickup",
      "/file/published",
      "/home/contactUs",
      "/home/getAboutUs",
      "/home/getAgreement",
      "/home/getCommonProblems",
      "/home/getNewsDetail",
      "/home/getNewsList",
      "/home/getPartners",
      "/home/getTestimonials",
      "/mail/unsubscribe",
      "/privacy/getPrivacyPolicy",
      "/product/getBanner",
      "/product/getCompare",
      "/product/getDetails",
      "/product/getGoldPrice",
      "/product/getGoldPriceK",
      "/product/getList",
      "/product/getPassport",
      "/product/getPrevGoldPrice",
      "/product/getProductCategory",
      "/product/getProductSku",
      "/product/getSkuCards",
      "/product/getSuggestions",
      "/product/goldPriceNow",
      "/product/productDetailRecommendList",
      "/product/product_attr",
      "/user/beginPasskeyLogin",
      "/user/cancelChange",
      "/user/forgotPassword",
      "/user/freezeAccount",
      "/user/login",
      "/user/loginWithApp",
      "/user/loginWithCode",
      "/user/passkeyLogin",
      "/user/resetPwd",
      "/user/sendLoginCode",
      "/user/sendSecondStepCode",
      "/user/sendSignupCode",
      "/user/sendUnlockCode",
      "/user/signup",
      "/user/unlockAccount",
      "/user/verifyAccount",
    ]
  `)
})

test('every field that names something owned is known to the access matrix', () => {
  const kinds = calls.flatMap((call) => ownedFields(call.input).map(({ kind }) => kind))
  expect([...new Set(kinds)].sort()).toEqual([
    'address',
    'cancel_quote',
    'guarantee',
    'image',
    'kyc_document',
    'order',
    'passkey',
    'payment',
    'payout_destination',
    'refund_request',
    'review_quote',
    'session',
  ])
})
