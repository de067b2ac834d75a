/** The whole published catalogue in memory, read again when the database says that something a page shows has changed. */
import { forgetPictures, learnPictures } from '../content/picture-queries.ts'
import type { PictureFacts } from '../content/picture-rules.ts'
import { type Db, type Queryable, sql } from '../db/database.ts'
import type { Listener } from '../db/listen.ts'
import type { BasisPoints, Minor, Weight } from '../money/money.ts'
import { isWhole } from './new-goods-rules.ts'

export type Texts = Record<string, string>
export type Kind = 'bar' | 'coin' | 'jewellery'
/** `name` is one of src/content/pictures.json; `shows` are the values of attributes that it shows rather than the first. */
export type Picture = { name: string; alt: Texts; shows?: Record<string, string[]> }
export type Sku = {
  id: number
  productId: number
  code: string
  attributes: Record<string, string>
  grossWeight: Weight
  fineWeight: Weight
  fineness: number
  karat: number
  premiumBps: BasisPoints
  making: Minor
  scarce: boolean
  /**
   * Pieces that could be ordered when this memory was last refreshed: exact to 5, above that it may lag behind until
   * the stock crosses 10, 25, 50 or 100. submit_order asks the database.
   */
  stock: number
}
export type Product = {
  id: number
  store: string
  categoryId: number
  kind: Kind
  brand: string
  form: string
  series: string | null
  name: Texts
  description: Texts
  certificate: Texts
  /** Those with words in every language. */
  gallery: Picture[]
  popularity: number
  publishedAt: number
  skus: Sku[]
}
export type Category = {
  id: number
  parentId: number | null
  slug: string
  name: Texts
  text: Texts
  image: string | null
  /** It or the one above it: products may be filed there, visitors see none of it. */
  hidden: boolean
}
export type CatalogueMemory = {
  /** Changes whenever anything that a list or a page shows does. */
  version(): number
  /** Those that visitors see, in their order. */
  categories(): Category[]
  /** Hidden ones too. */
  allCategories(): Category[]
  products(store: string): Product[]
  product(store: string, id: number): Product | undefined
  /** A published sku of this store with its product. */
  sku(store: string, id: number): { product: Product; sku: Sku } | undefined
  /** Reads everything anew; resolves when memory holds what was committed before the call. */
  refresh(): Promise<void>
  close(): Promise<void>
}

type Shelf = { products: Product[]; byId: Map<number, Product>; skus: Map<number, { product: Product; sku: Sku }> }
type Content = { categories: Category[]; shelves: Map<string, Shelf>; uploaded: ReadonlySet<string> }
type Opening = { db: Db; listener: Listener }

/** What the database's notice names: the stock of some sku, or anything else. */
type Change = 'stock' | 'all'
const RETRY_MS = 500
/** Notices that come in a burst share one reading. */
const GATHER_MS = 20

/** Reads the catalogue and keeps it current by the database's notices. */
export async function openCatalogueMemory({ db, listener }: Opening): Promise<CatalogueMemory> {
  let content = await readContent(db)
  let version = 1
  const turns = inTurn(async (change) => {
    if (change === 'all') content = await readAfter(db, content)
    else if (!(await patchStock(db, content))) return
    version += 1
  })
  const ear = hearChanges(listener, turns.read)
  return {
    version: () => version,
    categories: () => content.categories.filter(({ hidden }) => !hidden),
    allCategories: () => content.categories,
    products: (store) => content.shelves.get(store)?.products ?? [],
    product: (store, id) => content.shelves.get(store)?.byId.get(id),
    sku: (store, id) => content.shelves.get(store)?.skus.get(id),
    refresh: () => turns.read('all'),
    async close() {
      ear.close()
      await turns.idle()
    },
  }
}

/** One reading at a time; all that are asked for during one share the one after it. */
function inTurn(work: (change: Change) => Promise<void>) {
  let current: Promise<void> = Promise.resolve()
  let next: { change: Change; done: Promise<void> } | undefined
  return {
    read(change: Change): Promise<void> {
      if (next) {
        if (change === 'all') next.change = 'all'
        return next.done
      }
      const following = { change, done: current }
      following.done = current
        .catch(() => {})
        .then(() => {
          next = undefined
          return work(following.change)
        })
      next = following
      current = following.done
      return current
    },
    idle: () => current.catch(() => {}),
  }
}

