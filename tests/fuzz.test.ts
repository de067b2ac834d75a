/** Requests made from the API document: wrong types, missing, extra, huge, foreign. None may end in a 5xx, and nobody's thing may show. A new call is covered by itself. */
import { beforeAll, expect, test } from 'vitest'
import { auditLedger } from '../src/audit/ledger-audit.ts'
import { type Call, listCalls, listStaffCalls, ownedFields } from './support/api-document.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { expectNoDefect, send } from './support/nasty-inputs.ts'
import { freshTick } from './support/prices.ts'
import { openShop } from './support/shop.ts'
import { staffSignedIn } from './support/staff.ts'

const shop = openShop()
let member: TestMember
let calls: (Call & { url: string })[]
beforeAll(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
  calls = listCalls(shop.app)
    .filter((call) => !call.path.endsWith('Stream'))
    .map((call) => ({ ...call, url: `/api/storeid${call.path}` }))
})

test('no call answers 5xx or outside the envelope, whatever it is sent, and the books stay clean', async () => {
  expect(calls.length).toBeGreaterThan(35)
  for (const call of calls) {
    // Logging out would end the session that the other calls are tried with.
    const { headers } = /log|Session|Pin|signup/i.test(call.path) ? await signedIn(shop) : member
    await expectNoDefect(shop, call, headers, 40)
  }
  expect(await auditLedger(shop.karat.db)).toEqual([])
}, 300_000)

test('no call of the back office does either, though an owner sends it', async () => {
  const staffCalls = listStaffCalls(shop.app)
  expect(staffCalls.length).toBeGreaterThan(60)
  for (const call of staffCalls) {
    const { headers } = await staffSignedIn(shop, 'owner')
    await expectNoDefect(shop, { ...call, url: call.path }, headers, 25)
  }
  expect(await auditLedger(shop.karat.db)).toEqual([])
}, 300_000)

test('an unknown field is refused by every call that takes a body, by its name', async () => {
  for (const call of calls.filter(({ method }) => method === 'POST')) {
    const answer = await send(shop, call, { surprise: 1 }, member.headers)
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
      const answer = await send(shop, call, {}, headers as Record<string, string>)
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
      "/activity/calendar",
      "/activity/joinAsVisitor",
      "/activity/leave",
      "/activity/sendJoinCode",
      "/activity/ticket",
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
      "/referral/visit",
      "/trade/statement_keys",
      "/trade/transfer_gift",
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
    'activity',
    'address',
    'agent',
    'agent_client',
    'agent_slip',
    'business_quote',
    'business_request',
    'cancel_quote',
    'cashing_in_quote',
    'complaint',
    'data_request',
    'deposit',
    'draft',
    'goldback_case',
    'goldback_picture',
    'goldback_quote',
    'guarantee',
    'image',
    'kyc_document',
    'limit_order',
    'order',
    'outside_quote',
    'passkey',
    'payment',
    'payout_destination',
    'preparation',
    'price_alert',
    'purchase',
    'purchase_quote',
    'receipt',
    'refund_request',
    'review_quote',
    'savings_plan',
    'session',
    'trade',
    'transfer',
    'withdrawal',
  ])
})
