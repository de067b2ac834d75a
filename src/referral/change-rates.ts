import { sql } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { amountOf, exponentOf, minor, moneyText, parseDecimal, weight, weightText } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { storeOf } from '../stores/stores.ts'
import type { RatesView, RatesWish } from './office-contract.ts'
import { rateNow } from './rates.ts'

const RATES = 'growth.rates'
const MOST_E4 = 100_000n
type Meant = {
  grams: { minor: string; currency: string }
  volume: { minor: string; currency: string }
  level: number
  per_month: number
}

/**
 * Asks for a second person: with their approval rewards that are noted from then on are of so many grams, for so much. Those that were noted before
 * keep theirs.
 *
 * Refuses unknown_store; invalid_input; permission_missing; approval_waiting.
 */
export const askRates = (
  karat: Bag<'referral'>,
  staff: Staff,
  { store, grams, volume, level, per_month, reason }: RatesWish,
  key: Once,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    if (!karat.stores.has(store)) throw new Refusal('unknown_store')
    const { currency } = storeOf(karat, store)
    const units = parseDecimal(grams.trim(), 4)
    if (units === null) throw invalidInput({ grams: problem('decimals', { n: 4, currency: 'XAU' }) })
    if (units === 0n) throw invalidInput({ grams: problem('above_zero') })
    if (units > MOST_E4) throw invalidInput({ grams: problem('too_big', { n: 10 }) })
    const needs = parseDecimal(volume.trim(), exponentOf(currency))
    if (needs === null) throw invalidInput({ volume: problem('decimals', { n: exponentOf(currency), currency }) })
    if (needs === 0n) throw invalidInput({ volume: problem('above_zero') })
    const params = { grams: amountOf(units, 'XAU'), volume: amountOf(needs, currency), level, per_month }
    return requestApproval(tx, staff, { action: RATES, subject: { kind: 'store', id: store }, store, reason, params })
  })

export const ratesExecutor: Executor = {
  action: RATES,
  async execute(_karat, tx, { store, params, reason }, { requester, approver }) {
    const { grams, volume, level, per_month } = params as Meant
    await tx.run(sql`
      insert into referral.rates (store, valid_from, weight_e4, volume_minor, level, per_month, made_by, reason)
      values (${store}, now(), ${BigInt(grams.minor)}, ${BigInt(volume.minor)}, ${level}, ${per_month}, ${`staff:${requester.id}+staff:${approver.id}`}, ${reason})`)
  },
}

/** What holds now, and what held before. */
export async function describeRates(karat: Bag<'referral'>, code: string): Promise<RatesView> {
  const store = storeOf(karat, code)
  const { currency } = store
  const [now, said] = await Promise.all([
    rateNow(karat.db, store),
    karat.db.rows<{ at: Date; grams: bigint; volume: bigint; level: number; per_month: number; reason: string }>(sql`
      select valid_from as at, weight_e4 as grams, volume_minor as volume, level, per_month, reason from referral.rates
      where store = ${code} order by valid_from desc, id desc limit 50`),
  ])
  const view = (one: { grams: bigint; volume: bigint }) => ({
    grams: weightText(weight(one.grams)),
    volume: moneyText(minor(one.volume), currency),
  })
  return {
    currency,
    now: { ...view({ grams: now.weight, volume: now.needs }), level: now.level, per_month: now.perMonth },
    said: said.map(({ at, level, per_month, reason, ...one }) => ({
      ...{ ...view(one), level, per_month, reason, valid_from: at.toISOString() },
    })),
  }
}
