/** Blind counts by two people: nobody sees the other's sheet, differences are settled by a third; races with controls. */
import { beforeAll, expect, test } from 'vitest'
import { meetingAt, overOrHeld } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, openVault } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { describeCustody } from '../../home/custody-queries.ts'
import type { CountDetail, FindingRow } from './count-contract.ts'

const { sound, broken } = openShopPair()
const reason = 'Count of the month'
type People = { first: TestStaff; second: TestStaff; third: TestStaff; storeman: TestStaff }
let people: Map<Shop, People>
let places = 0

beforeAll(async () => {
  people = new Map()
  for (const shop of [sound, broken]) {
    await openVault(shop)
    people.set(shop, {
      first: await staffSignedIn(shop, 'desk'),
      second: await staffSignedIn(shop, 'desk'),
      third: await staffSignedIn(shop, 'desk'),
      storeman: await staffSignedIn(shop, 'fulfilment'),
    })
  }
})
const of = (shop: Shop) => people.get(shop) as People

/** A place with bars of a kilogram, and a count of it. */
async function place(shop: Shop, serials: string[]) {
  const code = `CT-${places++}`
  const { first } = of(shop)
  await askStaff(shop, first, '/vault/openPlace', {
    ...{ store: 'id', code, keeper: 'PT Brankas', address: '', insured: '', reason },
  })
  await askStaff(shop, first, '/vault/receive', {
    ...{ store: 'id', maker: 'A maker', kind: 'bar', fineness: '999.9', place: code, reason },
    bars: serials.map((serial) => `${code}-${serial} 1000`).join('\n'),
  })
  return code
}
const open = (shop: Shop, code: string) =>
  askStaff(shop, of(shop).first, '/vault/openCount', { store: 'id', place: code, reason })
const add = (shop: Shop, who: TestStaff, count_id: string, bars: string) =>
  askStaff(shop, who, '/vault/countAdd', { count_id, bars })
const done = (shop: Shop, who: TestStaff, count_id: string) => askStaff(shop, who, '/vault/countDone', { count_id })
const read = async (shop: Shop, who: TestStaff, count_id: string) =>
  (await askStaff(shop, who, `/vault/count?count_id=${count_id}`)).data as unknown as CountDetail
const settle = (shop: Shop, who: TestStaff, finding: FindingRow | undefined, more: object) =>
  askStaff(shop, who, '/vault/countResolve', { finding_id: finding?.id, reason, ...more })
const idOf = async (shop: Shop, serial: string) =>
  (await shop.karat.db.row<{ id: string }>(sql`select id from backing.bars where serial = ${serial}`))?.id ?? ''
const begun = async (shop: Shop, serials: string[]) => {
  const code = await place(shop, serials)
  return { code, id: String((await open(shop, code)).data.count_id) }
}

test('both see the same: nobody reads the other’s sheet or the register meanwhile, and the count is over by itself', async () => {
  const { code, id } = await begun(sound, ['A', 'B'])
  expect(await open(sound, code)).toMatchObject({ status: 409, error: 'count_open' })
  const { first, second, third, storeman } = of(sound)
  expect(await add(sound, first, id, `${code}-A 1000`)).toMatchObject({ status: 200, data: { added: 1 } })
  expect(await add(sound, first, id, `${code}-B, 1000, S-7`)).toMatchObject({ status: 200 })
  const register = async (who: TestStaff) => (await askStaff(sound, who, `/vault/bars?q=${code}`)).data.total
  expect([await register(first), await register(second)]).toEqual([0, 2])
  expect(await add(sound, storeman, id, `serial,gross_oz,seal\n${code}-A,32.151,\n${code}-B,32.151,S-7`)).toMatchObject(
    {
      data: { added: 2 },
    },
  )
  expect(await add(sound, second, id, `${code}-A 1`)).toMatchObject({ status: 409, error: 'count_full' })
  for (const who of [first, storeman, third])
    expect(await read(sound, who, id)).toMatchObject({ findings: null, state: 'counting' })
  expect((await read(sound, first, id)).sheet?.map(({ serial, seal }) => [serial, seal])).toEqual([
    [`${code}-B`, 'S-7'],
    [`${code}-A`, null],
  ])
  expect((await read(sound, third, id)).sheet).toBeNull()
  expect(await done(sound, first, id)).toMatchObject({ data: { compared: false } })
  expect(await add(sound, first, id, `${code}-C 1`)).toMatchObject({ error: 'sheet_done' })
  expect((await read(sound, first, id)).findings, 'one is not done').toBeNull()
  expect(await done(sound, storeman, id)).toMatchObject({ data: { compared: true } })
  const over = await read(sound, third, id)
  expect(over).toMatchObject({ state: 'finished', open: 0 })
  expect(over.findings?.map(({ kind }) => kind)).toEqual(['matched', 'matched'])
  const told = await sound.karat.db.rows<{ did: string }>(sql`
    select details->>'did' as did from staff.actions where subject_id = ${id} order by id`)
  expect(told.map(({ did }) => did)).toEqual([
    ...['count_opened', 'count_begun', 'count_begun', 'count_done', 'count_done'],
  ])
  const custody = await describeCustody(sound.karat.db, 'id')
  expect(custody.places.find((one) => one.place === code)?.countedAt).toBe(over.compared_at)
  expect(await register(first)).toBe(2)
  expect(await auditVault(sound)).toEqual([])
})

