/** What this area holds about a member, for the copy that they may ask for, and whether a case of theirs goes on. */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../money/money.ts'
import { heldMeltings } from './melting/consent-queries.ts'
import { heldCasePapers } from './papers/case-papers.ts'

type Held = {
  currency: Currency
  estimate: bigint
  offer: bigint | null
  quoted: bigint
  price: bigint | null
} & Record<'fine', bigint> &
  Record<string, unknown>
type HeldPiece = { serial: string; fine: bigint; weighed: bigint | null; paid: bigint | null } & Record<string, unknown>

export async function heldByGoldback(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [cases, pieces, moves, papers, pictures, meltings] = await Promise.all([
    db.rows<Held>(sql`
      select number, kind, title, store, currency, state, quoted_minor as quoted, fine_e4 as fine, estimate_minor as estimate, fixed_until, price_minor as price,
        offer_minor as offer, answer_until, booked_at, come_until, received_at, ended_at,
        paid_in, carrier, tracking, scanned_at
      from goldback.cases where member_id = ${memberId} order by booked_at, id`),
    db.rows<HeldPiece & { currency: Currency }>(sql`
      select c.number, c.currency, p.serial, p.form, p.maker, p.marked, p.about, p.fine_e4 as fine, p.fineness, p.weighed_e4 as weighed, p.assayed, p.method, p.paid_minor as paid
      from goldback.pieces p left join goldback.cases c on c.id = p.case_id where p.member_id = ${memberId} order by c.booked_at, p.position`),
    db.rows(sql`
      select c.number, m.from_state, m.to_state, m.created_at from goldback.moves m join goldback.cases c on c.id = m.case_id
      where c.member_id = ${memberId} order by m.id`),
    heldCasePapers(db, memberId),
    db.rows(sql`
      select c.number, p.kind, p.added_at, p.destroyed_at from goldback.pictures p left join goldback.cases c on c.id = p.case_id
      where p.member_id = ${memberId} order by p.added_at, p.id`),
    heldMeltings(db, memberId),
  ])
  return {
    cases: cases.map(({ quoted, fine, estimate, price, offer, ...one }) => {
      const money = (units: bigint | null) => (units === null ? null : moneyText(minor(units), one.currency))
      return {
        ...{ ...one, quoted: money(quoted), grams: weightText(weight(fine)), estimate: money(estimate) },
        ...{ price: money(price), offer: money(offer) },
      }
    }),
    pieces: pieces.map(({ fine, weighed, paid, currency, ...piece }) => ({
      ...{ ...piece, grams: weightText(weight(fine)) },
      weighed: weighed === null ? null : weightText(weight(weighed)),
      paid: paid === null ? null : moneyText(minor(paid), currency),
    })),
    moves,
    ...{ papers, pictures, meltings },
  }
}

/** Whether pieces of a member are being sold: their account does not close meanwhile. */
export async function hasOpenCase(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from goldback.cases where member_id = ${memberId} and ended_at is null limit 1`)
  return row !== undefined
}
