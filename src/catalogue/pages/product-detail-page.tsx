/** `/product/productDetail?id=`: one product, the choice of its sku, and what buying it really costs. */
import { Link, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { BigMoney } from '../../ui/figures.tsx'
import { formatFineness } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { wireMoney } from '../../ui/price.ts'
import { FollowsGold } from '../../ui/price-chip.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { Tag } from '../../ui/states.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { getProductDetails, listRecommendations } from '../catalogue-queries.ts'
import { type ProductDetailsView, ProductQuery, type SkuDetailsView } from '../contract.ts'
import type { Route } from './+types/product-detail-page'
import { BuyBox } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { KeepAndShare } from './keep-and-share.tsx'
import { useWayBack } from './list-place.ts'
import { ProductCard } from './product-card.tsx'
import { productThings } from './product-data.ts'
import { ProductFacts } from './product-facts.tsx'
import { RecentlyViewed, useRememberSeen } from './recently-viewed.tsx'
import { SkuMatrix } from './sku-matrix.tsx'
import { Tiers } from './tiers.tsx'
import { TrueCost } from './true-cost.tsx'
import { useSkuPrice } from './use-sku-price.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, currency, language: spoken } = context.get(pageContext)
  const query = ProductQuery.safeParse({ id: new URL(request.url).searchParams.get('id') })
  if (!query.success) throw new Response('Page not found: /product/productDetail', { status: 404 })
  const where = { store, currency, language: spoken, id: query.data.id }
  return { product: getProductDetails(karat, where), recommended: listRecommendations(karat, where).items.slice(0, 4) }
}

/** Another sku of the same product is already here. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.searchParams.get('id') !== nextUrl.searchParams.get('id')

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  if (!loaderData) return [{ title: 'Karat' }]
  const { product } = loaderData
  const sku = chosenSku(product, new URLSearchParams(location.search))
  return pageMeta(matches, {
    title: `${product.name} ${sku.weight_label}`,
    description: product.description,
    type: 'product',
    picture: /\/img\/([\w-]+?)-\d+\.webp$/.exec(product.gallery[0]?.src ?? '')?.[1] ?? null,
  })
}

/** The sku that the address names, else the one that the shop shows first. */
function chosenSku({ skus, default_sku_id }: ProductDetailsView, search: URLSearchParams): SkuDetailsView {
  const named = skus.find(({ sku_id }) => String(sku_id) === search.get('sku'))
  const sku = named ?? skus.find(({ sku_id }) => sku_id === default_sku_id) ?? skus[0]
  if (!sku) throw new Error('a product without skus is not shown')
  return sku
}

export default function ProductDetailPage({ loaderData: { product, recommended } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const sku = chosenSku(product, search)
  const price = useSkuPrice(product, sku)
  useRememberSeen(sku.sku_id)
  const shell = useShell()
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? productThings(product, sku, shell) : []} />
      <Path product={product} />
      <div className="grid gap-6 pt-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
        <div className="min-w-0">
          <Gallery key={product.product_id} pictures={product.gallery} />
          <div className="mt-14 max-lg:hidden">
            <ProductFacts product={product} sku={sku} />
          </div>
        </div>
        <div className="min-w-0">
          <div className="mb-3.5 flex flex-wrap gap-2">
            <StockTag sku={sku} />
            <Tag icon="seal-check">{formatFineness(sku.fineness, language())}</Tag>
          </div>
          <h1 className="h1">
            {product.name} <span className="whitespace-nowrap">{sku.weight_label}</span>
          </h1>
          <div className="mt-5 mb-6 grid gap-2">
            <p className={price.state === 'live' ? '' : 'line-through decoration-2'}>
              <BigMoney
                key={sku.sku_id}
                amount={wireMoney(price.now.withTax, product.currency)}
                currency={product.currency}
                size="fig-l"
              />
            </p>
            <FollowsGold />
          </div>
          <SkuMatrix product={product} sku={sku} />
          <BuyBox key={sku.sku_id} product={product} sku={sku} price={price} />
          <KeepAndShare product={product} sku={sku} />
          <TrueCost product={product} sku={sku} price={price} />
          <Tiers price={price} currency={product.currency} />
          <div className="mt-10 lg:hidden">
            <ProductFacts product={product} sku={sku} />
          </div>
        </div>
      </div>
      {recommended.length > 0 && (
        <section className="mt-16 md:mt-28">
          <h2 className="h2 mb-6">{m.detail_related()}</h2>
          <ul className="grid grid-cols-2 gap-x-3.5 gap-y-7 md:grid-cols-4 md:gap-x-6">
            {recommended.map((card) => (
              <li key={card.sku_id}>
                <ProductCard card={card} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecentlyViewed except={sku.sku_id} />
    </>
  )
}

function Path({ product }: { product: ProductDetailsView }) {
  const back = useWayBack()
  return (
    <nav className="small flex min-h-11 items-center gap-x-6 pt-2 text-ink-2 md:pt-5" aria-label={m.breadcrumb()}>
      {back && (
        <Link to={back.href} onClick={back.go} className="link min-h-11 text-sm">
          <Icon name="arrow-left" size="s" /> {m.detail_back()}
        </Link>
      )}
      <span className="max-md:hidden">
        <Link to="/product/product" className="hover:text-ink">
          {m.nav_shop()}
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
    </nav>
  )
}

function StockTag({ sku: { stock } }: { sku: SkuDetailsView }) {
  if (stock.state === 'out_of_stock') return <Tag>{m.stock_out()}</Tag>
  if (stock.state === 'low')
    return (
      <Tag tone="warn" icon="cube">
        {m.stock_left({ count: stock.left ?? 0 })}
      </Tag>
    )
  return (
    <Tag tone="up" icon="cube">
      {m.stock_ready()}
    </Tag>
  )
}
