/** `/product/productDetail?id=`: one product, the choice of its sku, and what buying it really costs. */
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { minor, parseDecimal, weight, weightText } from '../../money/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { later } from '../../ui/later.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import { StructuredData } from '../../ui/structured-data.tsx'
import { listRecommendations } from '../catalogue-queries.ts'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { productOfPage } from '../product-page-queries.ts'
import type { Route } from './+types/product-detail-page'
import { useCompared } from './compare-choice.ts'
import { useWayBack } from './list-place.ts'
import { productThings } from './product-data.ts'
import { ProductInfo } from './product-info.tsx'
import { useRememberSeen } from './remember-seen.ts'
import { chosenSku } from './sku-choice.ts'
import { useChosenSku } from './use-chosen-sku.ts'
import { useQuantity } from './use-quantity.ts'
import { useSkuPrice } from './use-sku-price.ts'

const Gallery = later(async () => (await import('./gallery.tsx')).Gallery, { until: 'touched' })
const ProductFacts = later(async () => (await import('./product-facts.tsx')).ProductFacts)
const DeliveryCheck = later(async () => (await import('../../delivery/pages/delivery-check.tsx')).DeliveryCheck)
const OtherProducts = later(async () => (await import('./other-products.tsx')).OtherProducts)
const CompareTray = later(async () => (await import('./compare-tray.tsx')).CompareTray, { until: 'mounted' })

export function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, currency, language } = context.get(pageContext)
  const where = { store, currency, language }
  const product = productOfPage(karat, where, new URL(request.url))
  const { items } = listRecommendations(karat, { ...where, id: product.product_id })
  return { product, recommended: items.slice(0, 4) }
}

/** Another sku of the same product is already here. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.searchParams.get('id') !== nextUrl.searchParams.get('id')

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  if (!loaderData) return []
  const { product } = loaderData
  const sku = chosenSku(product, new URLSearchParams(location.search))
  return pageMeta(matches, {
    title: `${product.name} ${sku.weight_label}`,
    description: product.description,
    type: 'product',
    picture: /\/img\/([\w-]+?)-\d+\.webp$/.exec(product.gallery[0]?.src ?? '')?.[1] ?? null,
  })
}

export default function ProductDetailPage({ loaderData: { product, recommended } }: Route.ComponentProps) {
  const sku = useChosenSku(product)
  useRememberSeen(sku.sku_id)
  const picks = useCompared()
  const shell = useShell()
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? productThings(product, sku, shell) : []} />
      <Path product={product} />
      <div className="grid gap-x-16 gap-y-6 md:pt-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <Gallery product={product} sku={sku} />
        </div>
        <div className="min-w-0 lg:row-span-2">
          <ProductInfo product={product} sku={sku} />
        </div>
        <div className="mt-8 min-w-0">
          <ProductFacts product={product} sku={sku} />
        </div>
      </div>
      <Delivery product={product} sku={sku} />
      <OtherProducts recommended={recommended} except={sku.sku_id} />
      {picks.length > 0 && <CompareTray />}
    </>
  )
}

/** What would be sent, for as many pieces as are wanted. */
function Delivery({ product, sku }: { product: ProductDetailsView; sku: SkuDetailsView }) {
  const price = useSkuPrice(product, sku)
  const { value: count } = useQuantity(sku)
  const gross = parseDecimal(sku.gross_weight, 4) ?? 0n
  const value = minor(price.now.withTax * BigInt(count))
  return (
    <DeliveryCheck
      parcel={{
        grossWeight: weightText(weight(gross * BigInt(count))),
        value: wireMoney(value, product.currency),
      }}
    />
  )
}

/** Where the product stands in the shop, and the way back to the list it was opened from. */
function Path({ product }: { product: ProductDetailsView }) {
  const back = useWayBack()
  const parent = product.category_path.at(-1)
  return (
    <nav className="small flex min-h-11 items-center gap-x-6 pt-1 text-ink-2 md:pt-5" aria-label={m.ui_breadcrumb()}>
      <span className="max-md:hidden">
        <Link to="/product/product" className="hover:text-ink">
          {m.ui_nav_shop()}
        </Link>
        {product.category_path.map(({ slug, name }) => (
          <span key={slug}>
            {' / '}
            <Link to={`/product/product?category=${slug}`} className="hover:text-ink">
              {name}
            </Link>
          </span>
        ))}
      </span>
      {back ? (
        <Link to={back.href} onClick={back.go} className="link min-h-11 text-sm md:ml-auto">
          <Icon name="arrow-left" size="s" /> {m.catalogue_detail_back()}
        </Link>
      ) : (
        <Link to={`/product/product?category=${parent?.slug}`} className="link min-h-11 text-sm md:hidden">
          <Icon name="arrow-left" size="s" /> {parent?.name}
        </Link>
      )}
    </nav>
  )
}