test('what differs is settled by somebody who did not count: found, missing, a slip of the pen, or taken in', async () => {
  const { code, id } = await begun(sound, ['A', 'B', 'C'])
  const { first, second, third } = of(sound)
  await add(sound, first, id, `${code}-A 1000\n${code}-C 999`)
  await add(sound, second, id, `${code}-A 1000\n${code}-X 1000\n${code}-Y 500`)
  await add(sound, second, id, `serial,maker,gross_g,seal\n${code}-C,A maker,1000,S-9`)
  await done(sound, first, id)
  await done(sound, second, id)
  const found = (await read(sound, third, id)).findings ?? []
  const the = (serial: string) => found.find((one) => one.serial === `${code}-${serial}`)
  expect(['A', 'B', 'C', 'X', 'Y'].map((serial) => the(serial)?.kind)).toEqual([
    ...['matched', 'missing', 'weight_differs', 'unknown', 'unknown'],
  ])
  expect(the('C')).toMatchObject({
    expected: '1000.0000',
    first: { gross_weight: '999.0000', maker: null, seal: null },
    second: { gross_weight: '1000.0000', maker: 'A maker', seal: 'S-9' },
    ways: ['recounted', 'declared_missing'],
  })
  expect(
    (await read(sound, first, id)).findings?.flatMap(({ ways }) => ways),
    'a counter settles nothing',
  ).toEqual([])
  const recounted = { resolution: 'recounted', weight: '1000.05' }
  expect(await settle(sound, first, the('C'), recounted)).toMatchObject({ status: 409, error: 'counter_settles' })
  expect(await settle(sound, third, the('C'), { ...recounted, weight: '999' })).toMatchObject({ error: 'weight_off' })
  expect(await settle(sound, third, the('C'), { resolution: 'not_ours' })).toMatchObject({ error: 'count_state' })
  expect(await settle(sound, third, the('A'), recounted)).toMatchObject({ error: 'count_state' })
  expect(await settle(sound, third, the('C'), recounted)).toMatchObject({ data: { finished: false } })
  expect(await settle(sound, third, the('C'), recounted)).toMatchObject({ error: 'count_state' })
  expect(await settle(sound, third, the('X'), { resolution: 'taken_in' })).toMatchObject({ error: 'bar_state' })
  await askStaff(sound, third, '/vault/receive', {
    ...{ store: 'id', maker: 'A maker', kind: 'bar', fineness: '999.9', place: code, reason, bars: `${code}-X 1000` },
  })
  expect(await settle(sound, third, the('X'), { resolution: 'taken_in' })).toMatchObject({ status: 200 })
  expect(await settle(sound, third, the('Y'), { resolution: 'entry_wrong' })).toMatchObject({ status: 200 })
  expect(await settle(sound, third, the('B'), { resolution: 'declared_missing' })).toMatchObject({
    data: { finished: true },
  })
  const lost = await idOf(sound, `${code}-B`)
  expect((await askStaff(sound, third, `/vault/bar?bar_id=${lost}`)).data.moves).toMatchObject([
    { move: 'lost', by: third.staff.name },
    { move: 'received' },
  ])
  expect(await read(sound, first, id)).toMatchObject({ state: 'finished' })
  expect(await auditVault(sound)).toEqual([])
})

