/** The report of two moments, before and after a movement, with a planted difference; and the command that writes it. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call } from '../../../tests/support/purchase.ts'
import { testEnvironment } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { fillVault, vaultMember } from '../../../tests/support/vault.ts'
import { openVaultShop } from '../../../tests/support/vault-shop.ts'
import { sql } from '../../db/database.ts'
import { reportAsOf } from './as-of-report.ts'

const shop = openVaultShop(1_000_000n)
const moment = async () =>
  (await shop.karat.db.row<{ at: Date }>(sql`select clock_timestamp() as at`))?.at ?? new Date(0)
const report = (at: Date) => reportAsOf(shop.karat.db, { store: 'id', at })
const members = (text = '') => /Members own ([\d.]+) g/.exec(text)?.[1]
const complaint = { about: 'service', text: 'Nobody answered the telephone.', wish: '' }

test('each moment is told as it was, whatever came after it', async () => {
  await freshTick(shop)
  const member = await vaultMember(shop, { gold: 15_000n, cash: 700_000n })
  const desk = await staffSignedIn(shop, 'desk')
  const second = await staffSignedIn(shop, 'desk')
  await call(shop, member, '/user/makeComplaint', complaint)
  const before = await moment()
  const early = await report(before)
  const serial = await fillVault(shop, 20_000n)
  const wish = { store: 'id', asset: 'gold', way: 'add', amount: '1.5', told: 'A promised gift', reason: 'case 12' }
  const asked = await askStaff(shop, desk, '/members/adjust', { member_id: member.id, ...wish })
  const { approval_id } = asked.data as { approval_id: string }
  expect((await askStaff(shop, second, '/approvals/approve', { approval_id })).error).toBeNull()
  const { complaint_id } = (await shop.karat.db.row<{ complaint_id: string }>(
    sql`select id as complaint_id from complaints.complaints where member_id = ${member.id}`,
  )) ?? { complaint_id: '' }
  const decision = { complaint_id, revision: 1, outcome: 'not_upheld', text: 'We were there all the time.', done: '' }
  expect((await askStaff(shop, desk, '/complaints/decide', decision)).status).toBe(200)
  const late = await report(await moment())

  const grams = [early, late].map(({ files }) => Number(members(files.get('report.md'))))
  expect((grams[1] ?? 0) - (grams[0] ?? 0)).toBeCloseTo(1.5)
  expect([early.differences, late.differences]).toEqual([[], []])
  expect([early, late].map(({ files }) => files.get('bars.csv')?.includes(serial))).toEqual([false, true])
  const has = (file: string, text: string) => [early, late].map(({ files }) => files.get(file)?.includes(text))
  expect(has('complaints.csv', ',open,')).toEqual([true, false])
  expect(has('complaints.csv', 'not_upheld')).toEqual([false, true])
  expect(has('two-people.csv', `${desk.staff.name}`)).toEqual([false, true])
  expect(late.files.get('two-people.csv')).toContain(second.staff.name)
  const heads = [...early.files].filter(([name]) => name.endsWith('.csv')).map(([, text]) => text.split('\r\n')[0])
  expect(heads.filter((head) => !head?.includes(','))).toEqual([])
  expect((await report(before)).files, 'the same moment, asked again').toEqual(early.files)
  expect(early.files.get('report.md')).toContain('What cannot be said as of then')
})

test('a bar that was taken away beside the books, and money that is not at the bank, are named', async () => {
  const clean = await moment()
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `insert into backing.bar_moves (bar_id, from_state, to_state, act, actor, reason)
     select id, 'available', 'missing', gen_random_uuid(), 'system', 'planted' from backing.bars where store = 'id' and state = 'available'`,
    `insert into proof.bank_balances (store, currency, statement_date, balance_minor, reference, actor)
     values ('id', 'IDR', current_date, 1, 'planted', 'system')`,
  ])
  const { differences } = await report(await moment())
  expect(differences.map((one) => one.replace(/[\d.]+ g/g, 'n').replace(/\d{4}-\d\d-\d\d/, 'day'))).toEqual([
    'Bars hold n, members own n: n are short.',
    'Bars hold n, the ledger says n: they differ by -n.',
    expect.stringMatching(/^The bank statement of day says .* less is at the bank\.$/),
  ])
  expect((await report(clean)).differences).toEqual([])
})

test('the command writes a folder, and says what it cannot take', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'asof-')), 'out')
  const run = (...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const env = { ...process.env, ...testEnvironment, DATABASE_URL: shop.connectionString }
      execFile(process.execPath, ['scripts/asof.ts', ...words], { env }, (error, out, trouble) =>
        resolve({ code: error ? Number(error.code) : 0, said: out + trouble }),
      )
    })
  const at = (await moment()).toISOString()
  expect(await run('--store', 'id')).toMatchObject({ code: 1, said: expect.stringContaining('Usage') })
  expect((await run('--store', 'id', '--at', '28.11.2026')).said).toContain('is no moment')
  expect((await run('--store', 'id', '--at', '2999-01-01T00:00:00Z')).said).toContain('still to come')
  expect((await run('--store', 'xx', '--at', at)).said).toContain('There is no store xx')
  expect(await run('--store', 'my', '--at', at, '--out', folder)).toMatchObject({ code: 0 })
  expect(await readdir(folder)).toHaveLength(14)
  expect(await readFile(path.join(folder, 'report.md'), 'utf8')).toContain(`# Store my as of ${at}`)
  expect((await run('--store', 'my', '--at', at, '--out', folder)).said).toContain('name another folder')
})
