/** What the house is bound to, guarantee by guarantee, and the count of it a store (docs/decisions/0034). */
import { type Db, type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import type { Currency } from '../../money/money.ts'
import { type ExposurePart, exposureParts, type MemberOpen } from './exposure-rules.ts'

/** The part that a commitment is now, null once it has ended; for `orders.guarantees g left join orders.orders o`. */
const partNow = sql`
  case when o.id is null then case when g.used_at is null and g.released_at is null and g.expires_at > now() then 'guarantees' end
    when exists (select from orders.quotes q where q.order_id = o.id and q.used_at is null and q.expires_at > now()
      and o.state in ('paid', 'payment_review')) then 'quotes'
    when o.state = 'pending_payment' then case when o.transfer_until is null then 'unpaid' else 'transfers' end
    when o.state = 'paid' and o.paid_at > now() - make_interval(secs => o.cancel_seconds) then 'cancellable'
  end`
const withSources = sql`
  orders.commitments c join orders.guarantees g on g.id = c.guarantee_id left join orders.orders o on o.guarantee_id = g.id`

/** What a member holds open at this statement, whatever the store. */
export async function memberOpen(tx: Tx, memberId: string): Promise<MemberOpen> {
  const row = await tx.row<{ open: StoredOpen }>(sql`select ${openOf(memberId)} as open`)
  return readOpen(row?.open ?? [])
}

export type StoredOpen = { currency: Currency; total: string; fine: string }[]

/** The same as an SQL expression (`readOpen`), without the guarantee that one for the same skus replaces. */
export const openOf = (memberId: string, replaced: number[] = []): Sql => sql`
  (select coalesce(json_agg(json_build_object('currency', currency, 'total', total::text, 'fine', fine::text)), '[]') from (
    select c.currency, sum(coalesce(o.total_minor, c.total_minor))::bigint as total, sum(c.fine_e4)::bigint as fine
    from ${withSources} where c.member_id = ${memberId} and ${partNow} is not null
      and not (o.id is null and g.sku_ids = ${replaced}::int[]) group by c.currency) as held_open)`

export function readOpen(stored: StoredOpen): MemberOpen {
  const totals = stored.map(({ currency, total, fine }) => ({ currency, total: BigInt(total), fine: BigInt(fine) }))
  return { fine: totals.reduce((sum, row) => sum + row.fine, 0n), totals }
}

/** Ends every open guarantee of a member but one, which takes their place; nothing that was ordered. */
export async function releaseOthers(tx: Tx, memberId: string, kept: string): Promise<void> {
  await tx.run(sql`
    with released as (
      update orders.guarantees set released_at = now(), released_because = 'replaced', replaced_by = ${kept}
      where id in (select guarantee_id from orders.commitments where member_id = ${memberId}) and id <> ${kept}
        and used_at is null and released_at is null and expires_at > now()
      returning id
    ), gone as (
      delete from orders.commitments c using released where c.guarantee_id = released.id returning c.store, c.fine_e4, c.newcomer
    )
    ${takenOff(sql`gone`)}`)
}

/** Ends what is held for a draft that is withdrawn; nothing that was ordered. */
export async function releaseDraft(tx: Tx, draftId: string): Promise<void> {
  await tx.run(sql`
    with released as (
      update orders.guarantees set released_at = now(), released_because = 'withdrawn'
      where draft_id = ${draftId} and used_at is null and released_at is null and expires_at > now()
      returning id
    ), gone as (
      delete from orders.commitments c using released where c.guarantee_id = released.id returning c.store, c.fine_e4, c.newcomer
    )
    ${takenOff(sql`gone`)}`)
}

/**
 * Removes every guarantee of a member that made no order, and what it bound. Waits for orders that are being submitted at this
 * moment, so that whoever looks afterwards finds them; whoever submits afterwards finds no guarantee.
 */
export async function endGuarantees(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    with removed as (
      delete from orders.guarantees g where member_id = ${memberId} and used_at is null
        and not exists (select from orders.orders o where o.guarantee_id = g.id)
      returning g.id
    ), gone as (
      delete from orders.commitments c using removed where c.guarantee_id = removed.id returning c.store, c.fine_e4, c.newcomer
    )
    ${takenOff(sql`gone`)}`)
}

/** Takes what was removed off the count of its store. */
const takenOff = (gone: Sql) => sql`
  update orders.exposure e set open_e4 = e.open_e4 - s.fine, newcomers_e4 = e.newcomers_e4 - s.newcomers
  from (select store, sum(fine_e4)::bigint as fine, coalesce(sum(fine_e4) filter (where newcomer), 0)::bigint as newcomers
    from ${gone} group by store) as s
  where e.store = s.store`

/** A store's count begins. */
export const openCount = (db: Queryable, store: string) =>
  db.run(sql`insert into orders.exposure (store) values (${store}) on conflict do nothing`)

/**
 * An order in review that may be carried out at the price now, or is, binds the house again: counted, unless it is already. Until
 * the commit no round takes it off.
 */
export async function commitAgain(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    with again as (
      insert into orders.commitments (guarantee_id, member_id, store, currency, total_minor, fine_e4, newcomer, look_at)
      select o.guarantee_id, o.member_id, o.store, o.currency, o.total_minor,
        (select coalesce(sum(fine_weight_e4 * quantity) filter (where not in_grams), 0)::bigint from orders.lines l where l.order_id = o.id),
        not exists (select from orders.orders other where other.member_id = o.member_id and other.state = 'completed'), now()
      from orders.orders o where o.id = ${orderId}
      on conflict (guarantee_id) do update set look_at = now()
      returning store, fine_e4, newcomer, xmax = 0 as added
    )
    insert into orders.exposure as e (store, open_e4, newcomers_e4)
    select store, fine_e4, case when newcomer then fine_e4 else 0 end from again where added
    on conflict (store) do update set open_e4 = e.open_e4 + excluded.open_e4, newcomers_e4 = e.newcomers_e4 + excluded.newcomers_e4`)
}