test('a count that is given up has no result, and its place is counted anew', async () => {
  const { code, id } = await begun(sound, ['A'])
  const { first, third, storeman } = of(sound)
  await add(sound, first, id, `${code}-A 1`)
  const abandon = (who: TestStaff) => askStaff(sound, who, '/vault/countAbandon', { count_id: id, reason })
  expect(await abandon(storeman)).toMatchObject({ error: 'permission_missing' })
  expect(await abandon(third)).toMatchObject({ status: 200 })
  expect(await done(sound, first, id)).toMatchObject({ error: 'count_state' })
  expect(await open(sound, code)).toMatchObject({ status: 200 })
  expect(await auditVault(sound)).toEqual([])
})

/** A count that found a bar to be missing, and what comes of a counter's wish to give it up. */
async function counterAbandons(shop: Shop, plant: (text: string) => string) {
  const { code, id } = await begun(shop, ['A', 'B'])
  const { first, second, third } = of(shop)
  for (const who of [first, second]) await add(shop, who, id, `${code}-A 1000`)
  for (const who of [first, second]) await done(shop, who, id)
  shop.intercept.current = plant
  const { status, error } = await askStaff(shop, first, '/vault/countAbandon', { count_id: id, reason })
  shop.intercept.current = undefined
  return { answer: error ?? status, state: (await read(shop, third, id)).state, id }
}

test('who counted does not give up what the count found; somebody else may', async () => {
  const { id, ...left } = await counterAbandons(sound, (text) => text)
  expect(left).toEqual({ answer: 'counter_settles', state: 'differences' })
  expect(await askStaff(sound, of(sound).third, '/vault/countAbandon', { count_id: id, reason })).toMatchObject({
    status: 200,
  })
  expect(await auditVault(sound)).toEqual([])
})

const withoutSheets = (text: string) => text.replace('where count_id = $1 order by seat', '$& limit 0')

test('control: where the command does not ask who counted the database alone refuses it', async () => {
  const { answer, state } = await counterAbandons(broken, withoutSheets)
  expect(answer).not.toBe('counter_settles')
  expect(state).toBe('differences')
  await asOwner(broken.connectionString, ['alter table backing.counts disable trigger another_abandons'])
  expect(await counterAbandons(broken, withoutSheets)).toMatchObject({ answer: 200, state: 'abandoned' })
  await asOwner(broken.connectionString, ['alter table backing.counts enable trigger another_abandons'])
})

/** Both counters say at once that they have seen all. */
async function bothAtOnce(shop: Shop, plant?: (text: string) => string | Promise<string>) {
  const { code, id } = await begun(shop, ['A'])
  const { first, second, third } = of(shop)
  for (const who of [first, second]) await add(shop, who, id, `${code}-A 1000`)
  if (plant) shop.intercept.current = plant
  const answers = await Promise.all([done(shop, first, id), done(shop, second, id)])
  shop.intercept.current = undefined
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  return read(shop, third, id)
}

test('two sheets that are done at once are compared once', async () => {
  expect(await bothAtOnce(sound)).toMatchObject({ state: 'finished' })
})

test('control: where nobody holds the count each sees the other at work, and nobody compares', async () => {
  const meet = meetingAt('update backing.count_sheets set done_at', 2)
  const committed = meetingAt('commit', 2)
  const left = await bothAtOnce(broken, async (text) => {
    await meet(text)
    await committed(text)
    return text.includes('from backing.counts where id =') ? text.replace('for update', '') : text
  })
  expect(left).toMatchObject({ state: 'counting' })
})

/** Three people write the first bar on a sheet of theirs at once. */
async function threeAtOnce(shop: Shop, plant?: (text: string) => string | Promise<string>) {
  const { code, id } = await begun(shop, ['A'])
  const { first, second, third } = of(shop)
  if (plant) shop.intercept.current = plant
  const answers = await Promise.all([first, second, third].map((who) => add(shop, who, id, `${code}-A 1000`)))
  shop.intercept.current = undefined
  return answers.map(({ status, error }) => String(error ?? status)).sort()
}

test('of three who begin at once two have a sheet', async () => {
  expect(await threeAtOnce(sound)).toEqual(['200', '200', 'count_full'])
})

