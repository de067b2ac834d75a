/** Whose a line is, case by case; and ten thousand lines with errors planted, every one of them named. */
import { expect, test } from 'vitest'
import { type Came, type Candidate, compareNames, openMatching, type Why } from './match-rules.ts'
import { referenceOf } from './reference-rules.ts'

const id = (at: number) => `019ac000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
const noon = new Date('2026-11-27T05:00:00Z')
const candidate = (at: number, more: Partial<Candidate> = {}): Candidate => ({
  ...{ paymentId: id(at), reference: referenceOf(id(at)), amount: 100_000_000n + BigInt(at) * 100n },
  ...{ name: 'Ratna Dewi Lestari', until: noon, captured: false, ...more },
})
const came = (of: Candidate, more: Partial<Came> = {}): Came => ({
  ...{ amount: of.amount, texts: [`TRSF ${of.reference} emas`], name: 'RATNA DEWI LESTARI', bookedAt: noon, ...more },
})
const one = candidate(1)
const plan = (line: Came, candidates = [one], continues = true) =>
  openMatching(candidates, { continues, unit: 100n })(line)

test.each<[string, Partial<Came>, Partial<Candidate>, string, Why[]]>([
  ['exact', {}, {}, 'matched', []],
  ['a unit less', { amount: one.amount - 100n }, {}, 'proposed', ['too_little']],
  ['a unit more', { amount: one.amount + 100n }, {}, 'proposed', ['too_much']],
  ['a second late', { bookedAt: new Date(noon.getTime() + 1000) }, {}, 'proposed', ['late']],
  ['paid before', {}, { captured: true }, 'proposed', ['twice']],
  ['nameless', { name: null }, {}, 'proposed', ['nameless']],
  [
    'a name in what its payer wrote is none',
    { name: null, texts: [one.reference, 'RATNA DEWI LESTARI'] },
    {},
    'proposed',
    ['nameless'],
  ],
  ['cut off by the bank', { name: 'RATNA DEWI LES' }, {}, 'proposed', ['name_shortened']],
  ['without its middle', { name: 'RATNA LESTARI' }, {}, 'proposed', ['name_shortened']],
  ['not verified', {}, { name: null }, 'proposed', ['not_verified']],
  ['another name', { name: 'BUDI SANTOSO' }, {}, 'unmatched', ['other_name']],
  ['no reference', { texts: ['emas'] }, {}, 'proposed', ['no_reference']],
  ['no reference, nameless', { texts: [], name: null }, {}, 'proposed', ['nameless', 'no_reference']],
  ['no reference, another amount', { texts: [], amount: 5_00n }, {}, 'unmatched', ['no_match']],
  ['interest', { texts: ['BUNGA'], amount: 123_456n }, {}, 'not_ours', ['sen']],
  ['sen beyond the amount', { amount: one.amount + 50n }, {}, 'proposed', ['sen']],
  ['sen short of the amount', { amount: one.amount - 50n }, {}, 'proposed', ['too_little', 'sen']],
  ['sen alone, with a reference', { amount: 99n }, {}, 'not_ours', ['sen']],
  ['money that left', { amount: -one.amount }, {}, 'not_ours', []],
  [
    'late, too little and nameless',
    { amount: 100n, name: '', bookedAt: new Date(noon.getTime() + 1) },
    {},
    'proposed',
    ['nameless', 'too_little', 'late'],
  ],
])('%s', (_name, line, of, state, why) => {
  const its = candidate(1, of)
  expect(plan(came(its, line), [its])).toMatchObject({ state, why })
})

test('nothing confirms itself out of a file that does not continue the one before', () => {
  expect(plan(came(one), [one], false)).toMatchObject({ state: 'proposed', why: ['gap'] })
})

test('the second line of a payment is another, two references are none, two of one amount are a question', () => {
  const planOf = openMatching([one, candidate(2)], { continues: true, unit: 100n })
  expect([planOf(came(one)).state, planOf(came(one)).why]).toEqual(['matched', ['twice']])
  const two = candidate(2)
  expect(plan(came(one, { texts: [one.reference, two.reference] }), [one, two])).toMatchObject({
    state: 'unmatched',
    why: ['several'],
  })
  const same = [candidate(3, { amount: 777_00n }), candidate(4, { amount: 777_00n })]
  expect(plan({ ...came(one), amount: 777_00n, texts: [] }, same)).toMatchObject({
    state: 'unmatched',
    why: ['several'],
  })
})

test.each([
  ['RATNA DEWI LESTARI', 'Ratna Dewi Lestari', 'same'],
  ['DRS. Ratna Déwi Lestari, SE', 'Ratna Dewi Lestari', 'same'],
  ['Lestari Ratna Dewi', 'Ratna Dewi Lestari', 'name_shortened'],
  ['R Dewi Lestari', 'Ratna Dewi Lestari', 'name_shortened'],
  ['Ratna', 'Ratna Dewi Lestari', 'other_name'],
  ['Ratna Santoso', 'Ratna Dewi Lestari', 'other_name'],
  ['PT Maju', 'Ratna Dewi Lestari', 'other_name'],
] as const)('%s beside %s', (told, verified, says) => {
  expect(compareNames(told, verified)).toBe(says)
})

/** Every fiftieth line has one of these. */
const planted: ((line: Came) => [Came, Why])[] = [
  (line) => [{ ...line, amount: line.amount - 100n }, 'too_little'],
  (line) => [{ ...line, amount: line.amount + 100n }, 'too_much'],
  (line) => [{ ...line, bookedAt: new Date(noon.getTime() + 60_000) }, 'late'],
  (line) => [{ ...line, name: null }, 'nameless'],
  (line) => [{ ...line, name: 'BUDI SANTOSO' }, 'other_name'],
  (line) => [{ ...line, name: 'RATNA DEWI L' }, 'name_shortened'],
  (line) => [{ ...line, texts: ['pembayaran emas'] }, 'no_reference'],
  (line) => [{ ...line, texts: [], amount: 1_00n }, 'no_match'],
]

test('10,000 lines: each planted error is named, nothing else is, in less than ten seconds', () => {
  const candidates = Array.from({ length: 10_000 }, (_, at) => candidate(at))
  const lines = candidates.map((of, at): [Came, Why | null] =>
    at % 50 === 0 ? (planted[(at / 50) % planted.length]?.(came(of)) ?? [came(of), null]) : [came(of), null],
  )
  const twice = candidates.slice(1, 21).map((of): [Came, Why] => [came(of), 'twice'])
  const begun = performance.now()
  const planOf = openMatching(candidates, { continues: true, unit: 100n })
  const plans = [...lines, ...twice].map(([line, error]) => ({ error, plan: planOf(line) }))
  const took = performance.now() - begun
  expect(
    plans.filter(({ error, plan: said }) => (error === null ? said.state !== 'matched' : !said.why.includes(error))),
  ).toEqual([])
  expect(plans.filter(({ error, plan: said }) => error !== null && said.state === 'matched')).toEqual([])
  expect(plans.filter(({ error }) => error !== null).length).toBe(220)
  expect(took).toBeLessThan(10_000)
})
