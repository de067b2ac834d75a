/** Where slips went, and where the next one goes. */
import { type Queryable, sql } from '../../db/database.ts'
import { minor, moneyText, weight, weightText } from '../../money/money.ts'
import { accountName } from '../../payouts/account-name-rules.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { isOn } from '../../stores/stores.ts'
import type { Holder } from '../../vault/holder.ts'
import { agreementToAccept } from '../../vault/vault-agreement.ts'
import type { GoesView, SlipView } from './commission-contract.ts'
import { slipChoiceOf } from './pay-slip.ts'
import type { FallBack, SlipWay } from './slip-way-rules.ts'

type Row = {
  id: string
  month: string
  gross: bigint
  withheld: bigint
  net: bigint
  to: SlipWay
  weight: bigint | null
  destination: string | null
  fell_back: FallBack | null
}

/** The newest slips of a member with a store, by their month; their numbers are their papers'. */
export async function listSlips(
  db: Queryable,
  { memberId, store, currency }: Holder,
  count: number,
): Promise<(Omit<SlipView, 'number'> & { month: string })[]> {
  const rows = await db.rows<Row>(sql`
    select s.id, s.month::text as month, s.gross_minor as gross, s.withheld_minor as withheld, s.net_minor as net, s.goes_to as "to",
      s.weight_e4 as weight, case s.goes_to when 'account' then c.destination_id end as destination, s.fell_back
    from agents.slips s left join agents.slip_choices c on c.id = s.choice_id
    where s.member_id = ${memberId} and s.store = ${store} order by s.month desc, s.made_at desc limit ${count}::int`)
  const names = await accountNames(
    db,
    rows.flatMap(({ destination }) => destination ?? []),
  )
  const money = (units: bigint) => moneyText(minor(units), currency)
  return rows.map(({ id, month, gross, withheld, net, to, weight: grams, destination, fell_back }) => ({
    ...{ slip_id: id, month, gross: money(gross), withheld: money(withheld), net: money(net) },
    went: {
      ...{ to, fell_back, grams: grams === null ? null : weightText(weight(grams)) },
      account: destination && (names.get(destination) ?? null),
    },
  }))
}

/** Where the next slip goes, and what may be chosen. */
export async function readSlipWay(db: Queryable, holder: Holder): Promise<GoesView> {
  const [choice, on, agreement] = await Promise.all([
    chosenWay(db, holder),
    db.row<{ on: boolean }>(sql`select ${isOn(sql`${holder.store}`, 'gold_accounts')} as "on"`),
    agreementToAccept(db, holder).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    }),
  ])
  return {
    ...{ ...choice, keeps_balance: settings.cash.stores[holder.store] !== undefined },
    ...{ agreement_version: agreement ?? null, vault: on?.on === true && agreement !== undefined },
  }
}

/** What was chosen last, with the account by name. */
export async function chosenWay(
  db: Queryable,
  of: Pick<Holder, 'memberId' | 'store'>,
): Promise<Pick<GoesView, 'to' | 'destination_id' | 'account'>> {
  const { goesTo, destinationId } = await slipChoiceOf(db, of)
  const names = await accountNames(db, destinationId ? [destinationId] : [])
  return { to: goesTo, destination_id: destinationId, account: destinationId && (names.get(destinationId) ?? null) }
}

async function accountNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const named = await nameDestinations(db, ids)
  return new Map([...named].map(([id, one]) => [id, accountName(one)]))
}
