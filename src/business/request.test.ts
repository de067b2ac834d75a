/** Large trades from the request to its end without a trade, by the member's calls and the desk's. */
import { beforeAll, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { askDesk, readDesk, readTrade, requested, tellCompany } from '../../tests/support/business.ts'
import { company, wish } from '../../tests/support/company.ts'
import { signedIn } from '../../tests/support/members.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import type { BusinessRequestView } from './contract.ts'
import { moveRequest } from './move-request.ts'
import type { OfficeRequestView } from './office-contract.ts'
import { requestMoves, requestStates } from './request-rules.ts'

const shop = openShop()
let desk: TestStaff
beforeAll(async () => {
  desk = await staffSignedIn(shop, 'desk')
})
const withdraw = (member: Parameters<typeof readDesk>[1], request_id: string) =>
  call<BusinessRequestView>(shop, member, '/trade/business_withdraw', { request_id })
const refuse = (request_id: string, reason = 'We have no bars of that size', who = desk) =>
  askStaff(shop, who, '/business/refuse', { request_id, reason })

test('a company is told, then asks; both sides read the same timeline', async () => {
  const member = await signedIn(shop)
  expect(await readDesk(shop, member)).toEqual({ company: null, may_request: true, requests: [] })
  expect(await askDesk(shop, member)).toMatchObject({ http: 409, error: 'company_missing' })
  const told = await tellCompany(shop, member)
  expect(told.data.company).toEqual({ ...company, letter_number: null, letter_until: null })
  const { data: made } = await askDesk(shop, member)
  expect(made).toMatchObject({
    ...{ state: 'requested', side: 'buy', weight: '250.0000', delivery: 'vault', may_withdraw: true },
    timeline: [{ from: null, to: 'requested', by: 'member', reason: '' }],
  })
  expect((await readDesk(shop, member)).requests).toMatchObject([{ number: made.number }])
  const seen = (await askStaff(shop, desk, `/business/request?request_id=${made.request_id}`)).data
  expect(seen as unknown as OfficeRequestView).toMatchObject({
    ...{ number: made.number, member: 'Ratna Wulandari', company: { name: company.name }, words: wish.words },
    timeline: [{ to: 'requested', by: 'Ratna Wulandari' }],
  })
})

test('a request keeps the company that it was made for', async () => {
  const member = await signedIn(shop)
  const { request_id: id } = await requested(shop, member)
  await tellCompany(shop, member, { ...company, name: 'PT Lain Sekali' })
  expect((await readTrade(shop, member, id)).company.name).toBe(company.name)
  expect((await readDesk(shop, member)).company?.name).toBe('PT Lain Sekali')
})

test('what is told of a letter holds together, and its validity is not over', async () => {
  const member = await signedIn(shop)
  const letter = { letter_number: 'SKB-0042', letter_until: '2099-12-31' }
  const field = (name: string) => ({ http: 422, data: { fields: { [name]: expect.any(String) } } })
  const small = { ...company, buyer_kind: 'small_business' }
  expect(await tellCompany(shop, member, small)).toMatchObject(field('letter_number'))
  expect(await tellCompany(shop, member, { ...small, letter_number: 'SK-1' })).toMatchObject(field('letter_until'))
  const over = { ...small, ...letter, letter_until: '2020-01-01' }
  expect(await tellCompany(shop, member, over)).toMatchObject(field('letter_until'))
  expect((await tellCompany(shop, member, { ...small, ...letter })).data.company).toMatchObject(letter)
})

test('a request below 100 g, above the most, or of a sale to be handed over is refused beside its field', async () => {
  const member = await signedIn(shop)
  await tellCompany(shop, member)
  const field = (name: string) => ({ http: 422, data: { fields: { [name]: expect.any(String) } } })
  expect(await askDesk(shop, member, { ...wish, weight: '99.9999' })).toMatchObject(field('weight'))
  expect(await askDesk(shop, member, { ...wish, weight: '50000.0001' })).toMatchObject(field('weight'))
  expect(await askDesk(shop, member, { ...wish, side: 'sell', delivery: 'delivery' })).toMatchObject(field('delivery'))
  expect((await askDesk(shop, member, { ...wish, weight: '100' })).data.weight).toBe('100.0000')
})

test('five are open at a time, also of requests at once; one key makes one', async () => {
  const member = await signedIn(shop)
  await tellCompany(shop, member)
  const answers = await Promise.all(Array.from({ length: 7 }, () => askDesk(shop, member)))
  expect(answers.map(({ error }) => error).sort()).toEqual([
    ...['business_requests_open', 'business_requests_open'],
    ...[null, null, null, null, null],
  ])
  const { requests, may_request } = await readDesk(shop, member)
  expect([requests.length, may_request]).toEqual([5, false])
  await withdraw(member, requests[0]?.request_id ?? '')
  const key = 'the same wish'
  const same = await Promise.all([askDesk(shop, member, wish, key), askDesk(shop, member, wish, key)])
  const again = await askDesk(shop, member, wish, key)
  expect(same.filter(({ error }) => error === null).map(({ data }) => data.number)).toContain(again.data.number)
  expect((await readDesk(shop, member)).requests).toHaveLength(6)
})

test('withdrawn by its member and declined by the desk at once: one wins, and one line says so', async () => {
  const member = await signedIn(shop)
  for (let round = 0; round < 5; round++) {
    const { request_id: id } = await requested(shop, member)
    const [mine, theirs] = await Promise.all([withdraw(member, id), refuse(id)])
    expect([mine.error, theirs.error].filter((error) => error === null)).toHaveLength(1)
    const { state, timeline } = await readTrade(shop, member, id)
    expect(timeline.map(({ to }) => to)).toEqual([state, 'requested'])
  }
})

test('the desk declines with a reason that the member reads, here and by mail', async () => {
  const member = await signedIn(shop)
  const { request_id: id, number } = await requested(shop, member)
  expect((await refuse(id, ' ')).status).toBe(422)
  expect((await refuse(id, 'No', await staffSignedIn(shop, 'support'))).error).toBe('permission_missing')
  expect((await refuse(id)).data).toMatchObject({ state: 'refused', may_refuse: false })
  expect(await readTrade(shop, member, id)).toMatchObject({
    ...{ state: 'refused', may_withdraw: false },
    timeline: [{ to: 'refused', by: 'desk', reason: 'We have no bars of that size' }, { to: 'requested' }],
  })
  expect((await newestMail(shop, `${member.id}@karat.test`)).body).toContain('“We have no bars of that size”')
  expect(await refuse(id)).toMatchObject({
    status: 409,
    error: 'business_state',
    data: { state: 'refused', legal: [] },
  })
  expect((await withdraw(member, id)).error).toBe('business_state')
  const log = await shop.karat.db.row(sql`
    select reason from staff.actions where action = 'business.refuse' and subject_id = ${id} and outcome = 'done'`)
  expect(log).toEqual({ reason: 'We have no bars of that size' })
  expect(number).toMatch(/^B\d+$/)
})

test('the inbox has what waits first, found by number and company; the overview counts it', async () => {
  const member = await signedIn(shop)
  const [done, open] = [await requested(shop, member), await requested(shop, member)]
  await refuse(done.request_id)
  const list = async (query: string) =>
    (await askStaff(shop, desk, `/business/list?${query}`)).data as { total: number; rows: { number: string }[] }
  const { rows } = await list('q=cahaya&size=100')
  expect(rows.findIndex(({ number }) => number === open.number)).toBeLessThan(
    rows.findIndex(({ number }) => number === done.number),
  )
  expect((await list(`q=${open.number.toLowerCase()}`)).rows).toMatchObject([
    { number: open.number, state: 'requested' },
  ])
  const { total } = await list('state=requested&store=id')
  expect((await askStaff(shop, desk, '/overview/figures?store=id')).data.business).toBe(total)
})

test('the database has the table of moves, refuses every other move, and a state without its line', async () => {
  const { db } = shop.karat
  const legal = await db.rows<{ move: string }>(
    sql`select from_state || '>' || to_state as move from business.legal_moves order by 1`,
  )
  const ours = requestStates.flatMap((from) => requestMoves[from].map((to) => `${from}>${to}`)).sort()
  expect(legal.map(({ move }) => move)).toEqual(ours)
  const { request_id: id } = await requested(shop, await signedIn(shop))
  const set = (to: string) => db.run(sql`update business.requests set state = ${to} where id = ${id}`)
  await expect(set('settled')).rejects.toMatchObject({ constraint: 'request_stays' })
  await expect(set('refused')).rejects.toMatchObject({ constraint: 'request_has_its_move' })
  await expect(db.run(sql`update business.requests set weight_e4 = 1000000 where id = ${id}`)).rejects.toMatchObject({
    constraint: 'request_stays',
  })
  await expect(db.run(sql`update business.companies set name = 'PT X'`)).rejects.toMatchObject({
    constraint: 'company_stays',
  })
  await db.transaction((tx) =>
    moveRequest(tx, { requestId: id, from: 'requested', to: 'withdrawn', actor: 'system', reason: '' }),
  )
  await expect(set('requested')).rejects.toMatchObject({ constraint: 'request_stays' })
})
