/** What banks write, read as lines; and what is wrong with a file, by the line that is wrong. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownMappings } from './csv-mapping-rules.ts'
import { formatOf, readStatement } from './read-statement.ts'
import { dayBeside, readAmount, readDay, type StatementFault, StatementRefused } from './statement-rules.ts'

const file = (name: string) => readFileSync(`tests/statements/${name}`, 'utf8')
const myr = { account: '514011234567', currency: 'MYR', mapping: null }
const bca = { account: '5420112233', currency: 'IDR', mapping: knownMappings.bca ?? null }
const mandiri = {
  ...bca,
  mapping: {
    ...knownMappings.mandiri,
    dates: 'dmy',
    decimal: ',',
    columns: knownMappings.mandiri?.columns ?? {},
  } as const,
}
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string, of: Parameters<typeof readStatement>[1]) => readStatement(bytes(text), of)

function faultOf(text: string | Uint8Array, of: Parameters<typeof readStatement>[1]): StatementFault | null {
  try {
    readStatement(typeof text === 'string' ? bytes(text) : text, of)
    return null
  } catch (error) {
    if (error instanceof StatementRefused) return error.fault
    throw error
  }
}

test('CAMT.053: what is booked, who paid and what they wrote; a sum of transfers is its transfers, what is pending is left out', () => {
  const { format, statement } = read(file('maybank-camt.xml'), myr)
  expect(format).toBe('camt')
  expect(statement).toMatchObject({
    account: '5140-1123-4567',
    currency: 'MYR',
    number: '231',
    from: '2026-11-26',
    to: '2026-11-26',
  })
  expect([statement.opening, statement.closing]).toEqual([25_000_000n, 25_913_545n])
  expect(statement.lines).toEqual([
    {
      ...{
        line: 11,
        amount: 624_055n,
        bookedOn: '2026-11-26',
        bookedAt: '2026-11-26T10:14:31+08:00',
        valueOn: '2026-11-26',
      },
      ...{
        texts: ['DUITNOW KRT7Q4WX2 emas'],
        name: 'TAN & LIM SIEW LING',
        account: '112345678901',
        bankId: 'MBB26112600417',
      },
    },
    {
      ...{ line: 21, amount: 125_000n, bookedOn: '2026-11-26', bookedAt: null, valueOn: '2026-11-27' },
      ...{ texts: [], name: 'AHMAD FAIZAL', account: null, bankId: 'MBB26112600988/1' },
    },
    {
      ...{ line: 21, amount: 175_000n, bookedOn: '2026-11-26', bookedAt: null, valueOn: '2026-11-27' },
      ...{ texts: [], name: 'NURUL HUDA', account: null, bankId: 'MBB26112600988/2' },
    },
    {
      ...{ line: 30, amount: -10_510n, bookedOn: '2026-11-26', bookedAt: null, valueOn: '2026-11-26' },
      ...{ texts: ['REFUND PL7'], name: 'SITI AMINAH', account: '98761234', bankId: null },
    },
  ])
})

test('MT940: amounts as they are written, a day of January beside December, details with and without fields', () => {
  const { format, statement } = read(file('maybank.mt940'), myr)
  expect(format).toBe('mt940')
  expect(statement).toMatchObject({
    account: '514011234567',
    number: '231/1',
    to: '2026-11-26',
    opening: 25_000_000n,
    closing: 25_738_545n,
  })
  expect(statement.lines).toMatchObject([
    {
      line: 5,
      amount: 624_055n,
      bookedOn: '2026-11-26',
      texts: ['KRT7Q4WX2', 'KRT7Q4WX2 emas'],
      name: 'TAN SIEW LING',
      account: '112345678901',
      bankId: 'MBB26112600417',
    },
    {
      line: 8,
      amount: 125_000n,
      bookedOn: '2027-01-02',
      valueOn: '2026-12-31',
      texts: ['IBG CREDIT AHMAD FAIZAL', 'invoice 12', 'AHMAD FAIZAL'],
      name: null,
    },
    { line: 12, amount: -10_510n, texts: ['PL7'] },
  ])
})

test('CSV: rupiah with sen, words before and after the lines, the newest first, credit and debit apart', () => {
  const first = read(file('bca.csv'), bca).statement
  expect(first).toMatchObject({
    account: '5420112233',
    from: '2026-11-26',
    to: '2026-11-26',
    opening: 125_000_000_000n,
    closing: 126_762_435_756n,
  })
  expect(first.lines.map(({ line, amount }) => [line, amount])).toEqual([
    [7, 1_264_012_300n],
    [8, 500_000_000n],
    [9, 123_456n],
    [10, -1_700_000n],
  ])
  const second = read(file('mandiri.csv'), mandiri).statement
  expect(second).toMatchObject({
    from: '2026-11-26',
    to: '2026-11-27',
    opening: 99_000_000_000n,
    closing: 100_240_000_000n,
  })
  expect(second.lines.map(({ amount, bookedAt, texts }) => [amount, bookedAt, texts[0]])).toEqual([
    [1_000_000_000n, '2026-11-26T11:21:00', 'SA OB CA No Book KRT8'],
    [-10_000_000n, '2026-11-26T16:40:01', '-'],
    [250_000_000n, '2026-11-27T09:05:12', 'KRT9H2MNP'],
  ])
})

const camt = file('maybank-camt.xml')
const swift = file('maybank.mt940')
const comma = file('bca.csv')
test.each<[string, string | Uint8Array, Parameters<typeof readStatement>[1], StatementFault]>([
  [
    'an entity',
    camt.replace('<Document', '<!DOCTYPE d [<!ENTITY a "aaaa">]>\n<Document'),
    myr,
    { line: 2, problem: 'entities', value: '' },
  ],
  [
    'an entity from outside',
    camt.replace('<Document', '\n<!doctype d SYSTEM "file:///etc/passwd">\n<Document'),
    myr,
    { line: 3, problem: 'entities', value: '' },
  ],
  [
    'XML that ends early',
    camt.slice(0, 900),
    myr,
    { line: expect.any(Number), problem: 'not_closed', value: expect.any(String) },
  ],
  [
    'other XML',
    '<?xml version="1.0"?><rss></rss>',
    myr,
    { line: 1, problem: 'tag_missing', value: 'BkToCstmrStmt/Stmt' },
  ],
  [
    'CAMT whose sum is another',
    camt.replace('6240.55', '6240.56'),
    myr,
    { line: 5, problem: 'does_not_add_up', value: '0.01' },
  ],
  [
    'CAMT whose parts are not its sum',
    camt.replace('>1750.00', '>1750.01'),
    myr,
    { line: 21, problem: 'does_not_add_up', value: '3000.00' },
  ],
  [
    'CAMT of another currency',
    camt.replace('"MYR">6240.55', '"USD">6240.55'),
    myr,
    { line: 11, problem: 'currency', value: 'USD' },
  ],
  [
    'CAMT with an amount as a float',
    camt.replace('6240.55', '6.24055e3'),
    myr,
    { line: 11, problem: 'amount', value: '6.24055e3' },
  ],
  [
    'CAMT without a closing balance',
    camt.replace('>CLBD<', '>CLAV<'),
    myr,
    { line: 5, problem: 'balance_missing', value: 'CLBD' },
  ],
  [
    'MT940 whose sum is another',
    swift.replace('6240,55', '6240,65'),
    myr,
    { line: 1, problem: 'does_not_add_up', value: '' },
  ],
  [
    'MT940 whose sum is another by less than floats tell',
    swift.replace('6240,55', '6240,5500001'),
    myr,
    { line: expect.any(Number), problem: 'amount', value: '6240,5500001' },
  ],
  [
    'MT940 without its account',
    swift.replace(':25:514011234567\n', ''),
    myr,
    { line: 1, problem: 'tag_missing', value: ':25:' },
  ],
  [
    'MT940 of no day',
    swift.replace(':61:2611261126D', ':61:2611311131D'),
    myr,
    { line: 12, problem: 'date', value: expect.any(String) },
  ],
  [
    'MT940 with a line that is none',
    swift.replace(':61:2611261126D105,10', ':61:something'),
    myr,
    { line: 12, problem: 'unreadable', value: expect.stringContaining('something') },
  ],
  ['a currency of another store', swift.replaceAll('MYR', 'USD'), myr, { line: 1, problem: 'currency', value: 'USD' }],
  ['CSV without a mapping', comma, { ...bca, mapping: null }, { line: 1, problem: 'unknown_format', value: '' }],
  [
    'CSV without a column',
    comma.replace(',Saldo', ',Sisa'),
    bca,
    { line: 1, problem: 'column_missing', value: 'Saldo' },
  ],
  [
    'CSV with a line taken out',
    comma.replace(/^.*BI-FAST.*\n/m, ''),
    bca,
    { line: 8, problem: 'does_not_add_up', value: '1267641357.56' },
  ],
  [
    'CSV with an amount raised',
    comma.replace('"5,000,000.00"', '"5,500,000.00"'),
    bca,
    { line: 8, problem: 'does_not_add_up', value: '1267640123.00' },
  ],
  [
    'CSV with thousands in twos',
    comma.replace('"5,000,000.00"', '"50,00,000.00"'),
    bca,
    { line: 8, problem: 'amount', value: '50,00,000.00 CR' },
  ],
  [
    'CSV with a day that is none',
    comma.replace('26/11/2026,"BI', '31/11/2026,"BI'),
    bca,
    { line: 8, problem: 'date', value: '31/11/2026' },
  ],
  ['CSV with a head alone', comma.split('\n').slice(0, 6).join('\n'), bca, { line: 1, problem: 'no_lines', value: '' }],
  ['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), bca, { line: 1, problem: 'not_text', value: '' }],
])('refused: %s', (_name, text, of, fault) => {
  expect(faultOf(text, of)).toEqual(fault)
})

const oneLine = (details: string) =>
  read(
    [
      ':20:T',
      ':25:514011234567',
      ':28C:1/1',
      ':60F:C261126MYR0,00',
      ':61:2611261126C10,00NTRFNONREF//NONREF',
      `:86:${details}`,
      ':62F:C261126MYR10,00',
      '',
    ].join('\n'),
    myr,
  ).statement.lines[0]
test.each([
  ['166?00TRF?20KRT7Q4WX2?31112345678901?32TAN SIEW?33 LING', 'TAN SIEW LING', '112345678901'],
  ['166?00TRF?20emas?32TAN SIEW LING?31112345678901?32BUDI', null, '112345678901'],
  ['166?00TRF?20emas?33LING?31112345678901?32TAN SIEW?33BUDI', null, '112345678901'],
  ['166?00TRF?20emas?33LING?31112345678901?32TAN SIEW', 'TAN SIEW', '112345678901'],
  ['166?00TRF?20emas?31999?31112345678901?32BUDI', 'BUDI', null],
  ['166>00TRF>20emas>32TAN SIEW LING>32BUDI', null, null],
  ['/REMI/emas/NAME/TAN SIEW LING/IBAN/MY12/', 'TAN SIEW LING', 'MY12'],
  ['/REMI/emas /NAME/TAN SIEW LING/IBAN/MY12/NAME/BUDI', null, 'MY12'],
  ['/REMI/emas /IBAN/MY13/NAME/BUDI/IBAN/MY12', 'BUDI', null],
])('MT940: a field that stands twice is nobody’s word: %s', (details, name, account) => {
  expect(oneLine(details)).toMatchObject({ name, account, bankId: null })
})

test('days of one file follow one another, of one account', () => {
  const next = swift.replace('250000,00', '257385,45').replace('C261126MYR257385,45', 'C261127MYR264770,90')
  expect(read(swift + next, myr).statement).toMatchObject({
    to: '2026-11-27',
    closing: 26_477_090n,
    lines: { length: 6 },
  })
  expect(faultOf(swift + swift, myr)).toMatchObject({ problem: 'gap', value: '-7385.45' })
  expect(faultOf(swift + next.replace('514011234567', '514011234568'), myr)).toMatchObject({ problem: 'two_accounts' })
})

test.each([
  ['1.500.000,00', ',', 150_000_000n],
  ['1,500,000.5', '.', 150_000_050n],
  ['1 500 000', ',', 150_000_000n],
  ['-12,3', ',', -1230n],
  ['12.00 DB', '.', -1200n],
  ['9007199254740993.07', '.', null],
  ['900719925474099.37', '.', 90_071_992_547_409_937n],
  ['1.5.0,00', ',', null],
  ['1,234', '.', 123_400n],
  ['1.234', '.', null],
  ['', '.', null],
  ['1e3', '.', null],
  ['٣', '.', null],
] as const)('amount %s', (text, decimal, amount) => {
  const value = () => readAmount(text, { decimal, line: 1 })
  if (amount === null) expect(value).toThrow(StatementRefused)
  else expect(value()).toBe(amount)
})

test('days, in the orders and months of banks', () => {
  const days = [
    readDay('27/11/2026', 'dmy'),
    readDay('27-Nov-26', 'dmy'),
    readDay('27 Des 2026', 'dmy'),
    readDay('11/27/2026', 'mdy'),
    readDay('2026-11-27', 'ymd'),
  ]
  expect(days).toEqual(['2026-11-27', '2026-11-27', '2026-12-27', '2026-11-27', '2026-11-27'])
  expect([readDay('29/02/2027', 'dmy'), readDay('PEND', 'dmy'), readDay('', 'ymd')]).toEqual([null, null, null])
  expect([
    dayBeside('2026-12-31', '01', '02'),
    dayBeside('2027-01-02', '12', '31'),
    dayBeside('2026-11-26', '11', '27'),
  ]).toEqual(['2027-01-02', '2026-12-31', '2026-11-27'])
})

test('what kind of file it is', () => {
  expect([camt, swift, `{1:F01MBBEMYKL}{4:\n${swift}`, comma].map(formatOf)).toEqual(['camt', 'mt940', 'mt940', 'csv'])
})
