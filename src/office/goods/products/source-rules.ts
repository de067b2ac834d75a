/** Product exports of other shop software: which one a file is, and its rows put together as products with variants. Pure. */

export const sources = ['shopify', 'woocommerce', 'medusa'] as const
export type Source = (typeof sources)[number]

/** Names and values as the other shop wrote them. */
export type Named = readonly [name: string, value: string]
export type SourceVariant = { line: number; code: string; title: string; options: Named[]; price: string }
export type SourceProduct = {
  line: number
  handle: string
  title: string
  html: string
  brand: string
  category: string
  attributes: Named[]
  images: string[]
  variants: SourceVariant[]
}
export const sourceProblems = ['no_handle', 'no_title', 'no_parent', 'kind_unknown', 'no_variant'] as const
export type SourceProblem = (typeof sourceProblems)[number]
type SourceFault = { line: number; problem: SourceProblem; value: string }
export type Grouped = { products: SourceProduct[]; faults: SourceFault[] }

/** One line of a file: the value of the first of these columns that it has and fills, or nothing. Names in small letters. */
export type SourceRow = { line: number; of: (...columns: string[]) => string }

/** What only this software's export has; Shopify's of 2024 names its columns otherwise than those before. */
const marks: Record<Source, readonly (readonly string[])[]> = {
  shopify: [
    ['handle', 'title', 'option1 name', 'option1 value', 'variant price'],
    ['url handle', 'title', 'option1 name', 'option1 value', 'price'],
  ],
  woocommerce: [['id', 'type', 'sku', 'name', 'regular price', 'categories']],
  medusa: [['product handle', 'product title', 'variant sku']],
}

/** Whose export has these columns (in small letters); null for nobody's that is known. */
export const sourceOf = (columns: readonly string[]): Source | null =>
  sources.find((source) => marks[source].some((all) => all.every((column) => columns.includes(column)))) ?? null

/** `currency` picks the price where a file has one for each. */
export function groupRows(source: Source, rows: SourceRow[], currency: string): Grouped {
  if (source === 'woocommerce') return groupWoo(rows)
  return groupByHandle(rows, source === 'shopify' ? shopify : medusaIn(currency.toLowerCase()))
}

type Reader = {
  handle: string[]
  head: (row: SourceRow) => Omit<SourceProduct, 'line' | 'handle' | 'images' | 'variants'>
  images: (row: SourceRow) => string[]
  /** Null for a line that only brings another picture. */
  variant: (row: SourceRow, first: SourceRow) => SourceVariant | null
}

const three = [1, 2, 3]

const shopify: Reader = {
  handle: ['handle', 'url handle'],
  head: (row) => ({
    title: row.of('title'),
    html: row.of('body (html)', 'description'),
    brand: row.of('vendor'),
    category: row.of('type', 'product category'),
    attributes: [],
  }),
  images: (row) => [row.of('image src', 'product image url'), row.of('variant image', 'variant image url')],
  variant: (row, first) => {
    const [code, price] = [row.of('variant sku', 'sku'), row.of('variant price', 'price')]
    if (!code && !price && !row.of('option1 value')) return null
    const options = three.map((n) => [first.of(`option${n} name`), row.of(`option${n} value`)] as const)
    return { line: row.line, code, title: '', price, options: said(options) }
  },
}

const medusaIn = (currency: string): Reader => ({
  handle: ['product handle'],
  head: (row) => ({
    title: row.of('product title'),
    html: row.of('product description'),
    brand: '',
    category: row.of(
      ...['product type', 'product category 1', 'product collection title', 'product type id'],
      ...['product collection id', 'product tag 1'],
    ),
    attributes: said([['material', row.of('product material')]]),
  }),
  images: (row) => [
    row.of('product thumbnail'),
    ...Array.from({ length: 10 }, (_, at) => row.of(`product image ${at + 1} url`, `image ${at + 1} url`)),
  ],
  variant: (row) => ({
    line: row.line,
    code: row.of('variant sku'),
    title: row.of('variant title'),
    price: row.of(`variant price ${currency}`, `price ${currency}`),
    options: said(
      three.map((n) => [
        row.of(`variant option ${n} name`, `option ${n} name`),
        row.of(`variant option ${n} value`, `option ${n} value`),
      ]),
    ),
  }),
})

/** A product without variants has one option of Shopify's and Medusa's own, which says nothing. */
const said = (all: readonly Named[]): Named[] =>
  all.filter(([, value]) => value !== '' && !/^default( title| option value| variant)?$/i.test(value))

