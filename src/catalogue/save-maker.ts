/** Makers are added and changed by staff; what pieces are known by stays. */
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { CheckRule } from './maker-rules.ts'

/** `seen`: what `changed_at` was when the person looked; null: a maker that there was not. */
type MakerWish = {
  code: string
  name: string
  brands: string[]
  forms: string[]
  check: CheckRule
  seen: string | null
}

/**
 * From now on pieces of these brands come in under the maker's own numbers. Pieces that are there keep theirs, whatever the numbers of the
 * maker look like from now on.
 *
 * Refuses invalid_input (code) for a new maker whose code another has, or begins with, or begins; edited_meanwhile; invalid_input (brands)
 * for a brand of another maker.
 */
export const saveMaker = ({ db }: Bag<'catalogue'>, staff: Staff, wish: MakerWish) =>
  db.transaction(async (tx) => {
    const before = await hold(tx, wish)
    const brands = [...new Set(wish.brands.map((brand) => brand.toLowerCase()))]
    await requireFree(tx, wish, brands)
    await tx.run(sql`
      insert into catalogue.makers (code, name, forms, check_rule) values (${wish.code}, ${wish.name}, ${wish.forms}::text[], ${wish.check})
      on conflict (code) do update set name = excluded.name, forms = excluded.forms, check_rule = excluded.check_rule, changed_at = clock_timestamp()`)
    await tx.run(sql`
      delete from catalogue.maker_brands where code = ${wish.code} and brand <> all(${brands}::text[])`)
    await tx.run(sql`
      insert into catalogue.maker_brands (brand, code) select unnest(${brands}::text[]), ${wish.code} on conflict (brand) do nothing`)
    const { code, name, forms, check } = wish
    const did = before ? ('edit_maker' as const) : ('add_maker' as const)
    const details = { did, before, after: { name, forms, check, brands } }
    await recordAction(tx, staff, { action: 'catalogue.add', subject: { kind: 'maker', id: code }, details })
    return { done: true as const }
  })

type Before = { name: string; forms: string[]; check: CheckRule; brands: string[] } | null

/** One at a time: two makers must not take one brand, nor codes of which one begins the other. */
async function hold(tx: Tx, { code, seen }: MakerWish): Promise<Before> {
  await tx.run(sql`lock table catalogue.makers in share row exclusive mode`)
  const row = await tx.row<NonNullable<Before> & { changedAt: Date }>(sql`
    select name, forms, check_rule as "check", changed_at as "changedAt",
      array(select brand from catalogue.maker_brands b where b.code = m.code order by brand) as brands
    from catalogue.makers m where code = ${code}`)
  if (row && seen === null) throw invalidInput({ code: problem('maker_taken', { name: row.name }) })
  if ((row?.changedAt.toISOString() ?? null) !== seen) throw new Refusal('edited_meanwhile')
  if (!row) return null
  const { changedAt: _, ...before } = row
  return before
}

async function requireFree(tx: Tx, { code, brands: typed }: MakerWish, brands: string[]): Promise<void> {
  const like = await tx.row<{ name: string }>(sql`
    select name from catalogue.makers where code <> ${code} and (starts_with(code, ${code}) or starts_with(${code}, code)) limit 1`)
  if (like) throw invalidInput({ code: problem('maker_taken', { name: like.name }) })
  const taken = await tx.row<{ brand: string; name: string }>(sql`
    select b.brand, m.name from catalogue.maker_brands b join catalogue.makers m using (code)
    where b.brand = any(${brands}::text[]) and b.code <> ${code} limit 1`)
  if (!taken) return
  const brand = typed.find((one) => one.toLowerCase() === taken.brand) ?? taken.brand
  throw invalidInput({ brands: problem('brand_taken', { brand, name: taken.name }) })
}
