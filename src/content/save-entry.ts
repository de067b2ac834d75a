import { brokenConstraint, raw, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Details } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { getEntry, tables } from './entry-queries.ts'
import { type EntryFields, type EntryKind, shapesOf, wrongFields } from './entry-rules.ts'
import { isKept } from './picture-queries.ts'

type Named = { kind: EntryKind; id: number; revision: number }
/** `from`: a moment, `always`, or null for a draft. */
type EntryWish = {
  kind: EntryKind
  id: number | null
  revision: number
  store: string
  from: string | null
  until: string | null
  fields: EntryFields
}
type Saved = { id: number; revision: number }

/**
 * The entry is as wished, for every reader from now on, in place of the revision that the writer saw; a null id adds one.
 *
 * Refuses permission_missing; invalid_input by field; not_found; edited_meanwhile when somebody else has saved since.
 */
export function saveEntry(karat: Bag<'content'>, staff: Staff, wish: EntryWish): Promise<Saved> {
  requireSound(karat, wish)
  return karat.db.transaction(async (tx) => {
    await requireGroup(tx, wish)
    const before = wish.id === null ? null : await getEntry(tx, wish.kind, wish.id)
    if (before && before.store !== wish.store) throw new Refusal('not_found')
    const saved = await write(tx, wish, staff.name)
    const changed = Object.keys(wish.fields).filter(
      (name) => JSON.stringify(before?.fields[name]) !== JSON.stringify(wish.fields[name]),
    )
    await record(
      tx,
      staff,
      { ...wish, id: saved.id },
      { did: before ? 'edit' : 'add', changed, revision: saved.revision },
    )
    return saved
  })
}

/** Readers see it from now on. Refuses as `saveEntry`. */
export const publishEntry = (karat: Bag<'content'>, staff: Staff, entry: Named): Promise<Saved> =>
  schedule(karat, staff, entry, 'publish')

/** No reader sees it from now on; it stays for the staff. Refuses as `saveEntry`. */
export const unpublishEntry = (karat: Bag<'content'>, staff: Staff, entry: Named): Promise<Saved> =>
  schedule(karat, staff, entry, 'unpublish')

function schedule(karat: Bag<'content'>, staff: Staff, entry: Named, did: 'publish' | 'unpublish'): Promise<Saved> {
  const { name, from } = tables[entry.kind]
  const change =
    did === 'publish'
      ? raw(`${from} = least(${from}, now()), ends_at = case when ends_at <= now() then 'infinity' else ends_at end`)
      : sql`ends_at = now()`
  return karat.db.transaction(async (tx) => {
    const before = await getEntry(tx, entry.kind, entry.id)
    const saved = await tx.row<Saved>(sql`
      update ${raw(`content.${name}`)} set ${change}, revision = revision + 1, updated_at = now(), updated_by = ${staff.name}
      where id = ${entry.id} and revision = ${entry.revision} returning id, revision`)
    if (!saved) throw new Refusal('edited_meanwhile')
    await record(tx, staff, { ...entry, store: before.store }, { did, revision: saved.revision })
    return saved
  })
}

function requireSound(karat: Bag<'content'>, { kind, store, from, until, fields }: EntryWish) {
  if (!karat.stores.has(store)) throw new Refusal('not_found')
  const wrong = wrongFields(kind, fields)
  for (const [name, { as }] of shapesOf(kind))
    if (as === 'picture' && fields[name] !== '' && !isKept(String(fields[name]))) wrong[name] ??= problem('not_right')
  if (until !== null && from !== null && from !== 'always' && Date.parse(until) <= Date.parse(from))
    wrong.until = problem('after_start')
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
}

async function requireGroup(tx: Tx, { kind, store, fields }: EntryWish) {
  if (kind !== 'problem') return
  const group = await tx.row(
    sql`select id from content.problem_groups where id = ${Number(fields.group_id)} and store = ${store}`,
  )
  if (!group) throw invalidInput({ group_id: problem('not_right') })
}

async function write(
  tx: Tx,
  { kind, id, revision, store, from, until, fields }: EntryWish,
  by: string,
): Promise<Saved> {
  const { name, from: fromColumn } = tables[kind]
  const values = {
    ...fields,
    ...(kind === 'problem' ? {} : { store }),
    [fromColumn]: from === 'always' ? '-infinity' : (from ?? 'infinity'),
    ends_at: until ?? 'infinity',
    updated_by: by,
  }
  const columns = raw(Object.keys(values).join(', '))
  const row = sql`(select ${columns} from jsonb_populate_record(null::${raw(`content.${name}`)}, ${JSON.stringify(values)}::jsonb))`
  try {
    const saved = await tx.row<Saved>(
      id === null
        ? sql`insert into ${raw(`content.${name}`)} (${columns}) ${row} returning id, revision`
        : sql`update ${raw(`content.${name}`)} set (${columns}) = ${row}, revision = revision + 1, updated_at = now()
            where id = ${id} and revision = ${revision} returning id, revision`,
    )
    if (!saved) throw new Refusal('edited_meanwhile')
    return saved
  } catch (error) {
    if (brokenConstraint(error) === 'problems_pkey') throw invalidInput({ slug: problem('used') })
    throw error
  }
}

/** With the record every instance is told, so that no page kept in memory shows the former text. */
async function record(
  tx: Tx,
  staff: Staff,
  { kind, id, store }: { kind: EntryKind; id: number; store: string },
  details: Details,
) {
  await recordAction(tx, staff, { action: 'content.edit', subject: { kind, id: String(id) }, store, details })
  await tx.run(sql`select pg_notify('karat_catalogue', 'all')`)
}
