/** What staff see before they put an order together: goods with the price of this moment, and what all of it would cost. */
import { indexOf } from '../../catalogue/catalogue-queries.ts'
import { isFound, searchOf } from '../../catalogue/search-rules.ts'
import { listPickupPoints } from '../../delivery/address-queries.ts'
import type { Bag } from '../../karat.ts'
import { moneyText, weightText } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import type { Buyer } from '../core/buyer.ts'
import { chooseWished, lineOf, priceChosen } from '../core/confirm-order.ts'
import { priceLines } from '../guarantee/guarantee-rules.ts'
import { textIn, viewAmounts, viewLine } from '../guarantee/guarantee-view.ts'
import type { DraftGoodsView, DraftPreviewView, PreviewDraftInput } from './draft-contract.ts'
import { wishOf } from './make-draft.ts'

type Search = { store: string; q?: string | undefined }

/** What the store sells by these words, what is in stock first; and where it may be collected. Refuses price_unavailable. */
export async function findDraftGoods(
  karat: Bag<'orders'>,
  { store, q }: Search,
  language: string,
): Promise<DraftGoodsView> {
  const { currency, settings: own } = storeOf(karat, store)
  const { taxes } = own
  const { ask } = karat.prices.requireSellable(store, currency)
  const search = q?.trim() ? searchOf(q) : null
  const { entries } = indexOf(karat.catalogue, store)
  const found = entries.filter(({ searchable }) => !search || isFound(search, searchable))
  const inStock = found.toSorted((one, other) => Number(other.sku.stock > 0) - Number(one.sku.stock > 0))
  const points = await listPickupPoints(karat.db, store)
  return {
    currency,
    goods: inStock.slice(0, settings.drafts.foundGoods).map(({ product, sku }) => {
      const [priced] = priceLines([lineOf({ product, sku }, 1)], ask, { tiers: [], method: 'card', taxes })
      if (!priced) throw new Error('one line has a price')
      return {
        ...{ sku_id: sku.id, code: sku.code, name: textIn(product.name, language), attributes: sku.attributes },
        fine_weight: weightText(sku.fineWeight),
        unit_price: moneyText(priced.unit, currency),
        stock: sku.stock,
      }
    }),
    points: points.map(({ id, name, street, city }) => ({
      ...{ pickup_point_id: id, place: [name, street, city].join(', ') },
    })),
  }
}

/** What it would cost at the price of this moment; nothing is held. Refuses as confirmOrder, but for limits. */
export async function previewDraft(
  karat: Bag<'orders'>,
  { member_id: member, store, ...goods }: PreviewDraftInput,
  language: string,
): Promise<DraftPreviewView> {
  const { currency } = storeOf(karat, store)
  const buyer: Buyer = { memberId: member ?? NOBODY, store, currency, language }
  const price = karat.prices.requireSellable(store, currency)
  const chosen = await karat.db.transaction((tx) => chooseWished(tx, buyer, wishOf(karat, buyer, goods)))
  const { lines, delivery, amounts, shownSeconds } = priceChosen(karat, buyer, chosen, price)
  return {
    ...{ currency, lines: lines.map((line) => viewLine(line, currency, language)) },
    ...viewAmounts(amounts, currency),
    delivery: delivery?.mode ?? null,
    minutes: shownSeconds / 60,
  }
}

/** A new customer has no address yet. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
