/** For what a store takes sales back, as it is said in this transaction. */
import { type Queryable, sql } from '../../db/database.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput } from '../../refusals.ts'
import { type Cause, causesOf, offeredOf } from '../../stores/cause-rules.ts'
import type { RowValues } from '../../stores/list-row-rules.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { settingOf } from '../../stores/stores.ts'
import type { CauseOfferedView } from './give-up-contract.ts'

async function readCauses(db: Queryable, store: string): Promise<Cause[]> {
  const row = await db.row<{ said: RowValues | null }>(sql`select ${settingOf(sql`${store}`, 'causes')} as said`)
  return causesOf(foldSetting('causes', [row?.said ?? {}]))
}

/** Those that every store of some orders offers under one name, in the order of the first. */
export async function causesOfOrders(
  db: Queryable,
  orders: readonly { orderId: string }[],
): Promise<CauseOfferedView[]> {
  const ids = orders.map(({ orderId }) => orderId)
  const rows = await db.rows<{ said: RowValues | null }>(sql`
    select ${settingOf(sql`theirs.store`, 'causes')} as said
    from (select distinct store from orders.orders where id = any(${ids}::uuid[])) theirs order by theirs.store`)
  const [first = [], ...others] = rows.map(({ said }) => offeredOf(foldSetting('causes', [said ?? {}])))
  return first.filter((own) =>
    others.every((offered) => offered.some(({ code, name }) => code === own.code && name === own.name)),
  )
}

/** Refuses invalid_input (cause) for a reason that the store does not offer. */
export async function requireCause(db: Queryable, store: string, code: string): Promise<Cause> {
  const cause = (await readCauses(db, store)).find((one) => one.code === code && one.isOffered)
  if (!cause) throw invalidInput({ cause: problem('office_cause') })
  return cause
}

/** Also of one that is offered no more. */
export async function causeNamed(db: Queryable, store: string, code: string): Promise<Cause> {
  const cause = (await readCauses(db, store)).find((one) => one.code === code)
  if (!cause) throw new Error(`store ${store} has no reason ${code} any more`)
  return cause
}
