/** What goes with a product, and what was looked at before it. */
import * as m from '../../locale/paraglide/messages.js'
import type { ProductCardView } from '../contract.ts'
import { ProductCard } from './product-card.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'

export function OtherProducts({ recommended, except }: { recommended: ProductCardView[]; except: number }) {
  return (
    <>
      {recommended.length > 0 && (
        <section className="mt-16 md:mt-28" aria-labelledby="related">
          <h2 className="h2 mb-6" id="related">
            {m.catalogue_detail_related()}
          </h2>
          <ul className="grid grid-cols-2 gap-x-3.5 gap-y-7 md:grid-cols-4 md:gap-x-6">
            {recommended.map((card) => (
              <li key={card.sku_id}>
                <ProductCard card={card} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecentlyViewed except={except} />
    </>
  )
}
