import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal } from '../../money/money.ts'
import { gramsOf, listedFineOunces, listedOunces, ouncesOf, readBars } from './bar-list-rules.ts'

const plain = { maker: null, kind: null, fineness: null, year: null }

test('a list is read line by line, however it is parted; numbers are kept in capitals', () => {
  expect(readBars('kb-1, 1000\n\n  KB-2;999.9995 \r\nKB/3\t12441.2\nKB.4 0.0001')).toEqual({
    faults: [],
    bars: [
      { ...plain, line: 1, serial: 'KB-1', grossWeight: 10_000_000n },
      { ...plain, line: 3, serial: 'KB-2', grossWeight: 9_999_995n },
      { ...plain, line: 4, serial: 'KB/3', grossWeight: 124_412_000n },
      { ...plain, line: 5, serial: 'KB.4', grossWeight: 1n },
    ],
  })
})

test.each([
  ['-1, 1000', 'no_serial', null],
  ['KB-1', 'no_weight', null],
  ['KB-1, 0', 'no_weight', null],
  ['KB-1, 1.00001', 'no_weight', null],
  ['KB-1, 30000.0001', 'no_weight', null],
  ['KB-1, 1,000', 'twice', '1'],
])('%s is refused as %s', (typed, problem, told) => {
  const before = problem === 'twice' ? 'KB-1, 1\n' : ''
  const line = problem === 'twice' ? 2 : 1
  expect(readBars(before + typed).faults).toEqual([{ line, typed, problem, told }])
})

test('a table in ounces, as vaults of London write it, is read by its head', () => {
  const table = [
    'Bar Number,Refiner,Year,Gross Weight (oz),Assay,Fine Weight (oz),Shelf',
    'RA81140,"Rand Refinery, Germiston",2019,400.025,.9958,398.345,7',
    'ra81152;1,Rand Refinery,2019,400.025,995.8,398.344,7',
    'RA81153,Rand Refinery,,400.025,9958,398.345,',
  ].join('\r\n')
  expect(readBars(`\ufeff${table}`)).toEqual({
    faults: [
      { line: 3, typed: 'ra81152;1,Rand Refinery,2019,400.025,995.8,398.344,7', problem: 'no_serial', told: null },
    ],
    bars: [
      {
        ...{ line: 2, serial: 'RA81140', grossWeight: 124_421_683n, fineness: 9958, year: 2019, kind: null },
        maker: 'Rand Refinery, Germiston',
      },
      {
        ...{ line: 4, serial: 'RA81153', grossWeight: 124_421_683n, fineness: 9958, year: null, kind: null },
        maker: 'Rand Refinery',
      },
    ],
  })
})

test('a table has grams before ounces, and one number of each of two makers', () => {
  const { bars, faults } = readBars(
    'serial\tmaker\tkind\tgross_g\tgross_oz\nA-1\tOne\tcoin\t31.1\t1.000\nA-1\tOther\t\t31.1\t',
  )
  expect(faults).toEqual([])
  expect(bars).toMatchObject([
    { maker: 'One', kind: 'coin', grossWeight: 311_000n },
    { maker: 'Other', kind: null, grossWeight: 311_000n },
  ])
})

const head = 'serial;maker;year;kind;gross_g;fineness;fine_g'
test.each([
  ['A-1;M & Co;2020;bar;1000;999.9;999.8', 'fine_differs', '999.9'],
  ['A-1;M & Co;2020;bar;1000.0000;999.9;999.9001', 'fine_differs', '999.9000'],
  ['A-1;M & Co;2020;bar;10;999.9;x', 'fine_differs', '10'],
  ['A-1;M & Co;2020;bar;1000;900;', 'no_fineness', null],
  ['A-1;M & Co;2020;bar;1,000;999.9;', 'no_weight', null],
  ['A-1;M & Co;1899;bar;1000;999.9;', 'no_year', null],
  ['A-1;M & Co;2020;lump;1000;999.9;', 'no_kind', null],
  ['A-1;M;2020;bar;1000;999.9;', 'no_maker', null],
  [';M & Co;2020;bar;1000;999.9;', 'no_serial', null],
])('%s is refused as %s', (typed, problem, told) => {
  expect(readBars(`${head}\n${typed}`)).toEqual({ bars: [], faults: [{ line: 2, typed, problem, told }] })
})

test.each(['999', '1000', '999.9', '999.90', '999.9000'])(
  'a fine weight of %s g is that of 1000 g of 999.9',
  (fine) => {
    expect(readBars(`${head}\nA-1;M & Co;;;1000;999.9;${fine}`).faults).toEqual([])
  },
)

