import { brokenConstraint, type Sql, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Details } from '../staff/did-rules.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { Store } from '../stores/stores.ts'
import type { NamedPage } from './page-queries.ts'
import { type PageTexts, tooLong, wrongPage } from './page-rules.ts'
import { templatePages } from './template-rules.ts'

type DraftWish = NamedPage & { revision: number; texts: PageTexts }
type Saved = { revision: number }
/** `follows` is the version that the person saw in force. */
type Publishing = NamedPage & { follows: number; reason: string }

/**
 * The draft of a page is as wished, in place of the revision that its writer saw; 0 begins the first one.
 *
 * Refuses not_found; invalid_input for a text that is too long; edited_meanwhile when somebody else has saved, published or dropped it since.
 */
export function savePageDraft(karat: Bag<'content'>, staff: Staff, wish: DraftWish): Promise<Saved> {
  getStore(karat, wish)
  const wrong = tooLong(wish.texts)
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
  const texts = sql`${JSON.stringify(wish.texts)}::jsonb`
  return karat.db.transaction(async (tx) => {
    const saved = await tx.row<Saved>(
      wish.revision === 0
        ? sql`insert into content.page_drafts (store, slug, texts, updated_by)
            values (${wish.store}, ${wish.slug}, ${texts}, ${staff.name}) on conflict do nothing returning revision`
        : sql`update content.page_drafts set texts = ${texts}, is_open = true, revision = revision + 1, updated_at = now(),
              updated_by = ${staff.name}
            where store = ${wish.store} and slug = ${wish.slug} and revision = ${wish.revision} returning revision`,
    )
    if (!saved) throw new Refusal('edited_meanwhile')
    await record(tx, staff, wish, { did: 'edit', revision: saved.revision })
    return saved
  })
}

/** No draft is open. Refuses edited_meanwhile as `savePageDraft`. */
export function dropPageDraft(karat: Bag<'content'>, staff: Staff, page: NamedPage & Saved): Promise<Saved> {
  getStore(karat, page)
  return karat.db.transaction(async (tx) => {
    const closed = await closeDraft(tx, page)
    await record(tx, staff, page, { did: 'drop', revision: closed.revision })
    return { revision: closed.revision }
  })
}

/**
 * What the draft says is what every reader gets from now on, as a new version; the draft is closed.
 *
 * Refuses not_found; invalid_input by part and language for a page that is not whole; edited_meanwhile when the draft is another one now, or
 * another version than the one seen is in force.
 */
export function publishPage(
  karat: Bag<'content'>,
  staff: Staff,
  wish: Publishing & Saved,
): Promise<{ version: number }> {
  const store = getStore(karat, wish)
  return karat.db.transaction(async (tx) => {
    const { texts } = await closeDraft(tx, wish)
    return add(tx, staff, { ...wish, store, restores: null }, texts)
  })
}

/**
 * An earlier version holds again, as a new one; 0 is the text of the release. An open draft stays open.
 *
 * Refuses not_found; edited_meanwhile when another version than the one seen is in force.
 */
export function restorePage(
  karat: Bag<'content'>,
  staff: Staff,
  wish: Publishing & { restores: number },
): Promise<{ version: number }> {
  const store = getStore(karat, wish)
  return karat.db.transaction(async (tx) => {
    const before = await tx.row<{ texts: PageTexts }>(sql`select texts from content.page_versions
      where store = ${store.code} and slug = ${wish.slug} and version = ${wish.restores}`)
    if (!before && wish.restores !== 0) throw new Refusal('not_found')
    return add(tx, staff, { ...wish, store }, before?.texts ?? templatePages[wish.slug])
  })
}

function getStore(karat: Bag<'content'>, { store }: NamedPage): Store {
  const found = karat.stores.get(store)
  if (!found) throw new Refusal('not_found')
  return found
}

async function closeDraft(tx: Tx, { store, slug, revision }: NamedPage & Saved) {
  const closed = await tx.row<Saved & { texts: PageTexts }>(sql`
    update content.page_drafts set is_open = false, revision = revision + 1
    where store = ${store} and slug = ${slug} and revision = ${revision} and is_open returning revision, texts`)
  if (!closed) throw new Refusal('edited_meanwhile')
  return closed
}

type Adding = Omit<Publishing, 'store'> & { store: Store; restores: number | null }

async function add(tx: Tx, staff: Staff, wish: Adding, texts: PageTexts) {
  const { store, slug, follows, reason, restores } = wish
  const wrong = wrongPage(texts, store.language)
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
  const version = follows + 1
  await inOrder(
    tx,
    sql`insert into content.page_versions (store, slug, version, texts, reason, published_by, restores)
      values (${store.code}, ${slug}, ${version}, ${JSON.stringify(texts)}::jsonb, ${reason}, ${staff.name}, ${restores})`,
  )
  await recordAction(tx, staff, {
    action: 'content.page',
    subject: { kind: 'page', id: slug },
    store: store.code,
    reason,
    details: { did: 'publish', version, ...(restores === null ? {} : { restores }) },
  })
  await tx.run(sql`select pg_notify('karat_catalogue', 'all')`)
  return { version }
}

/** The database lets one version follow another: whoever comes second has seen an old one. */
async function inOrder(tx: Tx, insert: Sql) {
  await tx.run(insert).catch((error) => {
    const broken = brokenConstraint(error)
    if (broken === 'page_versions_pkey' || broken === 'page_versions_follow') throw new Refusal('edited_meanwhile')
    throw error
  })
}

const record = (tx: Tx, staff: Staff, { store, slug }: NamedPage, details: Details) =>
  recordAction(tx, staff, { action: 'content.edit', subject: { kind: 'page', id: slug }, store, details })
