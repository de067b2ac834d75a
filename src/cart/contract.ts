/** Wire shapes of the cart's calls. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, rowId, weightField, wholeCount } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { priceStates } from '../pricing/price-rules.ts'
import { settings } from '../settings.ts'

export const CartCount = z.strictObject({
  count: z.int().meta({ description: 'pieces in the cart' }),
  lines: z.int().meta({ description: 'different skus in the cart' }),
})

export const AddToCart = z.strictObject({ sku_id: rowId, quantity: wholeCount(1, settings.cart.maxQuantity) })
export const SetCartQuantity = AddToCart
export const RemoveFromCart = z.strictObject({ sku_ids: z.array(rowId).min(1, problem('one_sku')).max(100) })

const CartLine = z.strictObject({
  sku_id: z.int(),
  product_id: z.int(),
  name: z.string(),
  image: z.string(),
  attributes: z.record(z.string(), z.string()),
  quantity: z.int(),
  available: z
    .enum(['yes', 'too_few', 'no'])
    .meta({ description: 'too_few: fewer pieces are left than the line asks for' }),
  pieces_left: z.int().nullable().meta({ description: 'how many are left when that matters, else null' }),
  unit_price: moneyField,
  line_total: moneyField,
  tax: moneyField,
  unit_price_when_added: moneyField,
  unit_change: moneyField.meta({ description: 'unit_price less unit_price_when_added' }),
  added_at: momentField,
  kind: z.enum(['bar', 'coin', 'jewellery']),
  gross_weight: weightField,
  fine_weight: weightField,
  premium_bps: z.int(),
  making_charge: moneyField,
})

export const CartList = z.strictObject({
  currency: currencyField,
  lines: z.array(CartLine),
  count: z.int(),
  goods_total: moneyField.meta({ description: 'of the lines that can be ordered now, before delivery and tax' }),
  tax_total: moneyField,
  left_today: moneyField.nullable().meta({
    description:
      'what may still be ordered today, delivery included, at the level of verification; null without a limit',
  }),
  most_fine_weight: weightField.nullable().meta({
    description: 'how much fine gold one member may have ordered and not received; null without a limit',
  }),
  price: z.strictObject({ ask: moneyField, state: z.enum(priceStates), source_at: momentField }),
})

export type CartLineView = z.output<typeof CartLine>
export type CartListView = z.output<typeof CartList>
