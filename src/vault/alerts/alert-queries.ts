/** Price alerts as their member sees them. */
import { type Queryable, sql } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import { getConsents } from '../../mail/consents.ts'
import { type Currency, decimal, type Minor, moneyText } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import type { Holder } from '../holder.ts'
import type { Side } from '../trade-rules.ts'
import type { AlertNewsView, AlertsView, AlertView, FiringView } from './alert-contract.ts'
import type { AlertState } from './alert-rules.ts'

type Told = { currency: Currency; kind: AlertView['kind']; side: Side | null; level: Minor | null; move: number | null }
type AlertRow = Told & {
  id: string
  rearm: Minor | null
  repeats: boolean
  byMail: boolean
  state: AlertState
  armed: boolean
  reachedAt: Date | null
  madeAt: Date
}
type FiringRow = Told & { id: string; price: Minor; change: number | null; at: Date }

/** What the member has with a store, and what they were told lately. */
export async function listAlerts(db: Queryable, { memberId, store, currency }: Holder): Promise<AlertsView> {
  const [alerts, firings, contact, consents] = await Promise.all([
    db.rows<AlertRow>(sql`
      select id, currency, kind, side, level_minor as level, rearm_minor as rearm, move_bps as move, repeats, by_mail as "byMail", state, armed,
        reached_at as "reachedAt", made_at as "madeAt"
      from vault.alerts where member_id = ${memberId} and store = ${store} order by made_at desc, id desc`),
    listFirings(db, { memberId, store }, { unseen: false, most: settings.alerts.shownFirings }),
    findContact(db, memberId),
    getConsents(db, memberId),
  ])
  return {
    currency,
    limit: settings.alerts.max,
    mail: contact.channel !== 'email' ? 'no_address' : consents.price_alert ? 'on' : 'off',
    alerts: alerts.map(viewAlert),
    firings,
  }
}

const viewAlert = ({ id, rearm, repeats, byMail, state, armed, reachedAt, madeAt, ...told }: AlertRow): AlertView => ({
  alert_id: id,
  ...viewTold(told),
  ...{ repeats, by_mail: byMail, state, armed },
  back_at: rearm === null ? null : moneyText(rearm, told.currency),
  reached_at: reachedAt?.toISOString() ?? null,
  made_at: madeAt.toISOString(),
})

const viewTold = ({ currency, kind, side, level, move }: Told) => ({
  ...{ kind, side },
  level: level === null ? null : moneyText(level, currency),
  move: move === null ? null : decimal(BigInt(move), 2),
})

type Whose = Pick<Holder, 'memberId' | 'store'>

async function listFirings(
  db: Queryable,
  { memberId, store }: Whose,
  { unseen, most }: { unseen: boolean; most: number },
): Promise<FiringView[]> {
  const rows = await db.rows<FiringRow>(sql`
    select id, currency, kind, side, level_minor as level, move_bps as move, price_minor as price, change_bps as change, made_at as at
    from vault.alert_firings where member_id = ${memberId} and store = ${store} and (not ${unseen}::boolean or seen_at is null)
    order by made_at desc, id desc limit ${most}::int`)
  return rows.map(({ id, price, change, at, ...told }) => ({
    firing_id: id,
    currency: told.currency,
    ...viewTold(told),
    price: moneyText(price, told.currency),
    change: change === null ? null : decimal(BigInt(change), 2),
    at: at.toISOString(),
  }))
}

/** What an open page tells its member, and whether it has to ask again. */
export async function readAlertNews(db: Queryable, whose: Whose): Promise<AlertNewsView> {
  const [row, news] = await Promise.all([
    db.row<{ watching: boolean }>(sql`select exists (select from vault.alerts
      where member_id = ${whose.memberId} and store = ${whose.store} and state = 'watching') as watching`),
    listFirings(db, whose, { unseen: true, most: settings.alerts.shownNews }),
  ])
  return { watching: row?.watching ?? false, news }
}

/** What was told by then has been seen; answers what has not. */
export async function seeAlertNews(db: Queryable, whose: Whose, until: string): Promise<AlertNewsView> {
  await db.run(sql`update vault.alert_firings set seen_at = clock_timestamp()
    where member_id = ${whose.memberId} and store = ${whose.store} and seen_at is null and made_at <= ${until}::timestamptz`)
  return readAlertNews(db, whose)
}
