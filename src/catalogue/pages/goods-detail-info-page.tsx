/** `/product/components/GoodsDetailInfo?id=&sku=`: what a piece costs and how to buy it, by itself. */
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { pageContext } from '../../http/context.ts'
import { unlistedMeta } from '../../ui/unlisted-meta.ts'
import { productOfPage } from '../product-page-queries.ts'
import type { Route } from './+types/goods-detail-info-page'
import { ProductInfo } from './product-info.tsx'
import { useChosenSku } from './use-chosen-sku.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, currency, language } = context.get(pageContext)
  return productOfPage(karat, { store, currency, language }, new URL(request.url))
}

export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.searchParams.get('id') !== nextUrl.searchParams.get('id')

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? unlistedMeta(matches, loaderData.name) : []

export default function GoodsDetailInfoPage({ loaderData: product }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[560px] pt-7">
      <ProductInfo product={product} sku={useChosenSku(product)} />
    </div>
  )
}
