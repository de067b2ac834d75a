import { describe, expect, test } from 'vitest'
import { transferKinds } from '../ledger/transfer-kind-rules.ts'
import { isMoneyKind, isOfCost, moneyKinds, usualAccount } from './chart-rules.ts'
import type { FileFormat } from './file-format-rules.ts'
import { fileOf } from './journal-file.ts'
import { journalsOf } from './journal-rules.ts'

const usual = (kind: string) => usualAccount(kind as (typeof moneyKinds)[number], 'en-US')
const day = '2026-11-26'
const sums = [
  { day, kind: 'provider_clearing', asset: 'MYR', added: 0n, taken: 12_345n },
  { day, kind: 'order_money', asset: 'MYR', added: 12_345n, taken: 500n },
  { day, kind: 'cash', asset: 'MYR', added: 500n, taken: 0n },
  { day, kind: 'stock_cost', asset: 'MYR', added: 900n, taken: 0n },
  { day, kind: 'suppliers', asset: 'MYR', added: 0n, taken: 900n },
  { day, kind: 'vault', asset: 'XAU', added: 0n, taken: 10_000n },
] as Parameters<typeof journalsOf>[0]

test('what comes in from outside is a debit, what is owed a credit, and cost stands on its own side', () => {
  const [journal, ...others] = journalsOf(sums, usual)
  expect(others).toEqual([])
  expect(journal?.lines.map(({ number, debit, credit }) => [number, debit, credit])).toEqual([
    ['1120', 12_345n, 0n],
    ['1210', 900n, 0n],
    ['2110', 0n, 500n],
    ['2130', 500n, 0n],
    ['2130', 0n, 12_345n],
    ['2190', 0n, 900n],
  ])
  expect(journal?.total).toBe(13_745n)
})

test('a day that does not balance makes no journal', () => {
  expect(() => journalsOf(sums.slice(1), usual)).toThrow('of debits')
})

test('no transfer has legs of cost beside other money, so every one balances by itself', () => {
  for (const [kind, { legs }] of Object.entries(transferKinds)) {
    const money = Object.keys(legs).filter(isMoneyKind)
    expect([0, money.length], kind).toContain(money.filter(isOfCost).length)
  }
})

test('every account kind of money has a number of its own', () => {
  expect(new Set(moneyKinds.map((kind) => usual(kind).number)).size).toBe(moneyKinds.length)
})

describe('files', () => {
  const journal = {
    currency: 'MYR',
    total: 12_345n,
    lines: [
      { number: '1120', name: '=cmd|calc', kind: 'provider_clearing', debit: 12_345n, credit: 0n },
      { number: '2130', name: 'Received, for "orders"', kind: 'order_money', debit: 0n, credit: 12_345n },
    ],
  }
  const rowsOf = (format: FileFormat) => fileOf(format, { store: 'my', day, journal }).split('\r\n')
  const reference = 'KARAT-MY-2026-11-26-MYR'
  test.each<[FileFormat, string[]]>([
    [
      'xero',
      [
        '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
        `${reference},26/11/2026,'=cmd|calc,1120,Tax Exempt,123.45,,,,`,
        `${reference},26/11/2026,"Received, for ""orders""",2130,Tax Exempt,-123.45,,,,`,
        '',
      ],
    ],
    [
      'jurnal',
      [
        'No Transaksi,Tgl Transaksi,Nomor Akun,Nama Akun,Deskripsi,Debit,Kredit,Memo,Tag',
        `${reference},26/11/2026,1120,'=cmd|calc,provider_clearing,123.45,,,MY`,
        `${reference},26/11/2026,2130,"Received, for ""orders""",order_money,,123.45,,MY`,
        '',
      ],
    ],
    [
      'accurate',
      [
        'HEADER,No Bukti,Tanggal,Keterangan,,',
        'ACCOUNT,No Akun,Nama Akun,Debit,Kredit,Catatan',
        `HEADER,${reference},26/11/2026,${reference},,`,
        "ACCOUNT,1120,'=cmd|calc,123.45,,provider_clearing",
        'ACCOUNT,2130,"Received, for ""orders""",,123.45,order_money',
        '',
      ],
    ],
    [
      'odoo',
      [
        'date,journal_id,ref,line_ids/account_id,line_ids/name,line_ids/debit,line_ids/credit',
        `2026-11-26,Miscellaneous Operations,${reference},1120,'=cmd|calc,123.45,0.00`,
        ',,,2130,"Received, for ""orders""",0.00,123.45',
        '',
      ],
    ],
  ])('%s is as its program imports it, and no cell of it is a formula', (format, rows) => {
    expect(rowsOf(format)).toEqual(rows)
  })
})
