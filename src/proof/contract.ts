/** Wire shapes of the proof of backing. */
import { z } from 'zod'
import { weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'

export const MyProof = z.strictObject({
  audit_key: z
    .string()
    .meta({ description: '32 bytes in hex; whoever has it and the contact reads what is counted for the member' }),
  contact: z.enum(['email', 'mobile']).meta({
    description: 'which of the two is the contact now; the contact itself a member knows, and takes from nobody else',
  }),
  owed: weightField.meta({ description: 'what the store owes the member in gold now, by the books' }),
})
export type MyProofView = z.infer<typeof MyProof>

export const DayQuery = z.strictObject({ date: z.iso.date(problem('not_right')) })
export const MyRecord = z.strictObject({
  gold: weightField.meta({
    description: 'grams by the books as the heads of that day’s note have them, held ones included',
  }),
  pieces: weightField.nullable().meta({
    description:
      'fine weight of pieces paid for and not handed over; null where an order moved since about that moment',
  }),
})
export type MyRecordView = z.infer<typeof MyRecord>

/** What the page shows of the last day; weights as decimal texts. */
export type ProofDay = {
  date: string
  number: number
  instant: string
  owed: string
  there: string
  spare: string
  ratioBps: number | null
  breach: boolean
  /** How many signed beside the store. */
  witnesses: number
  asked: boolean
}
export type ProofBar = {
  serial: string
  maker: string
  kind: string
  place: string
  state: string
  gross: string
  fineness: number
  fine: string
}
export type ProofBars = {
  counts: { all: number; vault: number; shop: number; uncounted: number }
  sums: { vault: string; shop: string }
  found: number
  rows: ProofBar[]
}
export type ProofCash = { currency: string; owed: string; at_bank: string; statement_date: string }
export type ProofView = {
  store: string
  late: boolean
  day: ProofDay
  days: ProofDay[]
  gaps: string[]
  /** What the last day says of members' cash; amounts in major units. */
  cash: ProofCash[]
  /** Who signed the last day beside the store, by name. */
  witnesses: string[]
  bars: ProofBars
} | null
