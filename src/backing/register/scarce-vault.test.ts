/** What is left of a vault that misses bars, wanted by several at once (G16); each race has a control with a planted bug. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { meetingAt, overOrHeld } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'
import { readBacking } from '../judge-backing.ts'
import { breachOf } from './bar-rules.ts'

const { sound, broken } = openShopPair()
beforeAll(() => Promise.all([openVault(sound), openVault(broken)]))

const GRAM = 10_000n
const reason = 'Counted by two, seal opened'
const idOf = async ({ karat }: Shop, serial: string) =>
  (await karat.db.row<{ id: string }>(sql`select id from backing.bars where serial = ${serial}`))?.id
const lose = async (at: Shop, who: TestStaff, serial: string) =>
  askStaff(at, who, '/vault/lose', { bar_id: await idOf(at, serial), reason })
const bringBack = async (at: Shop, who: TestStaff, serial: string) =>
  askStaff(at, who, '/vault/bringBack', { bar_id: await idOf(at, serial), reason })
const isShort = async ({ karat }: Shop) => breachOf(await readBacking(karat.db, 'id')) !== null
const isFrozen = async ({ karat }: Shop) =>
  (await karat.db.row(sql`select from backing.freezes where store = 'id' and ended_at is null`)) !== undefined

/** 12 g are left beside a bar that is missing, and five members have 10 g each of them quoted and press at once. */
async function fiveWantTheRest(at: Shop) {
  const desk = await staffSignedIn(at, 'desk')
  const missing = await fillVault(at, 90n * GRAM)
  await fillVault(at, 12n * GRAM)
  expect(await lose(at, desk, missing)).toMatchObject({ data: { frozen: false } })
  const members = await Promise.all(Array.from({ length: 5 }, () => vaultMember(at, { cash: 100_000_000n })))
  const quotes = await Promise.all(members.map((member) => quote(at, member, 'purchase', 'weight', '10')))
  const meet = meetingAt('insert into vault.trades', 5)
  at.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  const answers = await Promise.all(
    members.map((member, place) => trade(at, member, 'purchase', quotes[place] ?? { quote_id: '' })),
  )
  at.intercept.current = undefined
  const held = await Promise.all(members.map((member) => heldBy(at, member)))
  return { answers, bought: held.filter(({ gold }) => gold > 0n).length, missing, desk }
}

test('of five who want 10 g of the 12 that are left beside a missing bar, one gets them', async () => {
  const { answers, bought, missing, desk } = await fiveWantTheRest(sound)
  expect(answers.map(({ error }) => error).sort()).toEqual([...Array(4).fill('gold_sold_out'), null])
  expect([bought, await isShort(sound)]).toEqual([1, false])
  expect(await bringBack(sound, desk, missing)).toMatchObject({ status: 200 })
  expect(await auditVault(sound)).toEqual([])
})

test('control: where what is left is not counted by one purchase at a time, grams of the missing bar are sold', async () => {
  const made = readFileSync('migrations/253.do.vault_register.sql', 'utf8')
  const judge = made.slice(made.indexOf('create function backing.refuse_unbacked'))
  const body = judge.slice(0, judge.indexOf('end $$;') + 'end $$;'.length)
  const lock = 'perform pg_advisory_xact_lock(hashtextextended(new.store, 254));'
  expect(body).toContain(lock)
  await asOwner(broken.connectionString, [
    body.replace('create function', 'create or replace function').replace(lock, ''),
  ])
  const { bought } = await fiveWantTheRest(broken)
  expect(bought).toBeGreaterThan(1)
  expect(await isShort(broken)).toBe(true)
})

test('a list of bars that comes in twice at once comes in once', async () => {
  const desk = await staffSignedIn(sound, 'desk')
  const meet = meetingAt('insert into backing.bars', 2)
  sound.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  const wish = { store: 'id', maker: 'Twice', kind: 'bar', fineness: '999.9', place: 'JKT-1', reason, bars: 'TW-1, 10' }
  const answers = await Promise.all([1, 2].map(() => askStaff(sound, desk, '/vault/receive', wish)))
  sound.intercept.current = undefined
  expect(answers.map(({ status, error }) => [status, error]).sort()).toEqual([
    [200, null],
    [409, 'edited_meanwhile'],
  ])
  expect(await auditVault(sound)).toEqual([])
})

test('a numbered piece of the shop is no bar of the register, however its number is written', async () => {
  const desk = await staffSignedIn(sound, 'desk')
  const piece = await sound.karat.db.row<{ brand: string; serial: string }>(
    sql`select brand, serial from catalogue.pieces order by serial limit 1`,
  )
  const { brand = '', serial = '' } = piece ?? {}
  const wish = { store: 'id', kind: 'bar', fineness: '999.9', place: 'JKT-1', reason, maker: brand.toUpperCase() }
  for (const typed of [serial, showSerial(serial)])
    expect(await askStaff(sound, desk, '/vault/receive', { ...wish, bars: `${typed}, 10` })).toMatchObject({
      ...{ status: 422, error: 'bars_wrong' },
      data: { faults: [{ line: 1, problem: 'known' }] },
    })
})

/** A short store has its gold back, and a bar is lost again while the second person lets it sell. */
async function lossBesideOpening(at: Shop, change: (text: string) => string) {
  const [desk, other] = [await staffSignedIn(at, 'desk', 'owner'), await staffSignedIn(at, 'desk', 'owner')]
  await vaultMember(at, { gold: 5n * GRAM })
  const spare = await fillVault(at, 500n * GRAM)
  const { rows } = (await askStaff(at, desk, '/vault/bars?state=available&size=100')).data as {
    rows: { serial: string }[]
  }
  for (const bar of rows) if (bar.serial !== spare) await lose(at, desk, bar.serial)
  await lose(at, desk, spare)
  expect(await isFrozen(at)).toBe(true)
  await bringBack(at, desk, spare)
  const { approval_id } = (await askStaff(at, desk, '/vault/unfreeze', { store: 'id', reason })).data
  let loss: Promise<unknown> | undefined
  at.intercept.current = async (text) => {
    if (text.includes('update backing.freezes set ended_at') && !loss) {
      loss = lose(at, desk, spare)
      await overOrHeld(at, loss)
    }
    return change(text)
  }
  expect(await askStaff(at, other, '/approvals/approve', { approval_id })).toMatchObject({ status: 200 })
  await loss
  at.intercept.current = undefined
  return { short: await isShort(at), frozen: await isFrozen(at) }
}

test('a bar that is lost while two people let the store sell closes it again', async () => {
  expect(await lossBesideOpening(sound, (text) => text)).toEqual({ short: true, frozen: true })
})

test('control: an opening that does not hold the gold leaves a short store open', async () => {
  const { short, frozen } = await lossBesideOpening(broken, (text) =>
    text.includes('pg_advisory_xact_lock(backing.lock_key') ? 'select $1::text' : text,
  )
  expect({ short, frozen }).toEqual({ short: true, frozen: false })
})