test('a number stands once with each maker, whether the list or the form names it', () => {
  const table = 'serial,maker,gross_g\nA-1,,1000\nA-1,Antam,1000\nA-1,UBS,1000'
  expect(readBars(table, 'UBS')).toMatchObject({
    bars: [{ line: 2 }, { line: 3 }],
    faults: [{ line: 4, problem: 'twice', told: '2' }],
  })
  expect(readBars(table).faults).toEqual([])
})

test('a seal of eighty characters is kept as it is, a longer one refused, in lines and in tables', () => {
  for (const head of ['', 'serial,gross_g,seal\n']) {
    expect(readBars(`${head}A-1,1000,${'S'.repeat(80)}`).bars).toMatchObject([{ seal: 'S'.repeat(80) }])
    expect(readBars(`${head}A-1,1000,${'S'.repeat(81)}`)).toMatchObject({ bars: [], faults: [{ problem: 'no_seal' }] })
  }
})

test('a head without numbers or weights, or with one column twice, is refused with what is read', () => {
  for (const [typed, problem] of [
    ['serial,maker', 'column_missing'],
    ['maker,gross_g', 'column_missing'],
    ['serial,gross_g,Bar No.', 'column_twice'],
  ])
    expect(readBars(`${typed}\nA-1,1000,2`)).toMatchObject({
      bars: [],
      faults: [{ line: 1, problem, told: expect.stringContaining('gross_oz') }],
    })
})

test('ounces to the thousandth come back from grams as they were', () => {
  fc.assert(fc.property(fc.bigInt(1n, 1_000_000n), (thousandths) => ouncesOf(gramsOf(thousandths)) === thousandths))
})

test.each([
  ['a large bar off the steps', 'A-1,400.030', 'no_step', '400.025'],
  ['a bar below 350 oz is in no steps', 'A-1,349.999', null, null],
])('%s', (_, line, problem, told) => {
  const { faults } = readBars(`serial,gross_oz\n${line}`)
  expect(faults).toEqual(problem === null ? [] : [expect.objectContaining({ problem, told })])
})

test('grams and ounces of one line are the same weight', () => {
  const faultsOf = (line: string) => readBars(`serial,gross_g,gross_oz\n${line}`).faults
  expect(faultsOf('A-1,1000,32.151')).toEqual([])
  expect(faultsOf('A-1,12441.2,399.975')).toEqual([])
  expect(faultsOf('A-1,1000,32.115')).toMatchObject([{ problem: 'ounces_differ', told: '32.151' }])
})

test('what goes out comes in again: in grams any bar, in ounces every bar whose weight was listed in them', () => {
  const thousandths = [32_151n, 1_000n, 349_999n, ...Array.from({ length: 200 }, (_, n) => 350_000n + BigInt(n) * 475n)]
  const listed = thousandths.map(gramsOf)
  const weighed = Array.from({ length: 300 }, (_, n) => 1n + BigInt(n) * 999_983n).filter(
    (units) => units <= 300_000_000n,
  )
  for (const fineness of [9950, 9958, 9990, 9999]) {
    const share = decimal(BigInt(fineness), 1)
    const lineOf = (gross: bigint, index: number) => ({
      grams: [`N-${index}`, decimal(gross, 4), decimal(listedOunces(gross), 3), share].join(','),
      ounces: [
        `N-${index}`,
        decimal(listedOunces(gross), 3),
        share,
        decimal(listedFineOunces(gross, fineness), 3),
      ].join(','),
    })
    const all = [...listed, ...weighed].map(lineOf)
    const inGrams = readBars(['serial,gross_g,gross_oz,fineness', ...all.map(({ grams }) => grams)].join('\n'))
    expect(inGrams.faults).toEqual([])
    expect(inGrams.bars.map(({ grossWeight }) => grossWeight)).toEqual([...listed, ...weighed])
    const inOunces = readBars(
      ['serial,gross_oz,fineness,fine_oz', ...listed.map(lineOf).map(({ ounces }) => ounces)].join('\n'),
    )
    expect(inOunces.faults).toEqual([])
    expect(inOunces.bars.map(({ grossWeight }) => grossWeight)).toEqual(listed)
  }
})

test('ounces stand as LBMA lists them', () => {
  expect([9999, 9990, 9950].map((fineness) => listedFineOunces(10_000_000n, fineness))).toEqual([
    32_148n,
    32_119n,
    31_990n,
  ])
  expect(listedFineOunces(gramsOf(401_125n), 9958)).toBe(399_440n)
  expect(listedOunces(124_412_000n)).toBe(399_975n)
})
