/** Money that cannot go back to where it came from is its payer's all the same: in their balance, or owed to them beside it (decision 0071). */
import { isStopped } from '../cases/stops.ts'
import type { Tx } from '../db/database.ts'
import { isClosed } from '../identity/member-queries.ts'
import type { Currency } from '../money/money.ts'
import type { PayersPlace } from '../payments/settler.ts'
import { accountName } from '../payouts/account-name-rules.ts'
import { defaultDestination, nameDestinations } from '../payouts/destination-queries.ts'
import { holdPlace } from './holder.ts'
import { mayHaveCash } from './may-have-cash.ts'
import { claimLink, setAside } from './payables/set-aside.ts'

type Payer = { member_id: string; store: string; currency: Currency }
const holderOf = ({ member_id: memberId, store, currency }: Payer) => ({ memberId, store, currency })

export const payersPlace: PayersPlace = {
  async find(tx, payer, amount) {
    if (await mayHaveCash(tx, payer, amount)) return 'balance'
    return (await isClosed(tx, payer.member_id)) || (await isStopped(tx, payer.member_id)) ? 'nowhere' : 'account'
  },
  async owe(tx, karat, payer, { amount, refundId }) {
    const holder = holderOf(payer)
    const holderId = await holdPlace(tx, holder)
    const destinationId = await defaultDestination(tx, holder)
    const aside = { holderId, amount, tradeId: null, destinationId, because: 'refund' as const, refundId }
    await setAside(tx, karat, holder, aside)
    return { account: await nameOf(tx, destinationId), link: claimLink(karat.config) }
  },
}

async function nameOf(tx: Tx, id: string | null): Promise<string | null> {
  const named = id === null ? undefined : (await nameDestinations(tx, [id])).get(id)
  return named ? accountName(named) : null
}
