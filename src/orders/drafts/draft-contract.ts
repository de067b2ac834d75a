/** Orders that staff put together, on the wire. */
import { z } from 'zod'
import {
  currencyField,
  momentField,
  moneyField,
  ownedId,
  rowId,
  typedText,
  weightField,
  wholeCount,
} from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { settings } from '../../settings.ts'
import { pageQuery } from '../../staff/contract.ts'
import { DeliveryChoice, Guarantee } from '../contract.ts'
import { draftStates } from './draft-rules.ts'

const goods = {
  store: typedText(1, 20),
  lines: z
    .array(z.strictObject({ sku_id: rowId, quantity: wholeCount(1, settings.cart.maxQuantity) }))
    .min(1, problem('one_sku'))
    .max(settings.order.maxLines)
    .refine((lines) => new Set(lines.map((line) => line.sku_id)).size === lines.length, problem('lines_once')),
  pickup_point_id: rowId.nullable().meta({ description: 'null: by courier, or as the member chooses' }),
}
const forWhom = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member'), member_id: z.uuid(problem('id')) }),
  z.strictObject({
    kind: z.literal('new'),
    email: typedText(3, 254),
    language: z.enum(['en-US', 'id', 'zh']),
  }),
])
export const PreviewDraft = z.strictObject({
  ...goods,
  member_id: z.uuid(problem('id')).nullable().meta({ description: 'whose usual address it goes to' }),
})
export const DraftPreview = Guarantee.pick({
  currency: true,
  lines: true,
  goods_total: true,
  delivery_fee: true,
  insurance_fee: true,
  tax: true,
  discount: true,
  total: true,
}).extend({
  delivery: z.enum(['courier', 'pickup']).nullable().meta({ description: 'null: the member has to choose' }),
  minutes: z.int().meta({ description: 'for how long the price will be held' }),
})
export const MakeDraft = z.strictObject({ ...goods, for: forWhom, note: typedText(0, 300) })
export const DraftMade = z.strictObject({
  draft_id: z.uuid(),
  number: z.string(),
  currency: currencyField,
  total: moneyField.nullable().meta({ description: 'held; null for a new customer' }),
  price_until: momentField.nullable(),
})

export const DraftGoodsQuery = z.strictObject({ store: typedText(1, 20), q: typedText(0, 100).optional() })
export const DraftGoods = z.strictObject({
  currency: currencyField,
  goods: z.array(
    z.strictObject({
      sku_id: z.int(),
      code: z.string(),
      name: z.string(),
      attributes: z.record(z.string(), z.string()),
      fine_weight: weightField,
      unit_price: moneyField.meta({ description: 'of one, at the price of this moment' }),
      stock: z.int(),
    }),
  ),
  points: z.array(z.strictObject({ pickup_point_id: z.int(), place: z.string() })),
})

const fields = {
  draft_id: z.uuid(),
  number: z.string(),
  state: z.enum(draftStates),
  note: z.string(),
  currency: currencyField,
  total: moneyField.nullable().meta({ description: 'of the price that is held, or was last' }),
  price_until: momentField.nullable().meta({ description: 'null while no price is held' }),
  made_at: momentField,
  ends_at: momentField,
  ended_at: momentField.nullable(),
  order: z.strictObject({ order_id: z.uuid(), number: z.string() }).nullable(),
}
export const DraftsQuery = z.strictObject({
  store: typedText(1, 20).optional(),
  state: z.enum(draftStates).optional(),
  ...pageQuery,
})
const DraftRow = z.strictObject({
  ...fields,
  store: z.string(),
  member_id: z.uuid().nullable(),
  for: z.string().meta({ description: 'the member’s name, or the address of a new customer until they come' }),
  pieces: z.int(),
  may_send: z.boolean().meta({ description: 'whether its letter may be sent once more' }),
  first: z.string().meta({ description: 'its first product' }),
  by: z.string(),
  ended_by: z.string().nullable(),
  opened_at: momentField.nullable(),
})
export const DraftsPage = z.strictObject({ total: z.int(), rows: z.array(DraftRow) })
export const DraftOf = z.strictObject({ draft_id: z.uuid(problem('id')) })
export const DraftEnded = z.strictObject({ done: z.literal(true) })

/** As its member sees it. */
export const OwnDraftOf = z.strictObject({ draft_id: ownedId('draft') })
export const OwnDraft = z.strictObject({
  ...fields,
  by: z.string().meta({ description: 'who put it together' }),
  lines: z.array(
    z.strictObject({
      sku_id: z.int(),
      name: z.string(),
      image: z.string().nullable(),
      attributes: z.record(z.string(), z.string()),
      quantity: z.int(),
      line_total: moneyField.nullable().meta({ description: 'while a price is held' }),
    }),
  ),
  server_time: momentField,
})
/** Those that wait for a member, as their lists show them. */
export const OwnDrafts = z.strictObject({
  drafts: z.array(
    OwnDraft.pick({
      draft_id: true,
      number: true,
      by: true,
      currency: true,
      total: true,
      price_until: true,
      ends_at: true,
    }).extend({
      name: z.string().meta({ description: 'its first product' }),
      image: z.string().nullable(),
      pieces: z.int(),
    }),
  ),
  server_time: momentField,
})
export const ConfirmDraft = z.strictObject({ draft_id: ownedId('draft'), delivery: DeliveryChoice.optional() })

export type MakeDraftInput = z.output<typeof MakeDraft>
export type PreviewDraftInput = z.output<typeof PreviewDraft>
export type DraftPreviewView = z.output<typeof DraftPreview>
export type DraftMadeView = z.output<typeof DraftMade>
export type DraftGoodsView = z.output<typeof DraftGoods>
export type DraftRowView = z.output<typeof DraftRow>
export type DraftsPageView = z.output<typeof DraftsPage>
export type OwnDraftsView = z.output<typeof OwnDrafts>
export type OwnDraftView = z.output<typeof OwnDraft>
