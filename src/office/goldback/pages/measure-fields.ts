/** Fields in which a weight and a fineness of a piece are typed, by its place in the case. */
import * as m from '../../../locale/paraglide/messages.js'
import { parseDecimal } from '../../../money/money.ts'

export const weighedName = (at: number) => `found.${at}.weighed`
export const assayedName = (at: number) => `found.${at}.assayed`
export const plain = (typed: string) => typed.trim().replace(',', '.')
export const wrongWeight = (typed: string) => ((parseDecimal(plain(typed), 4) ?? 0n) > 0n ? undefined : m.field_empty())
export const wrongFineness = (typed: string) => (/^[1-9]\d{0,4}$/.test(typed.trim()) ? undefined : m.field_empty())