/** Asks for a reading after every notice and every (re)connection, and again when one failed, so that no notice is lost. */
function hearChanges(listener: Listener, read: (change: Change) => Promise<void>): { close(): void } {
  let waiting: { change: Change; timer: NodeJS.Timeout } | undefined
  let closed = false

  function readIn(delayMs: number, change: Change) {
    if (closed) return
    if (waiting) {
      if (change === 'all') waiting.change = 'all'
      return
    }
    const started = {
      change,
      timer: setTimeout(() => {
        waiting = undefined
        read(started.change).catch(() => readIn(RETRY_MS, 'all'))
      }, delayMs),
    }
    waiting = started
  }

  listener.on(
    'karat_catalogue',
    (payload) => readIn(GATHER_MS, payload === 'stock' ? 'stock' : 'all'),
    () => readIn(0, 'all'),
  )
  return {
    close() {
      closed = true
      clearTimeout(waiting?.timer)
    },
  }
}

/** A row of catalogue.skus, called s, as a `Sku`. */
export const skuColumns = sql`s.id, s.product_id as "productId", s.code, s.attributes, s.gross_weight_e4 as "grossWeight",
  s.fine_weight_e4 as "fineWeight", s.fineness, s.karat, s.premium_bps as "premiumBps", s.making_minor as making, s.scarce, s.stock`

async function readContent(db: Queryable): Promise<Content> {
  const [categories, products, skus, pictures] = await Promise.all([
    db.rows<Category>(
      sql`select c.id, c.parent_id as "parentId", c.slug, c.name, c.text, c.image, c.hidden or coalesce(above.hidden, false) as hidden
        from catalogue.categories c left join catalogue.categories above on above.id = c.parent_id order by c.position, c.id`,
    ),
    db.rows<Omit<Product, 'skus' | 'publishedAt'> & { publishedAt: Date }>(sql`
      select id, store, category_id as "categoryId", kind, brand, form, series, name, description, certificate, gallery, popularity,
        published_at as "publishedAt"
      from catalogue.products where published_at is not null order by id`),
    db.rows<Sku>(sql`
      select ${skuColumns} from catalogue.skus s where published_at is not null order by product_id, position, id`),
    db.rows<PictureFacts & { name: string }>(sql`select name, width, height, blur from catalogue.pictures`),
  ])
  learnPictures(pictures)
  const byProduct = Map.groupBy(skus, (sku) => sku.productId)
  const shelves = new Map<string, Shelf>()
  for (const row of products) {
    // A picture that came in a moment ago has no words yet: whoever does not see it would be told nothing.
    const gallery = row.gallery.filter(({ alt }) => isWhole(alt))
    const product = { ...row, gallery, publishedAt: row.publishedAt.getTime(), skus: byProduct.get(row.id) ?? [] }
    if (product.skus.length > 0) place(shelves, product)
  }
  return { categories, shelves, uploaded: new Set(pictures.map(({ name }) => name)) }
}

/** Pictures that were there and are no longer, are forgotten. */
async function readAfter(db: Queryable, { uploaded }: Content): Promise<Content> {
  const content = await readContent(db)
  forgetPictures([...uploaded].filter((name) => !content.uploaded.has(name)))
  return content
}

function place(shelves: Map<string, Shelf>, product: Product) {
  const shelf: Shelf = shelves.get(product.store) ?? { products: [], byId: new Map(), skus: new Map() }
  shelves.set(product.store, shelf)
  shelf.products.push(product)
  shelf.byId.set(product.id, product)
  for (const sku of product.skus) shelf.skus.set(sku.id, { product, sku })
}

/** Brings the stock of every sku up to date; false when nothing had changed. */
async function patchStock(db: Queryable, { shelves }: Content): Promise<boolean> {
  const rows = await db.rows<{ id: number; stock: number }>(
    sql`select id, stock from catalogue.skus where published_at is not null`,
  )
  const stocks = new Map(rows.map((row) => [row.id, row.stock]))
  let changed = false
  for (const { skus } of shelves.values())
    for (const { sku } of skus.values()) {
      const stock = stocks.get(sku.id)
      if (stock === undefined || stock === sku.stock) continue
      sku.stock = stock
      changed = true
    }
  return changed
}
