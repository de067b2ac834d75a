/** What a paper is: everything that it says, written out; the words and figures of its day, kept as they are. Pure. */
import { sellerLines } from '../stores/setting-rules.ts'
import type { Store } from '../stores/stores.ts'

/** Everything that is printed. `layout` names the drawing that these fields were made for. */
export type Paper = {
  layout: 1
  language: 'en-US' | 'id' | 'zh'
  issuedAt: string
  title: string
  number: string
  /** What it is headed with; none on what must not tell who sends it. Papers of older releases say nothing of it: theirs is Karat. */
  brand?: string
  seller: string[]
  facts: [label: string, value: string][]
  parties: { title: string; lines: string[] }[]
  columns: [piece: string, quantity: string, each: string, amount: string]
  lines: PaperLine[]
  amounts: [label: string, value: string][]
  /** Null where a paper changes no sum. */
  total: [label: string, value: string] | null
  checks: { title: string; text: string; pageUrl: string; pieces: { serial: string; url: string }[] } | null
  notes: string[]
  /** Who signed it and when; the picture is handed to the drawing, and not kept with the paper. */
  signed?: { title: string; lines: string[] }
}
export type PaperLine = {
  name: string
  /** How its price came about, and its serial numbers. */
  details: string[]
  quantity: string
  each: string
  amount: string
}

/** Who sells in a store, as its papers name it: name, address, tax number. */
export const sellerOf = (store: Pick<Store, 'settings'>): string[] => sellerLines(store.settings)

type Counted = { store: string; year: number; number: number }

/** "INV/ID/2026/000042"; each kind of paper has a series of its own, as "CN/ID/2026/000007". */
export const paperNumber = (series: string, { store, year, number }: Counted): string =>
  `${series}/${store.toUpperCase()}/${year}/${String(number).padStart(6, '0')}`

/** A name that every file system takes: "INV-ID-2026-000042.pdf". */
export const paperFile = (number: string): string => `${number.replaceAll('/', '-')}.pdf`