function groupByHandle(rows: SourceRow[], reader: Reader): Grouped {
  const faults = rows.flatMap((row): SourceFault[] =>
    row.of(...reader.handle) ? [] : [{ line: row.line, problem: 'no_handle', value: '' }],
  )
  const groups = Map.groupBy(rows, (row) => row.of(...reader.handle))
  groups.delete('')
  const products = [...groups].flatMap(([handle, own]): SourceProduct[] => {
    const first = own.find((row) => reader.head(row).title) ?? own[0]
    if (!first) return []
    const head = reader.head(first)
    if (!head.title) faults.push({ line: first.line, problem: 'no_title', value: handle })
    const variants = own.flatMap((row) => reader.variant(row, first) ?? [])
    if (variants.length === 0) faults.push({ line: first.line, problem: 'no_variant', value: handle })
    const images = once(own.flatMap((row) => reader.images(row)))
    return head.title && variants.length > 0 ? [{ line: first.line, handle, ...head, images, variants }] : []
  })
  return { products, faults }
}

const once = (all: string[]): string[] => [...new Set(all.filter(Boolean))]

/** A variation names its parent by its SKU or as `id:12`; what says "simple" has one variant, itself. */
function groupWoo(rows: SourceRow[]): Grouped {
  const faults: SourceFault[] = []
  const fault = (row: SourceRow, problem: SourceProblem, value: string) =>
    faults.push({ line: row.line, problem, value })
  const products = new Map<string, SourceProduct>()
  const bySku = new Map<string, SourceProduct>()
  const kindOf = (row: SourceRow) => row.of('type').toLowerCase().split(',')[0]?.trim() ?? ''
  for (const row of rows) {
    const kind = kindOf(row)
    if (kind === 'variation') continue
    if (kind !== 'simple' && kind !== 'variable') fault(row, 'kind_unknown', row.of('type'))
    else if (!row.of('id') && !row.of('sku')) fault(row, 'no_handle', '')
    else if (!row.of('name')) fault(row, 'no_title', row.of('sku', 'id'))
    else {
      const product = wooProduct(row)
      if (kind === 'simple') product.variants.push(wooVariant(row, []))
      products.set(product.handle, product)
      if (row.of('sku')) bySku.set(row.of('sku'), product)
    }
  }
  for (const row of rows) {
    if (kindOf(row) !== 'variation') continue
    const parent = row.of('parent')
    const product = products.get(parent) ?? bySku.get(parent)
    if (!product) fault(row, 'no_parent', parent)
    else {
      product.variants.push(wooVariant(row, wooAttributes(row)))
      product.images = once([...product.images, ...wooImages(row)])
    }
  }
  for (const { line, title, variants } of products.values())
    if (variants.length === 0) faults.push({ line, problem: 'no_variant', value: title })
  return { products: [...products.values()].filter(({ variants }) => variants.length > 0), faults }
}

const isBrand = (name: string) => /^(brand|brands|merek|merk|品牌)$/i.test(name)
const wooImages = (row: SourceRow) => row.of('images').split(/,\s+|,(?=https?:)/)
const wooAttributes = (row: SourceRow): Named[] =>
  Array.from(
    { length: 10 },
    (_, at): Named => [row.of(`attribute ${at + 1} name`), row.of(`attribute ${at + 1} value(s)`)],
  ).filter(([name, value]) => name && value)

function wooProduct(row: SourceRow): SourceProduct {
  const attributes = wooAttributes(row)
  const isVariable = row.of('type').toLowerCase().startsWith('variable')
  return {
    line: row.line,
    handle: row.of('id') ? `id:${row.of('id')}` : row.of('sku'),
    title: row.of('name'),
    html: row.of('description', 'short description'),
    brand: row.of('brands') || (attributes.find(([name]) => isBrand(name))?.[1] ?? ''),
    category: row.of('categories').split(',')[0]?.trim() ?? '',
    // a variable product lists what its variations may be, which is said of none of them
    attributes: attributes.filter(([, value]) => !isVariable || !value.includes(',')),
    images: once(wooImages(row)),
    variants: [],
  }
}

const wooVariant = (row: SourceRow, options: Named[]): SourceVariant => ({
  line: row.line,
  code: row.of('sku'),
  title: row.of('name'),
  options,
  price: row.of('regular price'),
})
