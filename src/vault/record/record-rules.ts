/** Periods, groups and places of a member's record. Pure. */
import { type Cut, ownKinds } from '../../ledger/member-record-rules.ts'

/** What a member may choose to see of the movements. */
export const groups = ['bought', 'sold', 'sent', 'paid', 'other'] as const
export type Group = (typeof groups)[number]
export const assets = ['gold', 'money'] as const
export type RecordAsset = (typeof assets)[number]
export const ownOf = { gold: ['gold', 'gold_held'], money: ['cash', 'cash_held'] } as const

/** Days of the store's zone, both within; null: from the first movement, or until now. */
export type Period = { from: string | null; to: string | null }

/** "2026-10" is from its first to its last day. */
export function periodOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` }
}

/** The month that a moment is in, in a zone: "2026-10". */
export const monthAt = (moment: number, timeZone: string): string =>
  new Date(moment).toLocaleString('sv-SE', { timeZone }).slice(0, 7)

/** "2026-10" and −1: "2026-09". */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Every month from one to another, the newest first; the newest `most` of them. */
export function monthsBetween(first: string, last: string, most: number): string[] {
  const months: string[] = []
  for (let month = last; month >= first && months.length < most; month = monthAfter(month, -1)) months.push(month)
  return months
}

/** Where a page begins, and where the period does: both stand still while others post. */
export type Place = { after: Cut; upTo: Cut }
const numbers = (cut: Cut) => ownKinds.map((own) => cut[own]).join('.')
const NUMBERS = String.raw`(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})`
export const placePattern = new RegExp(`^${NUMBERS}-${NUMBERS}$`)

export const placeText = ({ after, upTo }: Place): string => `${numbers(after)}-${numbers(upTo)}`

export function placeOf(text: string): Place {
  const [, ...found] = (placePattern.exec(text) ?? []).map((one) => one)
  const cutFrom = (start: number): Cut => ({
    ...{ cash: BigInt(found[start] ?? 0), cash_held: BigInt(found[start + 1] ?? 0) },
    ...{ gold: BigInt(found[start + 2] ?? 0), gold_held: BigInt(found[start + 3] ?? 0) },
  })
  return { after: cutFrom(0), upTo: cutFrom(4) }
}
