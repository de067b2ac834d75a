/** What a complaint is about, what becomes of it, and how it is numbered. Pure. */
import { paperNumber } from '../papers/paper-rules.ts'

export const complaintAbout = ['order', 'trade', 'payout', 'account', 'service'] as const
export type ComplaintAbout = (typeof complaintAbout)[number]

/** An open one waits for the house. */
export const complaintStates = ['open', 'decided'] as const
export type ComplaintState = (typeof complaintStates)[number]

export const complaintOutcomes = ['upheld', 'partly', 'not_upheld', 'withdrawn'] as const
export type ComplaintOutcome = (typeof complaintOutcomes)[number]

export const complaintSteps = [
  'received',
  'added',
  'answered',
  'prolonged',
  'decided',
  'withdrawn',
  'reopened',
] as const
export type ComplaintStep = (typeof complaintSteps)[number]

/** "CMP/ID/2026/000042". */
export const complaintNumber = (counted: { store: string; year: number; number: number }): string =>
  paperNumber('CMP', counted)

/** What of "CMP/ID/2026/000042" finds it; null of anything else. */
export function readComplaintNumber(text: string): { store: string; year: number; number: number } | null {
  const [, store = '', year, number] = /^cmp\/([a-z]{2,10})\/(\d{4})\/(\d{1,9})$/i.exec(text.trim()) ?? []
  return store ? { store: store.toLowerCase(), year: Number(year), number: Number(number) } : null
}
