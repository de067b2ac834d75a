import { v7 as newId } from 'uuid'
import { type Sql, sql } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import type { AlertLetter } from '../../mail/price-alert-letters.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency } from '../../money/money.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import { notSelling } from '../../pricing/require-selling.ts'
import { settings } from '../../settings.ts'
import type { Store } from '../../stores/stores.ts'
import { formatBps } from '../../ui/format.ts'
import type { Language } from '../../ui/language.ts'
import { changeOf, dayOfPrice } from './alert-rules.ts'

/** What the alerts of a store are held against: a live price, what it changed in its day, and which day that is. */
type Now = { price: PriceNow; change: number | null; way: 'up' | 'down'; day: string }

/**
 * Tells every member whose alert the price of this moment has reached; resolves to how many alerts were told. Each is claimed, told in the
 * app and written to in one transaction of its own, by whichever instance comes first, and only if the database says there that the
 * price is live and still the newest. Afterwards it is over, or it waits until the price has gone back (`rearm_minor`).
 */
export async function tellOfPrices(karat: Bag<'vault'>): Promise<number> {
  let told = 0
  for (const store of karat.stores.values()) {
    const now = readNow(karat, store)
    if (!now) continue
    await armAgain(karat, now)
    let after = LEAST_ID
    for (let ids = await listReached(karat, now, after); ids.length > 0; ids = await listReached(karat, now, after)) {
      for (const id of ids) if (await tell(karat, now, id).catch((error) => skip(karat, id, error))) told += 1
      after = ids.at(-1) ?? after
    }
  }
  return told
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/** Null while the price is not live: then nobody is told anything. */
function readNow({ prices, now }: Bag<'vault'>, store: Store): Now | null {
  const price = prices.live(store.code, store.currency)
  if (!price) return null
  const change = changeOf(price)
  return {
    ...{ price, change, way: (change ?? 0) < 0 ? 'down' : 'up' },
    day: dayOfPrice(price.sourceAt, now(), store.timeZone),
  }
}

const sideOf = ({ ask, bid }: PriceNow): Sql =>
  sql`case side when 'buy' then ${ask}::bigint when 'sell' then ${bid}::bigint end`

const isReachedAt = ({ price, change, way, day }: Now): Sql => sql`
  (store = ${price.store} and currency = ${price.currency} and state = 'watching' and armed and (
    (kind = 'above' and level_minor <= ${sideOf(price)}) or (kind = 'below' and level_minor >= ${sideOf(price)})
    or (kind = 'change' and move_bps <= abs(${change}::integer) and (reached_day, reached_way) is distinct from (${day}::date, ${way}))))`

/** Those that were told and whose price has gone back far enough. */
const armAgain = (karat: Bag<'vault'>, { price }: Now): Promise<number> =>
  karat.db.run(sql`
    update vault.alerts set armed = true where id in (
      select id from vault.alerts where store = ${price.store} and currency = ${price.currency} and state = 'watching' and not armed
        and ((kind = 'above' and rearm_minor >= ${sideOf(price)}) or (kind = 'below' and rearm_minor <= ${sideOf(price)}))
      order by id for update skip locked) and ${notSelling(karat, price)} is null`)

async function listReached({ db }: Bag<'vault'>, now: Now, after: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from vault.alerts where ${isReachedAt(now)} and id > ${after}::uuid order by id limit ${settings.alerts.atOnce}::int`)
  return rows.map(({ id }) => id)
}

/** One that fails does not hold up the others; the next round finds it. */
function skip(karat: Bag<'vault'>, id: string, error: unknown): false {
  karat.log.warn({ err: error, alert: id }, 'a member cannot be told of a price')
  return false
}

type Claimed = {
  memberId: string
  currency: Currency
  kind: 'above' | 'below' | 'change'
  side: 'buy' | 'sell' | null
  level: bigint | null
  move: number | null
  repeats: boolean
  byMail: boolean
}

/** False for one that another instance was faster with, that its member has changed, or whose price is not in force any more. */
function tell(karat: Bag<'vault'>, now: Now, id: string): Promise<boolean> {
  const { price, change, day, way } = now
  return karat.db.transaction(async (tx) => {
    const claimed = await tx.row<Claimed>(sql`
      update vault.alerts set armed = (kind = 'change'), reached_at = clock_timestamp(), reached_day = ${day}::date, reached_way = ${way},
        state = case when repeats then 'watching' else 'reached' end
      where id = ${id} and ${isReachedAt(now)} and ${notSelling(karat, price)} is null
      returning member_id as "memberId", currency, kind, side, level_minor as level, move_bps as move, repeats, by_mail as "byMail"`)
    if (!claimed) return false
    const { memberId, currency, kind, side, level, move } = claimed
    const then = side === 'sell' ? price.bid : price.ask
    await tx.run(sql`
      insert into vault.alert_firings (id, alert_id, member_id, store, currency, kind, side, level_minor, move_bps, price_minor, change_bps)
      values (${newId()}, ${id}, ${memberId}, ${price.store}, ${currency}, ${kind}, ${side}, ${level}, ${move}, ${then}, ${kind === 'change' ? change : null})`)
    if (!claimed.byMail) return true
    const contact = await findContact(tx, memberId)
    // A text message costs the house more than the news is worth.
    if (contact.channel === 'email')
      await queueMail(tx, {
        ...contact,
        store: price.store,
        template: letterOf(kind, side, way),
        values: {
          price: amountOf(then, currency),
          level: amountOf(level ?? 0n, currency),
          percent: formatBps(Math.abs(change ?? 0), contact.language as Language),
          goesOn: claimed.repeats ? kind : 'over',
          link: `${karat.config.PUBLIC_URL}/user/trade/alerts`,
        },
      })
    return true
  })
}

const letterOf = (kind: Claimed['kind'], side: Claimed['side'], way: Now['way']): AlertLetter =>
  kind === 'change' ? `price_${way}` : `price_${side === 'sell' ? 'bid' : 'ask'}_${kind}`
