import { askForCharges, recentCharges } from '../../../catalogue/change-premium.ts'
import { premiumTakesTwo } from '../../../catalogue/charge-rules.ts'
import {
  addImported,
  type Imported,
  type ImportedSku,
  lockGoods,
  lockImports,
} from '../../../catalogue/imports/add-imported.ts'
import { ancestry } from '../../../catalogue/listing-rules.ts'
import { shopLanguages } from '../../../catalogue/new-goods-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { type Once, once } from '../../../http/idempotency.ts'
import type { Karat } from '../../../karat.ts'
import { problem } from '../../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../../refusals.ts'
import { requirePermission, type Staff } from '../../../staff/door.ts'
import type { Permission } from '../../../staff/permission-rules.ts'
import { type Action, recordActions } from '../../../staff/record-action.ts'
import { alone } from '../import-file.ts'
import { type House, type PlanRow, type PlanWish, type ProductPlan, planProducts } from './plan-products.ts'
import { type ProductFile, readProducts } from './read-products.ts'

type PreviewWish = PlanWish & { text: string }
/** `take` are lines of rows: new ones that come in, and known ones whose premium becomes what is said; `texts` those of known products. */
type ImportWish = PreviewWish & { digest: string; take: number[]; texts: number[]; reason: string }

/** Throws invalid_input (text) for what is no product export, saying which of all. */
function fileOf({ text, store }: PreviewWish, karat: Karat): { file: ProductFile; house: House } {
  const home = karat.stores.get(store)
  if (!home) throw invalidInput({ store: problem('unknown') })
  const file = readProducts(text, home.currency)
  if ('problem' in file) throw new Refusal('import_unreadable', { problem: file.problem, line: file.line })
  const all = karat.catalogue.allCategories()
  const byId = new Map(all.map((one) => [one.id, one]))
  const categories = new Map(all.map(({ id, slug }) => [slug, { root: ancestry(byId, id)[0]?.slug ?? '' }]))
  const price = karat.prices.live(store, home.currency)
  return { file, house: { currency: home.currency, ask: price?.ask ?? null, categories } }
}

/** What the file would bring now; nothing is written. Refuses import_running; import_unreadable; invalid_input (store). */
export const previewProducts = (karat: Karat, wish: PreviewWish): Promise<ProductPlan> =>
  alone(karat, async () => {
    const { file, house } = fileOf(wish, karat)
    return planProducts(karat.db, file, wish, house)
  })

/**
 * The lines that were taken are products and skus that staff see, exactly as they were shown; the words that placed them are
 * kept for the next file. A text that the file leaves empty stays as it is. Nothing is shown to visitors, nothing is in stock, no price is taken but as a premium somebody took.
 *
 * A premium that takes two people is asked for: `approval_id` names the request.
 *
 * Refuses permission_missing for what the person may not do by hand; import_running; import_unreadable; edited_meanwhile when it
 * would bring something else than was shown; invalid_input (take, texts) for lines that cannot be taken.
 */
export async function importProducts(karat: Karat, staff: Staff, wish: ImportWish, request: Once) {
  const answer = await alone(karat, async () => {
    const { file, house } = fileOf(wish, karat)
    const found = await planProducts(karat.db, file, wish, house)
    for (const permission of needed(found.rows, wish)) await requirePermission(karat, staff, permission)
    return once(karat.db, request, async (tx) => {
      await lockImports(tx)
      await lockGoods(tx, [...new Set(found.rows.flatMap(({ product }) => product.known?.id ?? []))])
      const plan = await planProducts(tx, file, wish, house)
      if (plan.digest !== wish.digest) throw new Refusal('edited_meanwhile')
      const wished = importedOf(plan, wish, staff.name)
      const { alone: premiums, two } = await partPremiums(tx, wished.premiums)
      const imported = { ...wished, premiums }
      const { id, products } = await addImported(tx, imported)
      const { made, added, texts } = imported
      const approval = two.length > 0 ? await askFor(tx, staff, { id, plan, two }, wish) : null
      const counts = {
        products: made.length,
        skus: [...made, ...added].reduce((sum, { skus }) => sum + skus.length, 0),
        changed: texts.length + premiums.length,
      }
      await recordActions(tx, staff, recordsOf({ id, products, imported, counts }, wish))
      return {
        ...{ import_id: String(id), ...counts, approval_id: approval },
        passed_over: plan.rows.length - wish.take.length,
      }
    })
  })
  await karat.catalogue.refresh()
  return answer
}

type Premiums = Imported['premiums']
/** Premiums of what visitors have seen that move further than one person may move them wait for a second. */
async function partPremiums(tx: Tx, premiums: Premiums): Promise<{ alone: Premiums; two: Premiums }> {
  const recent = await recentCharges(
    tx,
    premiums.map(({ skuId }) => skuId),
  )
  const takesTwo = ({ skuId, after }: Premiums[number]) => premiumTakesTwo(after, recent.get(skuId) ?? [])
  return { alone: premiums.filter((one) => !takesTwo(one)), two: premiums.filter(takesTwo) }
}

