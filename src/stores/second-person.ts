/** From which amount on money takes a second person: as the staff of a store set it, else as the release has it (decision 0168). */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, minorOfWhole } from '../money/money.ts'
import type { Settings } from '../settings.ts'
import { foldSetting, type StoreSettings } from './setting-rules.ts'
import { settingOf } from './stores.ts'

type Approvals = StoreSettings['approvals']
type Field = keyof Approvals
type Own = { currency: Currency; settings: { approvals: Pick<Approvals, Field> } }

const releaseOf: Record<Field, (settings: Settings) => Record<Currency, bigint>> = {
  back_from: ({ refund }) => refund.twoPeopleFrom,
  goldback_from: ({ goldback }) => goldback.twoPeopleFrom,
  counter_from: ({ counter }) => counter.twoPeopleFrom,
}

/** In minor units. What was set is in the store's own currency: another one's is the same share of the release's amount, rounded down, at least 1. */
export function secondFrom(field: Field, settings: Settings, store: Own, currency: Currency): bigint {
  const release = releaseOf[field](settings)
  const whole = store.settings.approvals[field]
  if (whole === '') return release[currency]
  const said = BigInt(whole) * minorOfWhole(store.currency)
  const shared = store.currency === currency ? said : (said * release[currency]) / release[store.currency]
  return shared > 0n ? shared : 1n
}

type Of = { store: string; currency: Currency }

/** The same by what is in force in this transaction. */
export async function secondFromNow(db: Queryable, field: Field, settings: Settings, of: Of): Promise<bigint> {
  const row = await db.row<{ own: Currency; said: Partial<Approvals> | null }>(
    sql`select currency as own, ${settingOf(sql`code`, 'approvals')} as said from stores.stores where code = ${of.store}`,
  )
  if (!row) throw new Error(`there is no store ${of.store}`)
  const approvals = foldSetting('approvals', [row.said ?? {}])
  return secondFrom(field, settings, { currency: row.own, settings: { approvals } }, of.currency)
}
