/** What an invoice says, written out: the words and figures of its day, kept as they are. Pure. */

/** Everything that is printed. `layout` names the drawing that these fields were made for. */
export type InvoiceDocument = {
  layout: 1
  language: 'en-US' | 'id' | 'zh'
  issuedAt: string
  title: string
  number: string
  seller: string[]
  facts: [label: string, value: string][]
  parties: { title: string; lines: string[] }[]
  columns: [piece: string, quantity: string, each: string, amount: string]
  lines: InvoiceLine[]
  amounts: [label: string, value: string][]
  total: [label: string, value: string]
  checks: { title: string; text: string; pageUrl: string; pieces: { serial: string; url: string }[] }
  notes: string[]
}
export type InvoiceLine = {
  name: string
  /** How its price came about, and its serial numbers. */
  details: string[]
  quantity: string
  each: string
  amount: string
}

/** "INV/ID/2026/000042". */
export const invoiceNumber = ({ store, year, number }: { store: string; year: number; number: number }): string =>
  `INV/${store.toUpperCase()}/${year}/${String(number).padStart(6, '0')}`

/** A name that every file system takes: "INV-ID-2026-000042.pdf". */
export const invoiceFile = (number: string): string => `${number.replaceAll('/', '-')}.pdf`
