import { type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type Charges, makingTakesTwo, premiumTakesTwo } from './charge-rules.ts'

type Pair = Charges & { code: string; like: string; likePremiumBps: number; likeMaking: bigint }

/**
 * A twin of what the shop sells is no way around the second person: skus that visitors are about to see first are no further below the cheapest of
 * the same maker's gold of their weight and fineness than one person may go. They are held until the transaction ends.
 *
 * Refuses charges_unlike with both.
 */
export async function requireLikeShown(tx: Tx, skuIds: number[]): Promise<void> {
  await tx.rows(sql`select 1 from catalogue.skus where id = any(${skuIds}::int[]) order by id for no key update`)
  const fit = sql`s.id = any(${skuIds}::int[]) and s.first_shown_at is null and o.first_shown_at is not null`
  const bySku = Map.groupBy(await pairsOf(tx, fit), ({ code }) => code)
  for (const pairs of bySku.values()) {
    const [nearest] = pairs
    if (nearest && pairs.every(isBelow)) throw new Refusal('charges_unlike', { code: nearest.code, like: nearest.like })
  }
}

/** Pieces go to no sku that is further below theirs than one person may go; both are held already. Refuses charges_unlike with both. */
export async function requireLikeTarget(tx: Tx, from: number, to: number): Promise<void> {
  const unlike = (await pairsOf(tx, sql`s.id = ${to} and o.id = ${from}`)).find(isBelow)
  if (unlike) throw new Refusal('charges_unlike', { code: unlike.code, like: unlike.like })
}

/** A sku beside each of the same store, maker, kind, weight and fineness that `fit` lets in, the cheapest first. */
const pairsOf = (tx: Tx, fit: Sql) =>
  tx.rows<Pair>(sql`
    select s.code, s.premium_bps as "premiumBps", s.making_minor as making, o.code as like, o.premium_bps as "likePremiumBps",
      o.making_minor as "likeMaking"
    from catalogue.skus s join catalogue.products p on p.id = s.product_id
    join catalogue.products q on (q.store, q.brand, q.kind) = (p.store, p.brand, p.kind)
    join catalogue.skus o on o.product_id = q.id and o.id <> s.id
      and (o.gross_weight_e4, o.fine_weight_e4, o.fineness) = (s.gross_weight_e4, s.fine_weight_e4, s.fineness)
    where ${fit} order by s.id, o.premium_bps, o.id`)

function isBelow({ premiumBps, making, likePremiumBps, likeMaking }: Pair): boolean {
  const like = [{ premiumBps: likePremiumBps, making: likeMaking }]
  return (
    (premiumBps < likePremiumBps && premiumTakesTwo(premiumBps, like)) ||
    (making < likeMaking && makingTakesTwo(making, like))
  )
}
