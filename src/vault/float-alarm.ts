/** Tells the house once when members' cash comes near its ceiling, and again only after it fell below. */
import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { amountOf, divideDown } from '../money/money.ts'
import { endSaid, giveNotice } from '../staff/notices/give-notice.ts'
import type { Store } from '../stores/stores.ts'
import { type CashFloat, readFloat } from './deposit-float.ts'

/** Looks at the float of every store. How many alarms began: of any number of instances that look at once, one begins it and writes. */
export async function watchFloats({ db, stores }: Pick<Karat, 'db' | 'stores'>): Promise<number> {
  let begun = 0
  for (const store of stores.values()) {
    const float = await readFloat(db, { store: store.code, currency: store.currency })
    if (float) begun += await db.transaction((tx) => (float.alarm ? raise(tx, store, float) : end(tx, store)))
  }
  return begun
}

async function raise(tx: Tx, { code, name, currency }: Store, { held, open, ceiling }: CashFloat): Promise<number> {
  const begun = await tx.run(sql`
    insert into vault.float_alarms (store, float_minor, ceiling_minor) values (${code}, ${held + open}, ${ceiling})
    on conflict (store) where ended_at is null do nothing`)
  if (begun === 0) return 0
  const percent = String(divideDown((held + open) * 100n, ceiling))
  const values = { shop: name, all: amountOf(held + open, currency), ceiling: amountOf(ceiling, currency), percent }
  const letter = { template: 'alarm_float', values, store: code } as const
  await giveNotice(tx, 'float_high', { subject: { id: code, number: name }, store: code }, letter)
  return 1
}

async function end(tx: Tx, { code }: Store): Promise<number> {
  const ended = await tx.run(
    sql`update vault.float_alarms set ended_at = clock_timestamp() where store = ${code} and ended_at is null`,
  )
  if (ended > 0) await endSaid(tx, 'float_high', code)
  return 0
}
