/** Papers of a subject that this area never heard of: numbered, kept, drawn and waited for like those of orders. */
import { beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../tests/support/owner.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { storeOf } from '../stores/stores.ts'
import { drawPaper } from './draw-paper.ts'
import { issuePaper } from './issue-paper.ts'
import { issueWaiting } from './issue-round.ts'
import { listPapers } from './paper-queries.ts'
import { type Paper, sellerOf } from './paper-rules.ts'
import { type PaperSubject, type PapersOf, TooEarly } from './subject.ts'

const shop = openShop()
/** What the planted bug breaks must not be found elsewhere. */
const broken = openShop()

const gifts = { subject: 'gift', series: { receipt: 'RCP' } } as const satisfies PapersOf<'receipt'>
let made = 0
/** Gifts that wait for their receipts, and until when those wait that could not have one. */
let waiting: string[] = []
let putOff = new Map<string, number>()
let fails = new Map<string, Error>()
beforeEach(() => {
  broken.intercept.current = undefined
  waiting = []
  putOff = new Map()
  fails = new Map()
})
const gift = () => {
  const id = `gift-${++made}`
  waiting.push(id)
  return id
}

const giftSubject: PaperSubject = {
  ...gifts,
  queues: [
    {
      name: 'gift',
      waiting: async () => waiting.filter((id) => !putOff.has(id)).map((id) => ({ id })),
      issue: (karat, id) =>
        karat.db.transaction(async (tx) => {
          const store = storeOf(karat, 'my')
          const issuedAt = new Date(Date.UTC(2026, 10, 23, 1))
          const describe = (number: string) => receipt(number, issuedAt, id)
          await issuePaper(tx, gifts, { id, kind: 'receipt', store, issuedAt, describe })
          const failure = fails.get(id)
          if (failure) throw failure
          tx.afterCommit(() => {
            waiting = waiting.filter((one) => one !== id)
          })
          return true
        }),
      postpone: async (_, id, seconds) => putOff.set(id, seconds),
    },
  ],
}

const receipt = (number: string, issuedAt: Date, id: string): Paper => ({
  layout: 1,
  language: 'en-US',
  issuedAt: issuedAt.toISOString(),
  title: 'Receipt',
  number,
  seller: sellerOf(storeOf(shop.karat, 'my')),
  facts: [['Gift', id]],
  parties: [{ title: 'Given by', lines: ['Ratna Wulandari'] }],
  columns: ['What', 'Quantity', '', ''],
  lines: [{ name: 'A gram of gold 金', details: [], quantity: '1', each: '', amount: '' }],
  amounts: [],
  total: null,
  checks: null,
  notes: ['Given, not sold.'],
})

const round = (on: Shop) => issueWaiting(on.karat, [giftSubject])
const papersOf = (id: string) => listPapers(shop.karat.db, 'gift', [id])
const gaps = ({ karat }: Shop) =>
  karat.db.rows(sql`
    select * from (select number, row_number() over (order by number) as place from papers.papers where kind = 'receipt') n
    where number <> place`)

test('a gift has its receipt after one round, once, and it is drawn as the same bytes', async () => {
  const id = gift()
  expect([await round(shop), await round(shop)]).toEqual([1, 0])
  const [issued, ...more] = await papersOf(id)
  if (!issued) throw new Error('it was issued')
  expect([issued.kind, more]).toEqual(['receipt', []])
  expect(issued.document.number).toMatch(/^RCP\/MY\/\d{4}\/\d{6}$/)
  expect(issued.document.parties).toEqual([{ title: 'Given by', lines: ['Ratna Wulandari'] }])
  const [one, two] = [await drawPaper(issued.document), await drawPaper(issued.document)]
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
  expect(one.equals(two)).toBe(true)
  expect(await listPapers(shop.karat.db, 'order', [id])).toEqual([])
})

test('what is early comes soon, what fails comes later, and neither holds up the others or leaves a gap', async () => {
  const [early, failing, sound] = [gift(), gift(), gift()]
  fails.set(early, new TooEarly('the gram is not weighed yet'))
  fails.set(failing, new Error('no gram'))
  expect(await round(shop)).toBe(1)
  expect(putOff).toEqual(
    new Map([
      [early, 10],
      [failing, 300],
    ]),
  )
  expect([await papersOf(early), await papersOf(failing)]).toEqual([[], []])
  fails.clear()
  putOff.clear()
  expect(await round(shop)).toBe(2)
  const numbers = (await Promise.all([sound, early, failing].map(papersOf))).flat().map(({ number }) => number)
  expect(numbers).toEqual([...numbers].sort())
  expect(await gaps(shop)).toEqual([])
})

test('four rounds at once over ten gifts that nobody claims: one receipt each, no number twice or left out', async () => {
  const ids = Array.from({ length: 10 }, gift)
  await Promise.all(Array.from({ length: 4 }, () => round(shop)))
  expect((await Promise.all(ids.map(papersOf))).map((papers) => papers.length)).toEqual(ids.map(() => 1))
  expect(await gaps(shop)).toEqual([])
})

test('control: without the rule of the database that a paper is issued once, they would be more', async () => {
  await asOwner(broken.connectionString, ['alter table papers.papers drop constraint paper_is_issued_once'])
  const id = gift()
  await Promise.all(Array.from({ length: 4 }, () => round(broken)))
  expect((await listPapers(broken.karat.db, 'gift', [id])).length).toBeGreaterThan(1)
})

test('control: a counter that does not go back with its transaction leaves gaps', async () => {
  let counted = 100
  broken.intercept.current = (text) =>
    text.includes('insert into papers.counters')
      ? `select 2026::smallint as year, ${++counted} as number where num_nulls($1::text, $2::text, $3::text) = 0`
      : text
  const failing = gift()
  fails.set(failing, new Error('no gram'))
  gift()
  expect(await round(broken)).toBe(1)
  expect(await gaps(broken)).toHaveLength(1)
})

test('nothing of a receipt is ever changed by the application, nor by its owner beyond its parties', async () => {
  const id = gift()
  await round(shop)
  const change = sql`update papers.papers set document = document || '{"title": "Gift"}' where subject_id = ${id}`
  await expect(shop.karat.db.run(change)).rejects.toThrow(/permission denied/)
  for (const statement of [
    `update papers.papers set document = document || '{"title": "Gift"}' where subject_id = '${id}'`,
    `update papers.papers set number = number + 1 where subject_id = '${id}'`,
    `delete from papers.papers where subject_id = '${id}'`,
  ])
    await expect(asOwner(shop.connectionString, [statement])).rejects.toThrow(/only added to/)
})
