/**
 * What a file of `npm run setup` may say (decision 0160): its parts and names. Whether a value is right is judged by the calls that a page
 * makes too, which say it in words.
 */
import { z } from 'zod'
import { plainNames } from '../../src/stores/setting-rules.ts'

const texts = z.record(z.string(), z.string())
const value = z.union([z.string(), z.number()])

const Point = z.strictObject({
  ...{ name: z.string(), street: z.string(), city: z.string(), telephone: z.string().default('') },
  ...{ hours: texts.default({}), closed_days: texts.default({}) },
})
const Spread = z.strictObject({ ask_bps: z.int(), bid_bps: z.int() })
const Account = z.strictObject({ bank: z.string(), number: z.string(), holder: z.string(), csv: z.string().optional() })
/** Words that are left out are those of the template. */
const Agreement = z.strictObject({
  ...{
    version: z.string(),
    effective_on: z.string().nullable().default(null),
    clauses: z.array(z.string()).default([]),
  },
  ...{ title: texts.optional(), changes: texts.optional(), body: texts.optional() },
})
const Pieces = z.strictObject({
  ...{ serials: z.string(), assayed_on: z.string(), supplier: z.string() },
  ...{ unit_cost: z.string().default(''), papers_complete: z.boolean().default(false) },
})
const Sku = z.strictObject({
  ...{ code: z.string(), weight: z.string(), karat: z.int(), fineness: z.int(), making: z.string() },
  ...{
    premium_bps: z.int(),
    scarce: z.boolean().default(false),
    attributes: z.record(z.string(), z.string()).default({}),
  },
  pieces: z.array(Pieces).default([]),
})
/** `pictures` are files beside this one. */
const Product = z.strictObject({
  ...{
    number: z.int(),
    category: z.string(),
    form: z.string(),
    brand: z.string(),
    series: z.string().nullable().default(null),
  },
  ...{ name: texts, description: texts, certificate: texts },
  pictures: z.array(z.strictObject({ file: z.string(), alt: texts })).default([]),
  skus: z.array(Sku),
  shown: z.boolean().default(false),
})
const Maker = z.strictObject({
  ...{ code: z.string(), name: z.string(), brands: z.array(z.string()) },
  ...{ check: z.string().default('none'), forms: z.array(z.string()).default([]) },
})
/** In the order in which they are asked; what a zone asks stands under each currency of the store. */
const Zone = z.strictObject({
  ...{ code: z.string(), name: z.string(), provinces: z.string().default(''), postcodes: z.string().default('') },
  ...{ served: z.boolean().default(true), more_days: z.int().default(0) },
  prices: z.record(z.string(), texts).default({}),
})
const Courier = z.strictObject({
  ...{ code: z.string(), name: z.string(), tracking: z.string().default(''), serves: z.boolean().default(true) },
})
const Store = z.strictObject({
  ...{ code: z.string(), name: z.string(), country: z.string(), language: z.string() },
  settings: z.partialRecord(z.enum(plainNames), z.record(z.string(), value)).default({}),
  holidays: texts.default({}),
  zones: z.array(Zone).default([]),
  couriers: z.array(Courier).default([]),
  points: z.array(Point).default([]),
  spread: Spread.optional(),
  closed_spread: Spread.optional(),
  agreement: Agreement.optional(),
  account: Account.optional(),
  products: z.array(Product).default([]),
  open: z.boolean().default(false),
})

export const ShopFile = z.strictObject({
  owner: z.strictObject({ name: z.string(), email: z.string(), language: z.string() }).optional(),
  /** Kept with everything that is set. */
  reason: z.string(),
  makers: z.array(Maker).default([]),
  stores: z.array(Store).min(1),
})
export type ShopFile = z.output<typeof ShopFile>
export type FileStore = ShopFile['stores'][number]
export type FileProduct = FileStore['products'][number]
