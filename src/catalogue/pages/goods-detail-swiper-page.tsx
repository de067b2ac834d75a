/** `/product/components/GoodsDetailSwiper?id=&sku=`: the gallery of a product by itself. */
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { unlistedMeta } from '../../ui/unlisted-meta.ts'
import { productOfPage } from '../product-page-queries.ts'
import type { Route } from './+types/goods-detail-swiper-page'
import { Gallery } from './gallery.tsx'
import { useChosenSku } from './use-chosen-sku.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, currency, language } = context.get(pageContext)
  return productOfPage(karat, { store, currency, language }, new URL(request.url))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? unlistedMeta(matches, m.catalogue_gallery_of({ name: loaderData.name })) : []

export default function GoodsDetailSwiperPage({ loaderData: product }: Route.ComponentProps) {
  const sku = useChosenSku(product)
  return (
    <div className="mx-auto max-w-[760px] pt-7">
      <h1 className="h2 mb-5">{m.catalogue_gallery_of({ name: product.name })}</h1>
      <Gallery product={product} sku={sku} />
    </div>
  )
}
