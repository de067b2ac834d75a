/** `/`: the promise, the price, the price table by weight, the three kinds. */

import { Link } from 'react-router'
import { listCategories, listProducts } from '../../catalogue/catalogue-queries.ts'
import type { CategoryListView, ProductCardView } from '../../catalogue/contract.ts'
import { listBanners } from '../../content/banner-queries.ts'
import type { BannerListView, PictureView } from '../../content/contract.ts'
import { findPicture } from '../../content/picture-queries.ts'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { pointsOf, rangeQuery } from '../../pricing/pages/price-ranges.ts'
import { PriceSheet } from '../../pricing/pages/price-sheet.tsx'
import { listCandles } from '../../pricing/price-queries.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import type { Route } from './+types/home-page'
import { PriceTable } from './price-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, currency, language } = context.get(pageContext)
  const visit = { store, currency, language }
  const [today, banners] = await Promise.all([
    listCandles(karat, store, currency, rangeQuery('1D')),
    listBanners(karat, visit),
  ])
  const bars = listProducts(karat, { ...visit, category: ['bars'], sort: 'weight', page_size: 100 })
  return {
    hero: findPicture('hero', ''),
    today: pointsOf(today.candles),
    banners,
    bars: cheapestByWeight(bars.items),
    categories: listCategories(karat, visit),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: `${m.home_title()} · Karat` },
  { name: 'description', content: m.home_text() },
]

export default function HomePage({ loaderData: { hero, today, banners, bars, categories } }: Route.ComponentProps) {
  return (
    <>
      <Hero picture={hero} />
      <PriceSheet today={today} />
      {banners[0] && <Banner banner={banners[0]} />}
      {bars.length > 0 && <PriceTable bars={bars} />}
      <Kinds categories={categories} />
    </>
  )
}

/** One row a weight: the cheapest bar of that weight that can be ordered, else the cheapest. */
function cheapestByWeight(cards: ProductCardView[]): ProductCardView[] {
  const byWeight = new Map<string, ProductCardView>()
  for (const card of cards) {
    const known = byWeight.get(card.fine_weight)
    if (!known || rank(card) < rank(known)) byWeight.set(card.fine_weight, card)
  }
  return [...byWeight.values()]
}

const rank = ({ stock, over_ask_bps }: ProductCardView) =>
  (stock.state === 'out_of_stock' ? 1_000_000 : 0) + over_ask_bps

function Hero({ picture }: { picture: PictureView | null }) {
  return (
    <section className="grid gap-6 pt-7 lg:grid-cols-[5fr_7fr] lg:items-stretch lg:pt-10">
      <div className="flex flex-col justify-center lg:pr-8">
        <h1 className="display">{m.home_promise()}</h1>
        <p className="mt-4 max-w-[44ch] text-[17px] leading-[26px] text-pretty text-ink-2 lg:mt-6 lg:text-[19px] lg:leading-[29px]">
          {m.home_text()}
        </p>
        <div className="mt-6 flex gap-3 max-md:*:flex-1 lg:mt-9">
          <ButtonLink to="/product/product" size="l" prefetch="intent">
            {m.home_shop()}
          </ButtonLink>
          <ButtonLink to="#weights" size="l" kind="ghost">
            {m.footer_price_table()}
          </ButtonLink>
        </div>
      </div>
      <div className="tile min-h-[250px] lg:min-h-[560px]">
        {picture && (
          <ProductPicture
            picture={picture}
            alt={m.home_picture()}
            sizes="(min-width: 1024px) 720px, 100vw"
            priority
            className="w-full"
          />
        )}
      </div>
    </section>
  )
}

function Banner({ banner: { title, text, link, picture } }: { banner: BannerListView[number] }) {
  return (
    <Link
      to={link}
      className="tile group mt-16 grid grid-cols-[1fr_120px] place-items-stretch items-center gap-4 pl-5 md:mt-28 md:grid-cols-[1fr_220px] md:pl-8"
    >
      <span className="py-5">
        <span className="h2 block">{title}</span>
        <span className="mt-1 block text-ink-2">{text}</span>
        <span className="link mt-3">
          {m.banner_open()} <Icon name="arrow-right" size="s" />
        </span>
      </span>
      {picture && <ProductPicture picture={picture} sizes="220px" className="h-full w-full object-contain" />}
    </Link>
  )
}

const kindTexts: Record<string, () => string> = { bars: m.kind_bars, coins: m.kind_coins, jewellery: m.kind_jewellery }

function Kinds({ categories }: { categories: CategoryListView }) {
  return (
    <section className="mt-16 md:mt-28" aria-label={m.home_kinds()}>
      <div className="grid gap-4 md:grid-cols-3 md:gap-6">
        {categories.map(({ slug, name, picture, product_count }) => (
          <Link
            key={slug}
            to={`/product/product?category=${slug}`}
            prefetch="intent"
            className="grid min-h-[150px] grid-cols-[1fr_150px] items-center overflow-hidden rounded-panel bg-tile md:grid-cols-1 md:justify-items-center"
          >
            <span className="py-5 pl-5 md:justify-self-stretch md:p-7 md:pt-0">
              <span className="h2 block">{name}</span>
              <span className="small mt-1 block text-ink-2">
                {[m.kind_count({ count: product_count }), kindTexts[slug]?.()].filter(Boolean).join(' · ')}
              </span>
            </span>
            {picture && (
              <ProductPicture
                picture={picture}
                sizes="(min-width: 768px) 330px, 150px"
                className="w-[150px] md:-order-1 md:mt-2 md:w-[84%]"
              />
            )}
          </Link>
        ))}
      </div>
    </section>
  )
}
