/** Makers whose own numbers pieces are known by, and pieces by what somebody typed of their number. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type Maker, plainNumber, scannedText } from './maker-rules.ts'
import type { OfficeMaker } from './office-contract.ts'
import { keptSerial, readSerial, showSerial } from './serial-rules.ts'

const columns = sql`m.code, m.forms, m.check_rule as "check"`

/** Who stamps the pieces of these brands, by brand; a brand that no maker has is not there. */
export async function makersOf(db: Pick<Queryable, 'rows'>, brands: string[]): Promise<Map<string, Maker>> {
  const rows = await db.rows<Maker & { brand: string }>(sql`
    select b.brand, ${columns} from unnest(${brands}::text[]) b(brand)
    join catalogue.maker_brands mb on mb.brand = lower(b.brand) join catalogue.makers m using (code)`)
  return new Map(rows.map(({ brand, ...maker }) => [brand, maker]))
}

export async function makerOf(db: Pick<Queryable, 'rows'>, brand: string): Promise<Maker | null> {
  return (await makersOf(db, [brand])).get(brand) ?? null
}

/** Who is meant by a name of a register: one of its brands, its own name, or its code. */
export async function makerNamed(db: Queryable, name: string): Promise<Maker | null> {
  const row = await db.row<Maker>(sql`
    select ${columns} from catalogue.makers m where lower(m.code) = lower(${name}) or lower(m.name) = lower(${name})
      or exists (select from catalogue.maker_brands b where b.code = m.code and b.brand = lower(${name})) order by m.code limit 1`)
  return row ?? null
}

type Row = Maker & { name: string; brands: string[]; pieces: number; changedAt: Date }

/** All makers by name, with their brands as products write them, and how many pieces are known by a number of theirs. */
export async function listMakers(db: Queryable): Promise<OfficeMaker[]> {
  const rows = await db.rows<Row>(sql`
    select ${columns}, m.name, m.changed_at as "changedAt",
      array(select coalesce((select p.brand from catalogue.products p where lower(p.brand) = b.brand order by p.id limit 1), b.brand)
        from catalogue.maker_brands b where b.code = m.code order by b.brand) as brands,
      coalesce(n.pieces, 0) as pieces
    from catalogue.makers m left join (
      select split_part(serial, ':', 1) as code, count(*)::int as pieces from catalogue.pieces where serial like '%:%' group by 1) n using (code)
    order by lower(m.name), m.code`)
  return rows.map(({ changedAt, ...maker }) => ({ ...maker, seen: changedAt.toISOString() }))
}

/**
 * The numbers, as they are kept, of the pieces that a typed one may name, as an SQL expression: one of ours by its check character, one
 * of a maker by what is stamped, with or without its code before it. More than one where two makers stamp the same; what is typed as it is
 * shown, or kept, names that one alone.
 */
export function namedBy(typed: string): Sql {
  const own = readSerial(typed)
  const text = scannedText(typed)
  const plain = /^[A-Z0-9]{1,60}$/.exec(plainNumber(text))?.[0] ?? ''
  const shown = /^[A-Z0-9]+:?[A-Z0-9]+$/.exec(keptSerial(text.toUpperCase()))?.[0] ?? ''
  return sql`
    select k.serial from (
      select ${own.kind === 'serial' ? own.serial : null}::text as serial
      union select m.code || ':' || ${plain} from catalogue.makers m
      union select m.code || ':' || substr(${plain}, length(m.code) + 1) from catalogue.makers m where starts_with(${plain}, m.code)
    ) k where k.serial in (select serial from catalogue.pieces)
      and (k.serial = ${shown} or not exists (select from catalogue.pieces where serial = ${shown}))`
}

/** The number, as it is kept, of the one piece that a typed one names. Refuses not_found; piece_ambiguous where two makers stamp the same. */
export async function requireNamed(db: Queryable, typed: string): Promise<string> {
  const [first, ...others] = await db.rows<{ serial: string }>(sql`${namedBy(typed)} order by 1`)
  if (!first) throw new Refusal('not_found')
  if (others.length > 0) throw ambiguous([first, ...others].map(({ serial }) => serial))
  return first.serial
}

/** Two makers stamp the same number: each is named as it can be typed. */
export const ambiguous = (serials: string[]) =>
  new Refusal('piece_ambiguous', { serials: serials.map(showSerial).join(', ') })

/** Whether any maker's own numbers are known here: then a text that is none of ours may still be a number. */
export async function areStamped(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select 1 as one from catalogue.makers limit 1`)) !== undefined
}
