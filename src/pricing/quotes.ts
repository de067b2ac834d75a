/** Figures that hold for a moment: made by the server, bound to one member and subject, used once (security.md §1.7). */
import { v7 as newId } from 'uuid'
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { PriceNow } from './current-prices.ts'
import { type NotSelling, notSelling, refuseNotSelling } from './require-selling.ts'

/** Amounts as whole minor units in text; lines where the kind has them. */
export type Figures = Record<string, unknown>
export type Quote<F extends Figures> = {
  id: string
  tick_id: bigint
  ask_minor: bigint
  bid_minor: bigint
  figures: F
  /** What the countdown shows; the server holds the figures a little longer. */
  shownUntil: Date
  now: Date
}
type Row<F extends Figures> = Omit<Quote<F>, 'shownUntil'> & { expires_at: Date }
export type Bound<Kind extends string> = { kind: Kind; subjectId: string; memberId: string }

type Kept = {
  /** The table that the area of the subjects keeps its quotes in: every column of `Row`, `kind`, `member_id`, `used_at`. */
  rows: Sql
  /** Its column that names the subject. */
  subject: Sql
  /** How long figures are shown, and how much longer they are held. */
  seconds: { shown: number; grace: number }
  /** Whether a quote has been taken back: an expression over its row. */
  takenBack: Sql
}

export type Quotes<Kind extends string> = {
  insert<F extends Figures>(
    tx: Tx,
    karat: Pick<Karat, 'now' | 'settings' | 'market'>,
    quote: { price: PriceNow; bound: Bound<Kind>; figures: F; notAfter: Date | null },
  ): Promise<Quote<F>>
  claim<F extends Figures>(tx: Tx, id: string, bound: Bound<Kind>): Promise<Quote<F>>
  forget(db: Queryable, atOnce?: number): Promise<number>
}

/**
 * The quotes of one area. What a quote is stands here once; its rows stay with what they are for (decision 0049).
 *
 * `insert` keeps figures until they expire, or until `notAfter` if that is sooner. Every older open quote of its kind for the
 * subject is over: nobody collects several and takes the best; the caller holds the subject, so that of quotes asked for at
 * once one stays open. The statement finds that the store sells at `price`, or this throws as `refuseNotSelling` and leaves
 * nothing.
 *
 * `claim` uses a quote, if it is open at this moment by the database's clock; of any number of requests at once one gets it.
 * Refuses not_found for one that is not this member's, of this subject and kind; quote_expired once it is used, over or taken back.
 *
 * `forget` deletes those that nobody used, a day after their end, in steps that end in time however many there are.
 */
export function openQuotes<Kind extends string>({ rows, subject, seconds, takenBack }: Kept): Quotes<Kind> {
  const shown = <F extends Figures>({ expires_at, ...row }: Row<F>): Quote<F> => ({
    ...row,
    shownUntil: new Date(expires_at.getTime() - seconds.grace * 1000),
  })
  const theirs = (id: string, { kind, subjectId, memberId }: Bound<Kind>) =>
    sql`id = ${id} and kind = ${kind} and ${subject} = ${subjectId} and member_id = ${memberId}`

  return {
    async insert<F extends Figures>(
      tx: Tx,
      karat: Pick<Karat, 'now' | 'settings' | 'market'>,
      { price, bound, figures, notAfter }: { price: PriceNow; bound: Bound<Kind>; figures: F; notAfter: Date | null },
    ) {
      const { kind, subjectId, memberId } = bound
      const row = await tx.row<Row<F> & { why: NotSelling }>(sql`
        with judged as materialized (select ${notSelling(karat, price)} as why),
        over as (
          update ${rows} set expires_at = now()
          where ${subject} = ${subjectId} and kind = ${kind} and used_at is null and expires_at > now()),
        made as (
          insert into ${rows} (id, kind, ${subject}, member_id, tick_id, ask_minor, bid_minor, figures, expires_at)
          select ${newId()}, ${kind}, ${subjectId}, ${memberId}, ${price.tickId}, ${price.ask}, ${price.bid},
            ${JSON.stringify(figures)}::jsonb,
            least(now() + make_interval(secs => ${seconds.shown + seconds.grace}::int), ${notAfter}::timestamptz)
          from judged where why is null
          returning *)
        select judged.why, made.*, now() as now from judged left join made on true`)
      refuseNotSelling(row ? row.why : 'stale')
      if (!row?.id) throw new Error('the quote was not stored')
      return shown(row)
    },

    async claim<F extends Figures>(tx: Tx, id: string, bound: Bound<Kind>) {
      const row = await tx.row<Row<F>>(sql`
        update ${rows} set used_at = now()
        where ${theirs(id, bound)} and used_at is null and expires_at > clock_timestamp() and not ${takenBack}
        returning *, now() as now`)
      if (row) return shown(row)
      const known = await tx.row(sql`select 1 from ${rows} where ${theirs(id, bound)}`)
      throw new Refusal(known ? 'quote_expired' : 'not_found')
    },

    forget: (db, atOnce) =>
      endOld(db, { from: rows, old: sql`used_at is null and expires_at < now() - interval '1 day'`, atOnce }),
  }
}
