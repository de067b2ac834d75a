/** What a member has in the vault of each store, as staff see it. */
import { type Queryable, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { latestMovements } from '../ledger/latest-movements.ts'
import { type Minor, moneyText, weight, weightText } from '../money/money.ts'
import { storeOf } from '../stores/stores.ts'
import type { MemberVaultView } from './adjustment-contract.ts'
import { readUncleared } from './uncleared.ts'

const SHOWN = 10

export async function describeVaultOf(
  karat: Pick<Karat, 'stores'>,
  db: Queryable,
  memberId: string,
): Promise<MemberVaultView> {
  const places = await db.rows<{ store: string }>(sql`
    select store from vault.holders where member_id = ${memberId} order by store`)
  const stores: MemberVaultView['stores'] = []
  for (const { store } of places) {
    const { currency } = storeOf(karat, store)
    const { balances, movements } = await latestMovements(db, { store, id: memberId }, currency, SHOWN)
    const uncleared = await readUncleared(db, { memberId, store, currency }, balances)
    const money = (units: bigint) => moneyText(units as Minor, currency)
    const grams = (units: bigint) => weightText(weight(units))
    stores.push({
      ...{ store, currency, gold: grams(balances.gold), gold_held: grams(balances.gold_held) },
      ...{ cash: money(balances.cash), cash_held: money(balances.cash_held) },
      ...{ uncleared_gold: grams(uncleared.gold), uncleared_cash: money(uncleared.cash) },
      ...{ clears_at: uncleared.clearsAt?.toISOString() ?? null, disputed: uncleared.disputed },
      movements: movements.map(({ transferId, kind, at, gold, cash }) => ({
        ...{ id: transferId, kind, at: at.toISOString(), gold: grams(gold), cash: money(cash) },
      })),
    })
  }
  return { stores }
}
