/** Some skus side by side, and the product that stands for the shop. From memory. */
import type { Bag } from '../karat.ts'
import { formLabel } from './attribute-rules.ts'
import { momentOf, type Visit } from './catalogue-queries.ts'
import type { ComparedView } from './contract.ts'
import { galleryOf, picture, pictureOf, priceTick, skuDetails, textIn } from './product-views.ts'

/** In the order asked for; what the store does not sell is left out. Refuses price_unavailable before the first price ever. */
export function compareSkus(karat: Bag<'catalogue'>, where: Visit & { skus: number[] }): ComparedView {
  const moment = momentOf(karat, where)
  const { language, store } = where
  const items = where.skus.flatMap((id) => {
    const found = karat.catalogue.sku(store.code, id)
    if (!found) return []
    const { product, sku } = found
    const shown = galleryOf(product)[pictureOf(product, sku)]
    return {
      product_id: product.id,
      kind: product.kind,
      name: textIn(product.name, language),
      brand: product.brand,
      form_label: formLabel(product.form, language),
      picture: shown ? picture(shown, language) : null,
      sku: skuDetails(product, sku, moment, language),
    }
  })
  return { items, currency: where.currency, price: priceTick(moment.asked) }
}

/** The product that most people look for: what a product page shows when its address names none. */
export function mostWanted(karat: Bag<'catalogue'>, { store }: Pick<Visit, 'store'>): number | undefined {
  const products = karat.catalogue.products(store.code)
  return products.toSorted((a, b) => b.popularity - a.popularity || a.id - b.id)[0]?.id
}
