/** What a member does with their price alerts. Each answers what they have afterwards. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { standInLine } from '../../db/stand-in-line.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { recordConsent } from '../../mail/consents.ts'
import { parseDecimal, perGram } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import type { Holder } from '../holder.ts'
import { readPrice } from '../read-wish.ts'
import { isFar, priceOf } from '../trade-rules.ts'
import type { AlertsView, AlertWish } from './alert-contract.ts'
import { listAlerts } from './alert-queries.ts'
import { changeOf, dayOfPrice, isReached, rearmAt, type Watched } from './alert-rules.ts'

/** As it stands in its row. */
type Kept = {
  side: string | null
  level: bigint | null
  rearm: bigint | null
  move: number | null
  /** Of a change that is there already: it counts as told on this day. */
  day: string | null
  way: 'up' | 'down' | null
}

/**
 * Watches the price for the member from now on; one of the same level takes what is new about it and watches again. Refuses
 * invalid_input for a level that the price has reached already or that is absurd, price_unavailable before the first price ever,
 * alert_limit.
 */
export async function addAlert(karat: Bag<'vault'>, holder: Holder, wish: AlertWish): Promise<AlertsView> {
  const kept = keptOf(karat, holder, wish)
  return karat.db.transaction(async (tx) => {
    await takeTurn(tx, holder)
    const same = await findSame(tx, holder, wish.kind, kept)
    if (same) await rewrite(tx, holder, same, wish, kept)
    else {
      await requireRoom(tx, holder)
      await tx.run(sql`
        insert into vault.alerts (id, member_id, store, currency, kind, side, level_minor, rearm_minor, move_bps, repeats, by_mail, reached_day, reached_way)
        values (${newId()}, ${holder.memberId}, ${holder.store}, ${holder.currency}, ${wish.kind}, ${kept.side}, ${kept.level}, ${kept.rearm},
          ${kept.move}, ${wish.repeats}, ${wish.by_mail}, ${kept.day}::date, ${kept.way})`)
    }
    await consent(tx, holder, wish)
    return listAlerts(tx, holder)
  })
}

/** Makes another one of it, which watches from now on. Refuses not_found, alert_exists for what another one watches, and as adding does. */
export async function editAlert(karat: Bag<'vault'>, holder: Holder, id: string, wish: AlertWish): Promise<AlertsView> {
  return karat.db.transaction(async (tx) => {
    await takeTurn(tx, holder)
    if (!(await tx.row(sql`select 1 as one from vault.alerts where ${theirs(holder, id)}`)))
      throw new Refusal('not_found')
    const kept = keptOf(karat, holder, wish)
    const same = await findSame(tx, holder, wish.kind, kept)
    if (same && same !== id) throw new Refusal('alert_exists')
    await rewrite(tx, holder, id, wish, kept)
    await consent(tx, holder, wish)
    return listAlerts(tx, holder)
  })
}

/** Nothing is told of it until it goes on; one that is paused stays so. Refuses not_found. */
export async function pauseAlert(karat: Bag<'vault'>, holder: Holder, id: string): Promise<AlertsView> {
  return karat.db.transaction(async (tx) => {
    await requireChanged(
      tx.run(
        sql`update vault.alerts set state = 'paused' where ${theirs(holder, id)} and state in ('watching', 'paused')`,
      ),
    )
    return listAlerts(tx, holder)
  })
}

/**
 * Watches again, one that was paused or was told: from a price on this side of the level. Refuses not_found, and alert_reached while the
 * price is at its level.
 */
export async function resumeAlert(karat: Bag<'vault'>, holder: Holder, id: string): Promise<AlertsView> {
  return karat.db.transaction(async (tx) => {
    const row = await tx.row<{
      kind: 'above' | 'below' | 'change'
      side: 'buy' | 'sell'
      level: bigint
      move: number
      state: string
    }>(sql`
      select kind, side, level_minor as level, move_bps as move, state from vault.alerts where ${theirs(holder, id)} for update`)
    if (!row) throw new Refusal('not_found')
    if (row.state === 'watching') return listAlerts(tx, holder)
    const { kind, side, level, move } = row
    const watched: Watched = kind === 'change' ? { kind, moveBps: move } : { kind, side, level: perGram(level) }
    const price = karat.prices.of(holder.store, holder.currency)
    if (kind !== 'change' && isReached(watched, price)) throw new Refusal('alert_reached')
    const { day, way } = toldToday(karat, holder, watched, price)
    await tx.run(sql`update vault.alerts set state = 'watching', armed = true, reached_day = ${day}::date, reached_way = ${way}
      where ${theirs(holder, id)}`)
    return listAlerts(tx, holder)
  })
}

