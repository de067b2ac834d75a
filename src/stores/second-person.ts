/** From which amount on money takes a second person: as the staff of a store set it, else as the release has it (decision 0168). */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, minorOfWhole } from '../money/money.ts'
import type { StoreSettings } from './setting-rules.ts'
import { settingOf } from './stores.ts'

type Approvals = StoreSettings['approvals']
type Release = Record<Currency, bigint>

/** `field` of the setting, the currency of what is to be judged, and what the release has where nothing was set. */
type Judged = { field: keyof Approvals; currency: Currency; release: Release }

/** In minor units. What was set is in the store's own currency: another one's is the same share of the release's amount, rounded down, at least 1. */
export function secondFrom(
  { currency: own, settings }: { currency: Currency; settings: { approvals: Pick<Approvals, Judged['field']> } },
  { field, currency, release }: Judged,
): bigint {
  const whole = settings.approvals[field]
  if (whole === '') return release[currency]
  const said = BigInt(whole) * minorOfWhole(own)
  const shared = own === currency ? said : (said * release[currency]) / release[own]
  return shared > 0n ? shared : 1n
}

/** The same by what is in force in this transaction. */
export async function secondFromNow(db: Queryable, store: string, judged: Judged): Promise<bigint> {
  const row = await db.row<{ own: Currency; said: Partial<Approvals> | null }>(
    sql`select currency as own, ${settingOf(sql`code`, 'approvals')} as said from stores.stores where code = ${store}`,
  )
  if (!row) throw new Error(`there is no store ${store}`)
  const approvals = { back_from: '' as const, goldback_from: '' as const, ...row.said }
  return secondFrom({ currency: row.own, settings: { approvals } }, judged)
}
