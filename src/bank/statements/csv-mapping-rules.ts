/** How the CSV of a bank is read: which column says what. Remembered for each bank. Pure. */
import type { DateOrder } from './statement-rules.ts'

/** Columns by the words of their head; empty where the bank has none. */
const csvColumns = [
  'date',
  'time',
  'text',
  'reference',
  'amount',
  'sign',
  'credit',
  'debit',
  'balance',
  'name',
  'account',
  'bank_id',
] as const
export type CsvColumn = (typeof csvColumns)[number]

export type CsvMapping = {
  columns: Partial<Record<CsvColumn, string>>
  dates: DateOrder
  decimal: '.' | ','
}

/** Which of them a mapping lacks: a day, a text, a balance after each line, and the amount, alone or parted by direction. */
export function lacksOf({ columns }: CsvMapping): CsvColumn[] {
  const needed: CsvColumn[] = [
    'date',
    'text',
    'balance',
    ...(columns.credit || columns.debit ? (['credit', 'debit'] as const) : (['amount'] as const)),
  ]
  return needed.filter((column) => !columns[column])
}

/** As banks of this region write theirs; a store's own replaces it. */
export const knownMappings: Record<string, CsvMapping> = {
  bca: {
    columns: { date: 'Tanggal Transaksi', text: 'Keterangan', amount: 'Jumlah', sign: 'Jenis', balance: 'Saldo' },
    ...{ dates: 'dmy', decimal: '.' },
  },
  mandiri: {
    columns: {
      ...{ date: 'Date', time: 'Time', text: 'Description', reference: 'Reference No.' },
      ...{ debit: 'Debit', credit: 'Credit', balance: 'Balance' },
    },
    ...{ dates: 'dmy', decimal: '.' },
  },
  maybank: {
    columns: {
      ...{ date: 'Transaction Date', text: 'Transaction Description', reference: 'Transaction Reference' },
      ...{ debit: 'Debit Amount', credit: 'Credit Amount', balance: 'Balance' },
    },
    ...{ dates: 'dmy', decimal: '.' },
  },
}