test('control: where nobody holds the count the seats alone stop the others', async () => {
  const meet = meetingAt('insert into backing.count_sheets', 3)
  const answers = await threeAtOnce(broken, async (text) => {
    await meet(text)
    return text.includes('from backing.counts where id =') ? text.replace('for update', '') : text
  })
  expect(answers.filter((answer) => answer === '200')).toHaveLength(1)
  expect(answers).not.toContain('count_full')
})

/** A bar that one of both has seen is being sent, and is not yet committed, when the sheets are compared. */
async function compareBesideSend(shop: Shop, plant: (text: string) => string) {
  const { code, id } = await begun(shop, ['A', 'B'])
  const { first, second, third } = of(shop)
  await add(shop, first, id, `${code}-A 1000\n${code}-B 1000`)
  await add(shop, second, id, `${code}-A 1000`)
  await done(shop, first, id)
  const asked = await askStaff(shop, first, '/vault/send', {
    ...{ store: 'id', from: code, to: 'X-1', bar_ids: [await idOf(shop, `${code}-B`)], carrier: 'Brinks', seal: '' },
    ...{ expected_on: '2026-12-31', reason },
  })
  let comparing: ReturnType<typeof done> | undefined
  let sending = false
  shop.intercept.current = async (text) => {
    if (text.includes('insert into backing.transports')) sending = true
    if (text === 'commit' && sending && !comparing) {
      comparing = done(shop, second, id)
      await overOrHeld(shop, comparing)
    }
    return plant(text)
  }
  await askStaff(shop, third, '/approvals/approve', { approval_id: asked.data.approval_id })
  expect(await comparing).toMatchObject({ data: { compared: true } })
  shop.intercept.current = undefined
  return (await read(shop, third, id)).findings?.map(({ serial, kind }) => `${serial.slice(-1)} ${kind}`).sort()
}

test('a bar that is sent during a count is no difference, whoever has seen it', async () => {
  expect(await compareBesideSend(sound, (text) => text)).toEqual(['A matched', 'B moved'])
  expect(await auditVault(sound)).toEqual([])
})

test('control: a comparison that does not wait takes it for one that somebody missed', async () => {
  const found = await compareBesideSend(broken, (text) =>
    text.includes('pg_advisory_xact_lock(backing.lock_key') ? 'select $1::text' : text,
  )
  expect(found).toEqual(['A matched', 'B one_saw'])
})

/** Two people answer one difference at once. */
async function answerTwice(shop: Shop, plant?: (text: string) => string | Promise<string>) {
  const { code, id } = await begun(shop, ['A'])
  const { first, second, third, storeman } = of(shop)
  for (const who of [first, storeman]) await add(shop, who, id, `${code}-Z 5`)
  for (const who of [first, storeman]) await done(shop, who, id)
  const [unknown] = ((await read(shop, third, id)).findings ?? []).filter(({ kind }) => kind === 'unknown')
  if (plant) shop.intercept.current = plant
  const answers = await Promise.all([
    settle(shop, second, unknown, { resolution: 'entry_wrong' }),
    settle(shop, third, unknown, { resolution: 'not_ours' }),
  ])
  shop.intercept.current = undefined
  return answers.map(({ status, error }) => String(error ?? status)).sort()
}

test('of two answers to one difference at once one stands', async () => {
  expect(await answerTwice(sound)).toEqual(['200', 'count_state'])
})

test('control: where nobody holds the count the database alone stops the second answer', async () => {
  const meet = meetingAt('pg_advisory_xact_lock(backing.lock_key', 2)
  const answers = await answerTwice(broken, async (text) => {
    await meet(text)
    return text.includes('from backing.counts where id =') ? text.replace('for update', '') : text
  })
  expect(answers).toContain('200')
  expect(answers).not.toContain('count_state')
})

/** A count is given up while its second sheet, by which nothing differs, is being finished. */
async function abandonBesideFinish(shop: Shop, plant?: (text: string) => string | Promise<string>) {
  const { code, id } = await begun(shop, ['A'])
  const { first, second, third } = of(shop)
  for (const who of [first, second]) await add(shop, who, id, `${code}-A 1000`)
  await done(shop, first, id)
  if (plant) shop.intercept.current = plant
  const answers = await Promise.all([
    askStaff(shop, third, '/vault/countAbandon', { count_id: id, reason }),
    done(shop, second, id),
  ])
  shop.intercept.current = undefined
  return answers.map(({ status, error }) => String(error ?? status)).sort()
}

