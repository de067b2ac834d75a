/** Wire shapes of the proof of backing. */
import { z } from 'zod'
import { weightField } from '../http/wire.ts'

export const MyProof = z.strictObject({
  audit_key: z
    .string()
    .meta({ description: '32 bytes in hex; whoever has it and the contact reads what is counted for the member' }),
  contact: z.string().meta({ description: 'the e-mail address, or else the mobile number, in force now' }),
  owed: weightField.meta({ description: 'what the store owes the member in gold now, by the books' }),
})
export type MyProofView = z.infer<typeof MyProof>

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
export type ProofView = { store: string; day: ProofDay; days: ProofDay[]; gaps: string[]; bars: ProofBars } | null
