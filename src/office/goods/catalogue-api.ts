/** Products, as staff see and change them. */
import { changePremium } from '../../catalogue/change-premium.ts'
import { hideProduct, publishProduct, saveProductTexts, showSku } from '../../catalogue/change-product.ts'
import { listMakers } from '../../catalogue/maker-queries.ts'
import { type Form, forms, holdsForm } from '../../catalogue/new-goods-rules.ts'
import * as shape from '../../catalogue/office-contract.ts'
import { listOfficeProducts } from '../../catalogue/office-queries.ts'
import { textIn } from '../../catalogue/product-views.ts'
import { saveMaker } from '../../catalogue/save-maker.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { productRows, productsHead } from './stock-csv.ts'
import { describeProduct } from './stock-view.ts'

const tags = ['office: catalogue']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function catalogueOfficeApi(door: Door, karat: Karat) {
  reads(door, karat)
  exports(door, karat)
  texts(door, karat)
  publishing(door, karat)
  makers(door, karat)
}

function reads(door: Door, karat: Karat) {
  const config = needs('catalogue.see')
  door.get(
    '/catalogue/list',
    {
      config,
      schema: {
        tags,
        summary: 'Products of all stores',
        querystring: shape.OfficeProductsQuery,
        response: { 200: shape.OfficeProductsPage },
      },
    },
    ({ query, language }) => listOfficeProducts(karat.db, query, query, language),
  )
  door.get(
    '/catalogue/categories',
    {
      config,
      schema: { tags, summary: 'What products are filed under', response: { 200: shape.OfficeCategories } },
    },
    async ({ language }) => ({ categories: categoriesOf(karat, language) }),
  )
  door.get(
    '/catalogue/product',
    {
      config,
      schema: {
        tags,
        summary: 'One product with its skus, prices and stock',
        querystring: shape.ProductOf,
        response: { 200: shape.OfficeProduct },
      },
    },
    ({ query, language }) => describeProduct(karat, query.id, language),
  )
}

function categoriesOf({ catalogue }: Karat, language: string) {
  const all = catalogue.allCategories()
  type View = { slug: string; name: string; level: number; forms: Form[] }
  const below = (parent: number | null, level: number, root?: string): View[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .flatMap(({ id, slug, name }) => {
        const top = root ?? slug
        const held = forms.filter((form) => holdsForm(top, form))
        return [{ slug, name: textIn(name, language), level, forms: held }, ...below(id, level + 1, top)]
      })
  return below(null, 0)
}

function exports(door: Door, karat: Karat) {
  door.get(
    '/catalogue/export',
    {
      config: { ...needs('catalogue.export'), ...asFile },
      schema: {
        tags,
        summary: 'The same as a CSV file, a line for every sku',
        querystring: shape.OfficeProductsExport,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const rows = await productRows(karat, request.query, request.language)
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) =>
        recordAction(tx, requireStaff(request), { action: 'catalogue.export', details }),
      )
      return sendCsv(reply, 'catalogue', productsHead, rows, karat.now())
    },
  )
}

function texts(door: Door, karat: Karat) {
  door.post(
    '/catalogue/saveTexts',
    {
      config: needs('catalogue.edit'),
      schema: {
        tags,
        summary: 'What the shop says of a product',
        body: shape.SaveProductTexts,
        response: { 200: shape.ProductSaved },
      },
    },
    (request) => {
      const { product_id: productId, ...rest } = request.body
      return saveProductTexts(karat, requireStaff(request), { ...rest, productId })
    },
  )
  door.post(
    '/catalogue/changePremium',
    {
      config: needs('catalogue.price'),
      schema: {
        tags,
        summary: 'Another premium from now on',
        body: shape.ChangePremium,
        response: { 200: shape.PremiumChanged },
      },
    },
    (request) => {
      const { sku_id: skuId, premium_bps: premiumBps, seen_bps: seenBps, reason } = request.body
      return changePremium(karat, requireStaff(request), { skuId, premiumBps, seenBps, reason })
    },
  )
}

function publishing(door: Door, karat: Karat) {
  const config = needs('catalogue.publish')
  const response = { 200: shape.ProductSaved }
  door.post(
    '/catalogue/publish',
    { config, schema: { tags, summary: 'Show a product', body: shape.NamedProduct, response } },
    (request) => publishProduct(karat, requireStaff(request), namedOf(request.body)),
  )
  door.post(
    '/catalogue/hide',
    { config, schema: { tags, summary: 'Show a product no longer', body: shape.NamedProduct, response } },
    (request) => hideProduct(karat, requireStaff(request), namedOf(request.body)),
  )
  door.post(
    '/catalogue/showSku',
    { config, schema: { tags, summary: 'Show one sku or hide it', body: shape.ShowSku, response } },
    (request) => {
      const { sku_id: skuId, shown, revision } = request.body
      return showSku(karat, requireStaff(request), { skuId, shown, revision })
    },
  )
}

const namedOf = ({ product_id: productId, revision }: { product_id: number; revision: number }) => ({
  productId,
  revision,
})

function makers(door: Door, karat: Karat) {
  door.get(
    '/catalogue/makers',
    {
      config: needs('catalogue.see'),
      schema: {
        tags,
        summary: 'Makers whose pieces are known by the number that they stamp',
        response: { 200: shape.OfficeMakers },
      },
    },
    async () => ({ makers: await listMakers(karat.db) }),
  )
  door.post(
    '/catalogue/saveMaker',
    {
      config: needs('catalogue.add'),
      schema: {
        tags,
        summary: 'Pieces of these brands come in under the numbers of their maker',
        body: shape.SaveMaker,
        response: { 200: Done },
      },
    },
    (request) => saveMaker(karat, requireStaff(request), request.body),
  )
}
