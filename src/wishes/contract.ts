/** Wire shapes of the wishlist and of the requests to be told when a piece is back. */

import { z } from 'zod'
import { ProductCard } from '../catalogue/contract.ts'
import { currencyField, momentField, moneyField, rowId } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'

export const OneSku = z.strictObject({ sku_id: rowId })
export const SomeSkus = z.strictObject({
  sku_ids: z
    .array(rowId)
    .min(1, problem('one_sku'))
    .max(settings.wishes.max, problem('most_skus', { n: settings.wishes.max })),
})

export const WishedSkus = z.strictObject({
  wishes: z.array(z.int()).meta({ description: 'skus on the wishlist, newest first' }),
  notices: z.array(z.int()).meta({ description: 'sold-out skus that the member will be told about, newest first' }),
})
export type WishedSkusView = z.output<typeof WishedSkus>

const WishItem = ProductCard.extend({
  added_at: momentField,
  price_when_added: moneyField
    .nullable()
    .meta({ description: 'price_with_tax then; null when it was in another currency' }),
  change: moneyField.nullable().meta({ description: 'price_with_tax less price_when_added' }),
})
export type WishItemView = z.output<typeof WishItem>

const NoticeItem = ProductCard.extend({ asked_at: momentField })

export const WishList = z.strictObject({
  currency: currencyField,
  items: z.array(WishItem).meta({ description: 'newest first' }),
  notices: z.array(NoticeItem).meta({ description: 'requests that wait for stock, newest first' }),
})
export type WishListView = z.output<typeof WishList>
