/** Every call of the back office × every role, generated: the permission table is what is enforced, and the two doors never mix. */
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/database.ts'
import { isPermission, movesSomething, permissions, roles, rolesWith } from '../src/staff/permission-rules.ts'
import { listCalls, listStaffCalls, type StaffCall } from './support/api-document.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { openShop } from './support/shop.ts'
import { staffSignedIn, type TestStaff } from './support/staff.ts'

const shop = openShop()
let calls: StaffCall[]
let member: TestMember
beforeAll(async () => {
  calls = listStaffCalls(shop.app)
  member = await signedIn(shop)
})

const ask = ({ method, path }: Pick<StaffCall, 'method' | 'path'>, headers: Record<string, string>) =>
  shop.app.inject({ method, url: path, headers, ...(method === 'POST' ? { payload: { surprise: 1 } } : {}) })
const send = (call: Pick<StaffCall, 'method' | 'path'>, headers: Record<string, string>) =>
  ask(call, { 'idempotency-key': 'the same for all', ...headers })

test('every call but those of the sign-in needs a permission of the table', () => {
  expect(calls.length).toBeGreaterThan(20)
  expect(
    calls
      .filter(({ permission }) => !permission)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(
    ['acceptInvitation', 'beginAsOwner', 'confirmCode', 'readInvitation', 'signIn'].map(
      (name) => `/api/admin/staff/${name}`,
    ),
  )
  for (const { path, permission } of calls) expect(permission === null || isPermission(permission), path).toBe(true)
})

test.each(roles)('%s reaches what the table says and nothing else', async (role) => {
  const person = await staffSignedIn(shop, role)
  for (const call of calls.filter(({ permission }) => permission)) {
    const { permission } = call
    if (!isPermission(permission)) throw new Error(call.path)
    const may = rolesWith(permission).includes(role)
    // The field that nobody knows keeps a POST that is let in from doing anything; one that takes a form reads no JSON.
    const answer = await send(call, person.headers)
    const told = `${role} ${call.path}`
    if (may) expect([200, 404, 415, 422], `${told} ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode)
    else {
      expect(`${told} ${answer.statusCode} ${answer.json().error}`).toBe(`${told} 403 permission_missing`)
      const kept = await shop.karat.db.row<{ count: number }>(sql`select count(*)::int as count from staff.actions
        where person_id = ${person.id} and action = ${permission} and outcome = 'refused'`)
      expect(kept?.count, told).toBeGreaterThan(0)
    }
  }
})

/** Everything about orders, pieces, money back and what is owed but what is only read, written down or given another try. */
const isHarmless = /\.(see|export|note|unlock_pickup|tax_number)$/
test('what moves money, gold, stock or a limit says so in the table', () => {
  const moving = permissions.filter(
    (name) =>
      /^(orders|stock|vault|business|agents|growth|goldback|refunds|returns|disputes|payouts)\./.test(name) &&
      !isHarmless.test(name),
  )
  expect(permissions.filter(movesSomething)).toEqual(
    permissions.filter(
      (name) =>
        moving.includes(name) ||
        /^bank\.(import|confirm|aside|pay|account)$/.test(name) ||
        /^(kyc\.(decide|override)|cases\.(decide|release|hold|end_hold|carry_out|read_list)|members\.(adjust|remove_factors)|prices\.difference|settings\.(change|points)|licences\.(record|end)|shop\.set_up|activities\.limit)$/.test(
          name,
        ),
    ),
  )
})

test('every call that moves something is refused without an Idempotency-Key, and no other', async () => {
  const { headers } = await staffSignedIn(shop, 'owner')
  const posts = calls.filter(({ method, permission }) => method === 'POST' && permission)
  const moving = posts.filter(({ permission }) => isPermission(permission) && movesSomething(permission))
  const named = (some: StaffCall[]) => some.map(({ path }) => path.replace('/api/admin', '')).sort()
  // A picture that is sent twice is there twice, and counted.
  const keyless = [
    ...[
      '/bank/preview',
      '/catalogue/previewProducts',
      '/goldback/addPicture',
      '/orders/previewDraft',
      '/orders/previewRun',
      '/refunds/foresee',
    ],
    '/stock/previewImport',
  ]
  expect(named(moving.filter(({ takesKey }) => !takesKey))).toEqual(keyless)
  expect(named(posts.filter((call) => call.takesKey && !moving.includes(call)))).toEqual(['/approvals/approve'])
  for (const call of posts) {
    const { error } = (await ask(call, headers)).json()
    expect(`${call.path} ${error === 'idempotency_key_invalid'}`).toBe(`${call.path} ${call.takesKey}`)
    const tooLong = await ask(call, { ...headers, 'idempotency-key': 'k'.repeat(256) })
    expect(`${call.path} ${tooLong.statusCode} ${tooLong.json().error}`).toBe(
      `${call.path} 400 idempotency_key_invalid`,
    )
  }
})

test('no member, no visitor and no cookie is let in', async () => {
  const person = await staffSignedIn(shop, 'owner')
  const strangers = [{}, member.headers, { authorization: 'Bearer wrong' }, { cookie: `token=${person.token}` }]
  for (const call of calls.filter(({ permission }) => permission))
    for (const headers of strangers) {
      const answer = await send(call, headers as Record<string, string>)
      expect(`${call.path} ${answer.statusCode} ${answer.json().code}`).toBe(`${call.path} 401 4001`)
    }
})

test('a staff token is nobody on the members’ calls', async () => {
  const person: TestStaff = await staffSignedIn(shop, 'owner')
  for (const call of listCalls(shop.app).filter(({ isForMembers }) => isForMembers)) {
    const answer = await send({ method: call.method, path: `/api/storeid${call.path}` }, { ...person.headers })
    expect(`${call.path} ${answer.statusCode} ${answer.json().code}`).toBe(`${call.path} 401 4001`)
  }
})

test('the owner may everything, and every permission belongs to somebody', () => {
  for (const permission of permissions) expect(rolesWith(permission), permission).toContain('owner')
})
