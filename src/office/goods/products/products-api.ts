/** Product exports of other shops: shown, read in, taken back. */
import { listImports } from '../../../catalogue/imports/import-queries.ts'
import { undoImport } from '../../../catalogue/imports/undo-import.ts'
import type { Door } from '../../../http/door.ts'
import type { Karat } from '../../../karat.ts'
import { requireStaff, staffOnce } from '../../../staff/door.ts'
import { importProducts, previewProducts } from './import-products.ts'
import type { PlanRow, ProductPlan } from './plan-products.ts'
import * as shape from './products-contract.ts'
import type { Source } from './source-rules.ts'

const tags = ['office: catalogue']
/** Enough for the longest text in the longest encoding, and what is said of each line. */
const bodyLimit = 20_000_000

export function productsOfficeApi(door: Door, karat: Karat) {
  const config = { access: 'staff', permission: 'stock.import' } as const
  door.post(
    '/catalogue/previewProducts',
    {
      config: { ...config, once: false },
      bodyLimit,
      schema: {
        tags,
        summary: 'What a product export of another shop would bring',
        body: shape.PreviewProducts,
        response: { 200: shape.ProductPlanShape },
      },
    },
    async ({ body }) => viewPlan(await previewProducts(karat, body)),
  )
  door.post(
    '/catalogue/importProducts',
    {
      config: { ...config, once: true },
      bodyLimit,
      schema: {
        tags,
        summary: 'Read in what was shown of a product export',
        body: shape.ImportProducts,
        response: { 200: shape.ProductsImported },
      },
    },
    (request) => importProducts(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.get(
    '/catalogue/productImports',
    {
      config,
      schema: { tags, summary: 'The last product exports that were read in', response: { 200: shape.ProductImports } },
    },
    async () => ({
      imports: (await listImports(karat.db)).map(({ id, source, madeBy, madeAt, undoneBy, undoneAt, ...row }) => ({
        ...row,
        ...{ id: String(id), source: source as Source, made_by: madeBy, made_at: madeAt.toISOString() },
        ...{ undone_by: undoneBy, undone_at: undoneAt?.toISOString() ?? null },
      })),
    }),
  )
  door.post(
    '/catalogue/undoImport',
    {
      config: { ...config, once: true },
      schema: {
        tags,
        summary: 'Take back a product export that nothing was shown or received of',
        body: shape.UndoImport,
        response: { 200: shape.ImportUndone },
      },
    },
    (request) => {
      const { id, reason } = request.body
      return undoImport(karat, requireStaff(request), { id: BigInt(id), reason }, staffOnce(request))
    },
  )
}

const viewPlan = ({ rows, ...plan }: ProductPlan) => ({
  ...plan,
  words: plan.words as shape.WordView[],
  rows: rows.map(viewRow),
})

function viewRow({ product, weight, fineness, now, ...row }: PlanRow): shape.PlanRowView {
  const { line, does, code, price, problem, told } = row
  const { handle, title, brand, category, form, known, isCut, images } = product
  return {
    ...{ line, does, code, price, problem, told, handle, title, brand, category, form },
    ...{ product_line: product.line, product_id: known?.id ?? null, cut: isCut, images: images.length },
    ...{ weight: weight.value, weight_read: weight.read },
    ...{ karat: fineness.value?.karat ?? null, fineness: fineness.value?.fineness ?? null },
    fineness_read: fineness.read && { ...fineness.read.value, words: fineness.read.words, from: fineness.read.from },
    ...{ proposed_bps: row.proposedBps, premium_bps: row.premiumBps },
    ...{ now_bps: now?.premiumBps ?? null, differs: now?.differs ?? false },
  }
}