/** What was told of it stays in the list. Refuses not_found. */
export async function deleteAlert(karat: Bag<'vault'>, holder: Holder, id: string): Promise<AlertsView> {
  return karat.db.transaction(async (tx) => {
    await requireChanged(tx.run(sql`delete from vault.alerts where ${theirs(holder, id)}`))
    return listAlerts(tx, holder)
  })
}

const theirs = ({ memberId, store }: Holder, id: string) =>
  sql`id = ${id} and member_id = ${memberId} and store = ${store}`

/** One at a time for each member, so that the limit which was looked at still holds when the row is written. */
const takeTurn = (tx: Tx, { memberId }: Holder) => standInLine(tx, `alerts ${memberId}`)

async function requireRoom(tx: Tx, { memberId, store }: Holder) {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from vault.alerts where member_id = ${memberId} and store = ${store}`,
  )
  const limit = settings.alerts.max
  if ((row?.count ?? 0) >= limit) throw new Refusal('alert_limit', { limit })
}

async function requireChanged(changed: Promise<number>) {
  if ((await changed) === 0) throw new Refusal('not_found')
}

async function consent(tx: Tx, { memberId }: Holder, wish: AlertWish) {
  if (wish.by_mail)
    await recordConsent(tx, { memberId, topic: 'price_alert', agreed: true, how: 'asked for with a price alert' })
}

async function findSame(tx: Tx, { memberId, store }: Holder, kind: string, { side, level, move }: Kept) {
  const row = await tx.row<{ id: string }>(sql`
    select id from vault.alerts where member_id = ${memberId} and store = ${store} and kind = ${kind}
      and coalesce(side, '') = coalesce(${side}::text, '') and coalesce(level_minor, move_bps) = coalesce(${level}::bigint, ${move}::bigint)`)
  return row?.id
}

const rewrite = (tx: Tx, holder: Holder, id: string, wish: AlertWish, kept: Kept) =>
  requireChanged(
    tx.run(sql`
      update vault.alerts set kind = ${wish.kind}, side = ${kept.side}, level_minor = ${kept.level}, rearm_minor = ${kept.rearm},
        move_bps = ${kept.move}, repeats = ${wish.repeats}, by_mail = ${wish.by_mail}, state = 'watching', armed = true, reached_at = null,
        reached_day = ${kept.day}::date, reached_way = ${kept.way}
      where ${theirs(holder, id)}`),
  )

/** What a wish means at the price of this moment. Refuses as adding does. */
function keptOf(karat: Bag<'vault'>, holder: Holder, wish: AlertWish): Kept {
  const price = karat.prices.of(holder.store, holder.currency)
  return wish.kind === 'change' ? keptMove(karat, holder, wish, price) : keptLevel(holder, wish, wish.kind, price)
}

function keptMove(karat: Bag<'vault'>, holder: Holder, wish: AlertWish, price: PriceNow): Kept {
  const { leastBps, mostBps } = settings.alerts
  if (wish.move === undefined) throw invalidInput({ move: problem('required') })
  const move = Number(parseDecimal(wish.move, 2) ?? 0n)
  if (move < leastBps) throw invalidInput({ move: problem('too_small', { n: percent(leastBps) }) })
  if (move > mostBps) throw invalidInput({ move: problem('too_big', { n: percent(mostBps) }) })
  const told = toldToday(karat, holder, { kind: 'change', moveBps: move }, price)
  return { side: null, level: null, rearm: null, move, ...told }
}

function keptLevel({ currency }: Holder, wish: AlertWish, kind: 'above' | 'below', price: PriceNow): Kept {
  if (wish.level === undefined) throw invalidInput({ level: problem('required') })
  const level = readPrice(wish.level, currency, 'level')
  if (isReached({ kind, side: wish.side, level }, price))
    throw invalidInput({ level: kind === 'above' ? problem('above_price') : problem('below_price') })
  if (isFar(level, priceOf(wish.side, price), settings.alerts.farTimes))
    throw invalidInput({ level: problem('far_from_price') })
  return { side: wish.side, level, rearm: rearmAt(kind, level), move: null, day: null, way: null }
}

const percent = (points: number) => String(points / 100)

/** A change that is there when it is set is no news: it counts as told today. */
function toldToday(karat: Bag<'vault'>, { store }: Holder, watched: Watched, price: PriceNow) {
  if (watched.kind !== 'change' || !isReached(watched, price)) return { day: null, way: null }
  const { timeZone } = storeOf(karat, store)
  const way = (changeOf(price) ?? 0) < 0 ? ('down' as const) : ('up' as const)
  return { day: dayOfPrice(price.sourceAt, karat.now(), timeZone), way }
}
