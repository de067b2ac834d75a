/**
 * A journal as the file that a program of accounting imports: the same journal gives the same bytes.
 *
 * Xero: the template of its manual journals; one amount, positive a debit, and at most 300 lines, which are more than there are account kinds.
 * Odoo: the fields of `account.move` by their technical names, the entry's own on its first line. Jurnal: the fields of its general journal.
 * Accurate: a line HEADER for the entry and lines ACCOUNT below it, under two lines of headings.
 */
import { type Cell, importText } from '../http/csv.ts'
import { amountText } from '../money/money.ts'
import type { FileFormat } from './file-format-rules.ts'
import type { Journal, JournalLine } from './journal-rules.ts'

type Named = { store: string; day: string; journal: Journal }

/** Under which the entry is found in both programs, and imported twice is seen. */
export const entryNumber = ({ store, day, journal }: Named): string =>
  `KARAT-${store.toUpperCase()}-${day}-${journal.currency}`

const writers: Record<FileFormat, (of: Named) => Cell[][]> = { xero, jurnal, accurate, odoo }
export const fileOf = (format: FileFormat, of: Named): string => importText(writers[format](of))

/** "30/11/2026", as Xero, Jurnal and Accurate read days. */
const dayOf = (day: string) => day.split('-').reverse().join('/')
const amountsOf = ({ debit, credit }: JournalLine, { currency }: Journal) =>
  [debit, credit].map((amount) => (amount > 0n ? amountText(amount, currency) : ''))

function xero(of: Named): Cell[][] {
  const tracking = ['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2']
  return [
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount', ...tracking],
    ...of.journal.lines.map(({ number, name, debit, credit }) => [
      ...[entryNumber(of), dayOf(of.day), name, number, 'Tax Exempt', amountText(debit - credit, of.journal.currency)],
      ...tracking.map(() => ''),
    ]),
  ]
}

function jurnal(of: Named): Cell[][] {
  return [
    ['No Transaksi', 'Tgl Transaksi', 'Nomor Akun', 'Nama Akun', 'Deskripsi', 'Debit', 'Kredit', 'Memo', 'Tag'],
    ...of.journal.lines.map((line) => [
      ...[entryNumber(of), dayOf(of.day), line.number, line.name, line.kind, ...amountsOf(line, of.journal)],
      ...['', of.store.toUpperCase()],
    ]),
  ]
}

function accurate(of: Named): Cell[][] {
  return [
    ['HEADER', 'No Bukti', 'Tanggal', 'Keterangan', '', ''],
    ['ACCOUNT', 'No Akun', 'Nama Akun', 'Debit', 'Kredit', 'Catatan'],
    ['HEADER', entryNumber(of), dayOf(of.day), entryNumber(of), '', ''],
    ...of.journal.lines.map((line) => ['ACCOUNT', line.number, line.name, ...amountsOf(line, of.journal), line.kind]),
  ]
}

function odoo(of: Named): Cell[][] {
  const { currency } = of.journal
  return [
    ['date', 'journal_id', 'ref', 'line_ids/account_id', 'line_ids/name', 'line_ids/debit', 'line_ids/credit'],
    ...of.journal.lines.map(({ number, name, debit, credit }, index) => [
      ...(index === 0 ? [of.day, 'Miscellaneous Operations', entryNumber(of)] : ['', '', '']),
      ...[number, name, amountText(debit, currency), amountText(credit, currency)],
    ]),
  ]
}