type Asking = { id: bigint; plan: ProductPlan; two: Premiums }
async function askFor(tx: Tx, staff: Staff, { id, plan, two }: Asking, { store, reason }: ImportWish): Promise<string> {
  const codes = new Map(plan.rows.flatMap(({ now, code }) => (now ? [[now.skuId, code] as const] : [])))
  const charges = two.map(({ skuId, before, after }) => ({
    ...{ sku: skuId, code: codes.get(skuId) ?? '' },
    premium_bps: { from: before, to: after },
  }))
  const subject = { kind: 'file' as const, id: String(id) }
  return (await askForCharges(tx, staff, { subject, store, reason, charges })).approval_id
}

/** What the same would need by hand. A premium that is said of a line is one that somebody took or typed. */
function needed(rows: PlanRow[], { take, texts, said }: ImportWish): Permission[] {
  const taken = rows.filter(({ line }) => take.includes(line))
  const priced = new Set(said.filter(({ premium_bps: points }) => points !== undefined).map(({ line }) => line))
  return [
    ...(taken.some(({ does }) => does !== 'known') ? (['catalogue.add'] as const) : []),
    ...(texts.length > 0 ? (['catalogue.edit'] as const) : []),
    ...(taken.some(({ line }) => priced.has(line)) ? (['catalogue.price'] as const) : []),
  ]
}

function importedOf({ rows, source, digest, words }: ProductPlan, wish: ImportWish, by: string): Imported {
  const takes = new Set(wish.take)
  const said = new Set(wish.said.filter(({ premium_bps: points }) => points !== undefined).map(({ line }) => line))
  const taken = rows.filter(
    (row) => takes.has(row.line) && !row.problem && (row.does !== 'known' || said.has(row.line)),
  )
  if (taken.length !== takes.size || takes.size !== wish.take.length) throw invalidInput({ take: problem('unknown') })
  const texted = rows.filter(
    ({ product: { known, line } }, at) => known && wish.texts.includes(line) && rows[at - 1]?.product.line !== line,
  )
  if (texted.length !== wish.texts.length) throw invalidInput({ texts: problem('unknown') })
  if (taken.length + texted.length === 0) throw invalidInput({ take: problem('empty') })
  const groups = [
    ...Map.groupBy(
      taken.filter(({ does }) => does !== 'known'),
      ({ product }) => product.handle,
    ).values(),
  ]
  return {
    ...{ store: wish.store, source, digest, by, words },
    made: groups.flatMap((own) => (own[0] && !own[0].product.known ? [newProduct(own[0], own, wish.language)] : [])),
    added: groups.flatMap((own) => {
      const known = own[0]?.product.known
      return known ? [{ productId: known.id, handle: own[0]?.product.handle ?? '', skus: own.flatMap(skuOf) }] : []
    }),
    texts: texted.flatMap(({ product: { known, title, description } }) =>
      known
        ? [
            {
              productId: known.id,
              name: written(wish.language, title),
              description: written(wish.language, description),
            },
          ]
        : [],
    ),
    premiums: taken.flatMap(({ now, premiumBps }) =>
      now ? [{ skuId: now.skuId, before: now.premiumBps, after: premiumBps }] : [],
    ),
  }
}

/** What the file does not say stays. */
const written = (language: string, text: string): Record<string, string> => (text.trim() ? { [language]: text } : {})

function newProduct({ product }: PlanRow, own: PlanRow[], language: string): Imported['made'][number] {
  const { handle, category, form, brand, title, description } = product
  if (!category || !form || !brand) throw new Error(`line ${product.line} has a place`)
  const inOne = (text: string) => Object.fromEntries(shopLanguages.map((one) => [one, one === language ? text : '']))
  return {
    handle,
    category,
    form,
    brand,
    name: inOne(title),
    description: inOne(description),
    skus: own.flatMap(skuOf),
  }
}

const skuOf = ({ code, facts, fineness, premiumBps }: PlanRow): ImportedSku[] =>
  facts && fineness.value
    ? [{ code, attributes: facts.attributes, gross: facts.gross, fine: facts.fine, ...fineness.value, premiumBps }]
    : []

type Done = { id: bigint; products: number[]; imported: Imported; counts: Record<string, number> }

/** The file, and for each product the same as when it is done by hand. */
function recordsOf({ id, products, imported, counts }: Done, { store, reason }: ImportWish): Action[] {
  const file = String(id)
  const about = (product: number) => ({ subject: { kind: 'product', id: String(product) }, store })
  return [
    {
      ...{ action: 'stock.import', subject: { kind: 'import', id: file }, store, reason },
      details: { did: 'import_products', source: imported.source, ...counts, digest: imported.digest },
    },
    ...imported.made.map(
      ({ category, form, brand, skus }, at): Action => ({
        ...about(products[at] ?? 0),
        action: 'catalogue.add',
        details: { did: 'add_product', category, form, brand, skus: skus.map(({ code }) => code), file },
      }),
    ),
    ...imported.added.map(
      ({ productId, skus }): Action => ({
        ...about(productId),
        action: 'catalogue.add',
        details: { did: 'add_sku', skus: skus.map(({ code }) => code), file },
      }),
    ),
    ...imported.texts.map(
      ({ productId }): Action => ({
        ...about(productId),
        action: 'catalogue.edit',
        details: { did: 'edit', file },
      }),
    ),
    ...imported.premiums.map(
      ({ skuId, before, after }): Action => ({
        ...{ action: 'catalogue.price', subject: { kind: 'sku', id: String(skuId) }, store, reason },
        details: { did: 'change_premium', before_bps: before, after_bps: after, file },
      }),
    ),
  ]
}
