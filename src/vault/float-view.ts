import type { Queryable } from '../db/database.ts'
import { minor, moneyText } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import { readFloat } from './deposit-float.ts'
import type { CashFloatView } from './float-contract.ts'

/** What members have with a store in money against its ceiling; null for a store without cash balances. */
export async function describeFloat(
  db: Queryable,
  { code, currency }: Pick<Store, 'code' | 'currency'>,
): Promise<CashFloatView | null> {
  const float = await readFloat(db, { store: code, currency })
  if (!float) return null
  const money = (units: bigint) => moneyText(minor(units), currency)
  const { held, open, ceiling, alarm, alarmBps } = float
  return {
    held: money(held),
    open: money(open),
    all: money(held + open),
    ceiling: money(ceiling),
    alarm,
    alarm_bps: Number(alarmBps),
  }
}