const AT_ONCE = 2000

/**
 * Takes off the count what has ended; `due`: of what may have by now, as the rounds do. A guarantee that nobody used is over
 * some seconds after its end, when no submit can be under way any more.
 */
export async function sweepExposure(
  db: Db,
  { due, atOnce = AT_ONCE }: { due: boolean; atOnce?: number },
): Promise<number> {
  let swept = 0
  for (let step = atOnce; step === atOnce; swept += step) step = await db.transaction((tx) => sweep(tx, due, atOnce))
  await db.run(sql`
    update orders.commitments c set look_at = greatest(now() + interval '5 seconds', coalesce(
        case o.state when 'pending_payment' then coalesce(o.transfer_until, o.expires_at)
          when 'paid' then o.paid_at + make_interval(secs => o.cancel_seconds) end,
        g.expires_at + interval '5 seconds'))
    from orders.guarantees g left join orders.orders o on o.guarantee_id = g.id
    where g.id = c.guarantee_id and c.guarantee_id in (
      select guarantee_id from orders.commitments where look_at <= now() for update skip locked)`)
  return swept
}

/** Held first and judged after it, by what has committed until then: an order that is carried out meanwhile keeps its commitment. */
async function sweep(tx: Tx, due: boolean, atOnce: number): Promise<number> {
  const isOver = sql`${partNow} is null and (o.id is not null or g.released_at is not null or g.expires_at < now() - interval '5 seconds')`
  const over = await tx.rows<{ id: string }>(sql`
    select c.guarantee_id as id from ${withSources} where (${!due} or c.look_at <= now()) and ${isOver}
    limit ${atOnce}::int for update of c, g skip locked`)
  if (over.length === 0) return 0
  const gone = await tx.rows(sql`
    with gone as (
      delete from orders.commitments where guarantee_id in (
        select c.guarantee_id from ${withSources} where c.guarantee_id = any(${over.map(({ id }) => id)}::uuid[]) and ${isOver})
      returning store, fine_e4, newcomer
    ), counted as (${takenOff(sql`gone`)})
    select from gone`)
  return gone.length
}

type Exposure = Record<ExposurePart, bigint> & { open: bigint; newcomers: bigint }

/** What every store is bound to at this moment, from guarantees and orders themselves: rows of store, part, fine and newcomers. */
export const openCommitments: Sql = sql`
  select c.store, ${partNow} as part, sum(c.fine_e4)::bigint as fine, coalesce(sum(c.fine_e4) filter (where c.newcomer), 0)::bigint as newcomers
  from ${withSources} where ${partNow} is not null group by 1, 2`

export async function readExposure(db: Queryable, store: string): Promise<Exposure> {
  const rows = await db.rows<{ part: ExposurePart; fine: bigint; newcomers: bigint }>(sql`
    select part, fine, newcomers from (${openCommitments}) as open where store = ${store}`)
  const of = (part: ExposurePart) => rows.find((row) => row.part === part)?.fine ?? 0n
  const parts = Object.fromEntries(exposureParts.map((part) => [part, of(part)])) as Record<ExposurePart, bigint>
  const sum = (field: 'fine' | 'newcomers') => rows.reduce((all, row) => all + row[field], 0n)
  return { ...parts, open: sum('fine'), newcomers: sum('newcomers') }
}
