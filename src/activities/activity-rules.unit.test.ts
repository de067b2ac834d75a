import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  activityMoves,
  activityStates,
  changedParts,
  isOver,
  localOf,
  mayMove,
  momentOf,
  type NoneOrState,
  type Said,
} from './activity-rules.ts'
import { findPromise } from './promise-rules.ts'
import { promisedWords } from './promised-words-rules.ts'
import { isSafeLink, promisesOf, readSaid, type Typed } from './said-rules.ts'

/** The list that the database refuses by, as its migration writes it. */
const [, listed = ''] =
  /moves_allowed \(from_state, to_state\) values([^;]+);/.exec(
    readFileSync('migrations/404.do.activities.sql', 'utf8'),
  ) ?? []
const allowed = new Set([...listed.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from} ${to}`))
const pairs = (['none', ...activityStates] as NoneOrState[]).flatMap((from) =>
  activityStates.map((to) => [from, to] as const),
)

test.each(pairs)('from %s to %s: the rules and the database say the same', (from, to) => {
  expect(mayMove(from, to)).toBe(allowed.has(`${from} ${to}`))
})

test('what is over goes nowhere, and everything else goes on', () => {
  expect(activityStates.filter(isOver)).toEqual(['ended', 'cancelled'])
  expect(
    Object.values(activityMoves)
      .flat()
      .includes('none' as never),
  ).toBe(false)
})

test.each([
  ['2026-12-05T19:30', 'Asia/Jakarta', '2026-12-05T12:30:00.000Z'],
  ['2026-12-06T01:00', 'Asia/Jayapura', '2026-12-05T16:00:00.000Z'],
  ['2026-12-05T20:30', 'Asia/Kuala_Lumpur', '2026-12-05T12:30:00.000Z'],
])('%s in %s', (local, zone, moment) => {
  expect(momentOf(local, zone)?.toISOString()).toBe(moment)
  expect(localOf(new Date(moment), zone)).toBe(local)
})
test.each(['2026-02-30T10:00', '2026-12-05', '2026-12-05T25:00', ''])('%s is no moment', (text) => {
  expect(momentOf(text, 'Asia/Jakarta')).toBeNull()
})

test.each([
  ['Dijamin untung setiap hari', 'dijamin untung'],
  ['D I J A M I N   U N T U N G', 'dijamin untung'],
  ['dijamin-untung', 'dijamin untung'],
  ['dіjаmіn untung (Cyrillic)', 'dijamin untung'],
  ['DlJAM1N UNTUNG', 'dijamin untung'],
  ['di\u200bja\u00admin unt\u0301ung', 'dijamin untung'],
  ['dijamiiin untuuung', 'dijamin untung'],
  ['ｄｉｊａｍｉｎ ｕｎｔｕｎｇ', 'dijamin untung'],
  ['Our returns are GUARANTEED RETURNS', 'guaranteed return'],
  ['gu@ranteed pr0fit', 'guaranteed profit'],
  ['risk-free', 'risk free'],
  ['保 证 收 益', '保证收益'],
  ['穩賺不賠', '稳赚'],
  ['untung 5% per bulan', '% per bulan'],
  ['2,5 persen sebulan', '% sebulan'],
  ['12.5 % a year', '% a year'],
  ['年化 8%', '年化%'],
  ['每月百分之三', '每月%'],
  ['Untung Anda kami DIJAMIN', 'dijamin … untung'],
  ['profit, guaranteed', 'guarante … profit'],
  ['pulangan terjamin', 'jamin … pulangan'],
  ['保證獲利', '保证 … 获利'],
  ['ɢᴜᴀʀᴀɴᴛᴇᴇᴅ ʀᴇᴛᴜʀɴ', 'guaranteed return'],
  ['🅳🅸🅹🅰🅼🅸🅽 untung', 'dijamin untung'],
  ['5%/bulan', '% per bulan'],
  ['٥٪ per bulan', '% per bulan'],
  ['lima persen sebulan', '% sebulan'],
  ['8% p.a.', '% per annum'],
])('%s promises a return', (text, word) => expect(findPromise(text)).toBe(word))

test.each([
  'Belajar membaca harga emas bersama, kopi tersedia.',
  'Harga emas bisa naik dan turun. Kadar 99,99%, biaya 0,5%.',
  'An evening about bars, coins and how prices are made. Prices rise and fall.',
  'Make sure winners of the quiz collect their prize.',
  '了解金条与金币，价格有涨有跌，正品保证。',
  'Diskon ongkir 50% hari ini, 5% per orang. Kami tidak menjanjikan keuntungan.',
  'Authenticity is guaranteed; coffee is served, and the price of gold may fall.',
  '',
])('%s promises nothing', (text) => expect(findPromise(text)).toBeNull())

test('every word of the lists is found as it stands, alone and in a sentence', () => {
  const all = Object.values(promisedWords).flat()
  const sample = (word: string) => word.replace('%', '7%')
  expect(
    all.filter((word) => !findPromise(sample(word)) || !findPromise(`xx ${sample(word).toUpperCase()}, yy`)),
  ).toEqual([])
})

const typed: Typed = {
  ...{ title_id: 'Kopi dan emas', description_id: 'Belajar membaca harga emas bersama-sama.' },
  ...{
    time_zone: 'Asia/Jakarta',
    starts_at: '2026-12-05T19:30',
    ends_at: '2026-12-05T21:00',
    place: 'Jl. Cikini Raya 48, Jakarta',
  },
}
const now = Date.parse('2026-11-26T00:00:00Z')
const read = (more: Partial<Typed> & { kind?: Said['kind'] } = {}) => {
  const { kind = 'event_in_place', ...other } = more
  return readSaid({ ...typed, ...other }, { kind, language: 'id', imageId: null }, now)
}

test('what is typed whole is read, and only the place or link of its kind', () => {
  const { said, faults } = read({ link: 'https://meet.example.com/a' })
  expect(faults).toEqual({})
  expect(said).toMatchObject({
    place: 'Jl. Cikini Raya 48, Jakarta',
    link: '',
    texts: { id: { title: 'Kopi dan emas' } },
  })
  expect(read({ kind: 'campaign' }).said).toMatchObject({ place: '', link: '' })
})

test.each([
  [{ title_id: ' ' }, ['title_id']],
  [{ title_en: 'Coffee and gold' }, ['description_en']],
  [{ ends_at: '2026-12-05T19:30' }, ['ends_at']],
  [{ starts_at: '2026-11-20T10:00', ends_at: '2026-11-25T10:00' }, ['ends_at']],
  [{ starts_at: '2028-11-20T10:00', ends_at: '2028-11-20T12:00' }, ['starts_at']],
  [{ ends_at: '2028-01-20T12:00' }, ['ends_at']],
  [{ opens_at: '2026-12-06T10:00' }, ['opens_at']],
  [{ starts_at: '2026-02-30T10:00' }, ['starts_at']],
  [{ place: '' }, ['place']],
  [{ title_id: 'Kopi \u202egnutnu nimajid', place: 'Jl. \u2067Cikini Raya 48' }, ['title_id', 'place']],
  [{ kind: 'event_online' as const, link: 'http://meet.example.com' }, ['link']],
])('%o is named by its field', (more, fields) => expect(Object.keys(read(more).faults)).toEqual(fields))

test.each([
  ['https://meet.example.com/room?x=1', true],
  ['https://karat.id@evil.example.com', false],
  ['HTTPS://meet.example.com/room', false],
  ['javascript:alert(1)', false],
  ['https://localhost/x', false],
  ['https:\\\\evil.example.com', false],
])('%s may be followed: %s', (link, safe) => expect(isSafeLink(link)).toBe(safe))

test('a promise is named with its field and its word', () => {
  const { said } = read({ description_id: 'Acara ini dijamin untung untuk semua.', place: 'Gedung Pasti Untung' })
  expect(promisesOf(said)).toEqual({
    description_id: 'promises?word=dijamin+untung',
    place: 'promises?word=pasti+untung',
  })
})

test('what is changed is when, where, or what is said', () => {
  const before = read().said
  expect(changedParts(before, read().said)).toEqual([])
  expect(changedParts(before, read({ ends_at: '2026-12-05T22:00' }).said)).toEqual(['when'])
  expect(changedParts(before, read({ place: 'Jl. Sabang 5, Jakarta', title_id: 'Teh dan emas' }).said)).toEqual([
    'where',
    'words',
  ])
})
