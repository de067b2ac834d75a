/** What moved a member's gold and money with a store: pages of it, sums of a period, and how they stand now. */
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import {
  balancesAfter,
  balancesAt,
  cutBefore,
  newestMovements,
  type Shown,
  sumsBetween,
} from '../../ledger/member-record.ts'
import { type Cut, type Movement, nothingOf, ownKinds, wholes, withBalances } from '../../ledger/member-record-rules.ts'
import { type Minor, moneyText, weight, weightText } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import type { Store } from '../../stores/stores.ts'
import type { Holder } from '../holder.ts'
import { kindsOf } from '../pages/movement-words.ts'
import { detailsOf, nothingKnown } from './movement-details.ts'
import type { MovementView, RecordSumsView, RecordView } from './record-contract.ts'
import {
  type Group,
  ownOf,
  type Period,
  type Place,
  periodOfMonth,
  placeOf,
  placeText,
  type RecordAsset,
} from './record-rules.ts'

type Asked = { month?: string | undefined; from?: string | undefined; to?: string | undefined }
type Chosen = Asked & { asset?: RecordAsset | undefined; kind?: Group | undefined }

export const periodOf = ({ month, from, to }: Asked): Period =>
  month === undefined ? { from: from ?? null, to: to ?? null } : periodOfMonth(month)

const startOf = (day: string, { timeZone }: Store): Sql => sql`(${day}::date::timestamp at time zone ${timeZone}::text)`
const endOf = (day: string, { timeZone }: Store): Sql =>
  sql`((${day}::date + 1)::timestamp at time zone ${timeZone}::text)`

/** Where a period begins and ends in each account. What was posted behind a closed month is after it, whatever its moment. */
export async function placeOfPeriod(db: Queryable, holder: Holder, store: Store, { from, to }: Period): Promise<Place> {
  const [after, upTo] = await Promise.all([
    from === null ? undefined : cutAt(db, holder, store, startOf(from, store)),
    to === null ? cutBefore(db, holder, null) : cutAt(db, holder, store, endOf(to, store)),
  ])
  return { after: after ?? nothingOf, upTo }
}

async function cutAt(db: Queryable, holder: Holder, { timeZone }: Store, moment: Sql): Promise<Cut> {
  const [cut, closed] = await Promise.all([
    cutBefore(db, holder, moment),
    db.row<Cut>(sql`
      select cash_to as cash, cash_held_to as cash_held, gold_to as gold, gold_held_to as gold_held from vault.statements
      where member_id = ${holder.memberId} and store = ${holder.store} and (month + interval '1 month') at time zone ${timeZone}::text >= ${moment}
      order by month limit 1`),
  ])
  if (!closed) return cut
  const least = (own: keyof Cut) => (closed[own] < cut[own] ? closed[own] : cut[own])
  return { cash: least('cash'), cash_held: least('cash_held'), gold: least('gold'), gold_held: least('gold_held') }
}

const ownAccounts = (asset: RecordAsset | undefined) => (asset === undefined ? ownKinds : ownOf[asset])
const shownKinds = (kind: Group | undefined): Shown => (kind === undefined ? null : kindsOf(kind))

/** What a page shows of the other asset than the chosen one is nothing. */
export async function readRecord(
  db: Queryable,
  holder: Holder,
  store: Store,
  { cursor, ...chosen }: Chosen & { cursor?: string | undefined },
): Promise<RecordView> {
  const place = cursor === undefined ? await placeOfPeriod(db, holder, store, periodOf(chosen)) : placeOf(cursor)
  const shown = shownKinds(chosen.kind)
  const [{ movements, reached, more }, top] = await Promise.all([
    newestMovements(db, holder, { ...place, own: ownAccounts(chosen.asset), shown, limit: settings.record.page }),
    balancesAt(db, holder, place.upTo),
  ])
  const told = await withTheirBalances(db, holder, { movements, top, isSifted: shown !== null })
  const details = await detailsOf(db, holder, movements)
  const view = viewer(holder, chosen.asset)
  const oldest = told.at(-1)
  return {
    currency: holder.currency,
    opening: view.whole(oldest ? before(oldest) : wholes(top)),
    movements: told.map((one) => ({
      ...view.movement(one),
      ...(details.get(one.transfer_id) ?? nothingKnown),
    })),
    closing: view.whole(told[0]?.balance ?? wholes(top)),
    next: more ? placeText({ after: place.after, upTo: reached }) : null,
  }
}

type Whole = { gold: bigint; cash: bigint }
type Told = Movement & { balance: Whole }
const before = ({ balance, gold, cash }: Told): Whole => ({ gold: balance.gold - gold, cash: balance.cash - cash })

type Sifted = { movements: Movement[]; top: Cut; isSifted: boolean }

/** Between chosen movements lie others: what there was after each is read then, else it follows from the one above it. */
async function withTheirBalances(db: Queryable, holder: Holder, { movements, top, isSifted }: Sifted): Promise<Told[]> {
  if (!isSifted) return withBalances(movements, wholes(top))
  const balances = await balancesAfter(
    db,
    holder,
    movements.map(({ transfer_id }) => transfer_id),
  )
  return movements.map((one) => ({ ...one, balance: wholes(balances.get(one.transfer_id) ?? top) }))
}

function viewer({ currency }: Holder, asset: RecordAsset | undefined) {
  const money = (units: bigint) => moneyText((asset === 'gold' ? 0n : units) as Minor, currency)
  const grams = (units: bigint) => weightText(weight(asset === 'money' ? 0n : units))
  const whole = ({ gold, cash }: Whole) => ({ gold: grams(gold), money: money(cash) })
  return {
    whole,
    movement: (one: Told): Omit<MovementView, keyof typeof nothingKnown> => ({
      ...{ movement_id: one.transfer_id, kind: one.kind },
      ...{ at: one.at.toISOString(), posted_at: one.posted_at.toISOString() },
      ...whole(one),
      balance: whole(one.balance),
    }),
  }
}

/** Opening, what came in and went out, and closing of a period; with chosen kinds, what these leave out stands apart. */
export async function readSums(db: Queryable, holder: Holder, store: Store, chosen: Chosen): Promise<RecordSumsView> {
  const place = await placeOfPeriod(db, holder, store, periodOf(chosen))
  const [sums, opening, closing] = await Promise.all([
    sumsBetween(db, holder, { ...place, own: ownAccounts(chosen.asset), shown: shownKinds(chosen.kind) }),
    balancesAt(db, holder, place.after),
    balancesAt(db, holder, place.upTo),
  ])
  const view = viewer(holder, chosen.asset)
  const flow = (asset: 'gold' | 'cash') => {
    const [open, close] = [wholes(opening)[asset], wholes(closing)[asset]]
    const text = (units: bigint) =>
      asset === 'gold' ? view.whole({ gold: units, cash: 0n }).gold : view.whole({ gold: 0n, cash: units }).money
    const other = close - open - sums[asset].in - sums[asset].out
    return {
      ...{ opening: text(open), in: text(sums[asset].in), out: text(sums[asset].out) },
      ...{ other: text(other), closing: text(close) },
    }
  }
  return { currency: holder.currency, gold: flow('gold'), money: flow('cash') }
}
