import { type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { recentCharges } from './change-premium.ts'
import { type Charges, makingTakesTwo, premiumTakesTwo } from './charge-rules.ts'

type Pair = Charges & { code: string; like: string; likeId: number; isOld: boolean }

/**
 * A twin of what the shop sells is no way around the second person: skus that visitors are about to see first are no further below the cheapest of
 * the same maker's gold of their weight and fineness than one person may go, whatever it cost in the last day. What was shown within the day counts
 * only where nothing is older, and then the first of it, so that twins of twins are no way around either. `of` says which skus; they are held until
 * the transaction ends.
 *
 * Refuses charges_unlike with both.
 */
export async function requireLikeShown(tx: Tx, of: Sql): Promise<void> {
  const held = await tx.rows<{ id: number }>(
    sql`select id from catalogue.skus where ${of} order by id for no key update`,
  )
  const ids = held.map(({ id }) => id)
  const fit = sql`s.id = any(${ids}::int[]) and s.first_shown_at is null and o.first_shown_at is not null`
  for (const pairs of Map.groupBy(await pairsOf(tx, fit), ({ code }) => code).values()) {
    const old = pairs.filter(({ isOld }) => isOld)
    await requireNotBelowAll(tx, old.length > 0 ? old : pairs.slice(0, 1))
  }
}

/** Pieces go to no sku that is further below theirs than one person may go from what theirs cost in the last day; both are held already. Refuses charges_unlike with both. */
export const requireLikeTarget = async (tx: Tx, from: number, to: number): Promise<void> =>
  requireNotBelowAll(tx, await pairsOf(tx, sql`s.id = ${to} and o.id = ${from}`))

async function requireNotBelowAll(tx: Tx, pairs: Pair[]): Promise<void> {
  const [nearest] = pairs
  if (!nearest) return
  const recent = await recentCharges(
    tx,
    pairs.map(({ likeId }) => likeId),
  )
  if (pairs.every((pair) => isBelow(pair, recent.get(pair.likeId) ?? [])))
    throw new Refusal('charges_unlike', { code: nearest.code, like: nearest.like })
}

/** A sku beside each of the same store, maker, kind, weight and fineness that `fit` lets in, what was shown first before. */
const pairsOf = (tx: Tx, fit: Sql) =>
  tx.rows<Pair>(sql`
    select s.code, s.premium_bps as "premiumBps", s.making_minor as making, o.code as like, o.id as "likeId",
      coalesce(o.first_shown_at <= clock_timestamp() - make_interval(secs => ${settings.catalogue.charges.daySeconds}::int), false) as "isOld"
    from catalogue.skus s join catalogue.products p on p.id = s.product_id
    join catalogue.products q on (q.store, q.brand, q.kind) = (p.store, p.brand, p.kind)
    join catalogue.skus o on o.product_id = q.id and o.id <> s.id
      and (o.gross_weight_e4, o.fine_weight_e4, o.fineness) = (s.gross_weight_e4, s.fine_weight_e4, s.fineness)
    where ${fit} order by s.id, o.first_shown_at, o.id`)

const isBelow = ({ premiumBps, making }: Charges, recent: readonly Charges[]): boolean =>
  recent.some(
    (one) =>
      (premiumBps < one.premiumBps && premiumTakesTwo(premiumBps, [one])) ||
      (making < one.making && makingTakesTwo(making, [one])),
  )
