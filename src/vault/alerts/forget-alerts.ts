import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { endOld } from '../../db/in-steps.ts'
import type { Karat } from '../../karat.ts'
import { type Currency, type Minor, moneyText } from '../../money/money.ts'

/** Forgets what a member wanted to be told about the price, and what they were told. In this order: a round may be telling them. */
export async function forgetAlerts(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from vault.alerts where member_id = ${memberId}`)
  await tx.run(sql`delete from vault.alert_firings where member_id = ${memberId}`)
}

/** Forgets what was told longer ago than the settings keep it. */
export const forgetFirings = ({ db, settings }: Pick<Karat, 'db' | 'settings'>): Promise<number> =>
  endOld(db, {
    from: sql`vault.alert_firings`,
    old: sql`made_at < now() - make_interval(days => ${settings.alerts.keepFiringDays}::int)`,
  })

type Row = Record<string, unknown> & { currency: Currency; level: Minor | null }
type Told = Row & { price: Minor }

/** For the copy that a member may ask for. */
export async function heldAlerts(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [alerts, told] = await Promise.all([
    db.rows<Row>(sql`
      select store, currency, kind, side, level_minor as level, move_bps, repeats, by_mail, state, reached_at, made_at
      from vault.alerts where member_id = ${memberId} order by made_at, id`),
    db.rows<Told>(sql`
      select store, currency, kind, side, level_minor as level, move_bps, price_minor as price, change_bps, made_at, seen_at
      from vault.alert_firings where member_id = ${memberId} order by made_at, id`),
  ])
  const inMoney = <T extends Row>({ level, ...row }: T) => ({
    ...row,
    level: level === null ? null : moneyText(level, row.currency as Currency),
  })
  return {
    alerts: alerts.map(inMoney),
    told: told.map(({ price, ...row }) => ({ ...inMoney(row as Row), price: moneyText(price, row.currency) })),
  }
}