test('a count is given up or finished, never both', async () => {
  expect(await abandonBesideFinish(sound)).toEqual(['200', 'count_state'])
  expect(await auditVault(sound)).toEqual([])
})

test('control: where nobody holds the count the database alone stops the later of both', async () => {
  const meet = meetingAt(/update backing\.count(s set abandoned_at|_sheets set done_at)/, 2)
  const answers = await abandonBesideFinish(broken, async (text) => {
    await meet(text)
    return text.includes('from backing.counts where id =') ? text.replace('for update', '') : text
  })
  expect(answers).toContain('200')
  expect(answers).not.toContain('count_state')
})

/** Whoever has just seen all, not yet committed, takes a bar off that sheet in another window. */
async function removeBesideDone(shop: Shop, plant: (text: string) => string) {
  const { code, id } = await begun(shop, ['A'])
  const { first } = of(shop)
  await add(shop, first, id, `${code}-A 1000`)
  const entry_id = (await read(shop, first, id)).sheet?.[0]?.id
  let removing: ReturnType<typeof askStaff> | undefined
  let finishing = false
  shop.intercept.current = async (text) => {
    if (text.includes('update backing.count_sheets set done_at')) finishing = true
    if (text === 'commit' && finishing && !removing) {
      removing = askStaff(shop, first, '/vault/countRemove', { entry_id })
      await overOrHeld(shop, removing)
    }
    return plant(text)
  }
  expect(await done(shop, first, id)).toMatchObject({ status: 200 })
  const answer = await removing
  shop.intercept.current = undefined
  return { answer: answer?.error ?? answer?.status, lines: (await read(shop, first, id)).sheet?.length }
}

test('nothing is taken off a sheet beside the word that it is done', async () => {
  expect(await removeBesideDone(sound, (text) => text)).toEqual({ answer: 'sheet_done', lines: 1 })
})

test('control: where nobody holds the count the database alone keeps the line', async () => {
  const { answer, lines } = await removeBesideDone(broken, (text) =>
    text.includes('from backing.counts where id =') ? text.replace('for update', '') : text,
  )
  expect(lines).toBe(1)
  expect([200, 'sheet_done']).not.toContain(answer)
})

/** A bar that nobody saw is declared missing while it is being sent, not yet committed. */
async function declareBesideSend(shop: Shop, plant: (text: string) => string) {
  const { code, id } = await begun(shop, ['A', 'B'])
  const { first, second, third, storeman } = of(shop)
  for (const who of [first, storeman]) await add(shop, who, id, `${code}-A 1000`)
  for (const who of [first, storeman]) await done(shop, who, id)
  const bar = await idOf(shop, `${code}-B`)
  const missing = (await read(shop, third, id)).findings?.find(({ kind }) => kind === 'missing')
  const asked = await askStaff(shop, first, '/vault/send', {
    ...{ store: 'id', from: code, to: 'X-1', bar_ids: [bar], carrier: 'Brinks', seal: '' },
    ...{ expected_on: '2026-12-31', reason },
  })
  let settling: ReturnType<typeof settle> | undefined
  let sending = false
  shop.intercept.current = async (text) => {
    if (text.includes('insert into backing.transports')) sending = true
    if (text === 'commit' && sending && !settling) {
      settling = settle(shop, second, missing, { resolution: 'declared_missing' })
      await overOrHeld(shop, settling)
    }
    return plant(text)
  }
  await askStaff(shop, third, '/approvals/approve', { approval_id: asked.data.approval_id })
  const answer = await settling
  shop.intercept.current = undefined
  const open = await shop.karat.db.row(sql`
    select 1 from backing.transport_bars x join backing.bars b on b.id = x.bar_id
    where b.id = ${bar} and x.ended is null and b.state = 'missing'`)
  return { answer: answer?.error ?? answer?.status, isMissingOnItsWay: open !== undefined }
}

test('a bar that is sent is not declared missing by a count beside that', async () => {
  expect(await declareBesideSend(sound, (text) => text)).toEqual({ answer: 'bar_state', isMissingOnItsWay: false })
  expect(await auditVault(sound)).toEqual([])
})

test('control: an answer that does not wait loses the bar, and its transport goes on without it', async () => {
  const left = await declareBesideSend(broken, (text) =>
    text.includes('pg_advisory_xact_lock(backing.lock_key') ? 'select $1::text' : text,
  )
  expect(left).toEqual({ answer: 200, isMissingOnItsWay: true })
})
