/** `/`: the promise, the price, what we sell, why to trust us, and how it works. */

import { listCategories, listProducts } from '../../catalogue/catalogue-queries.ts'
import type { ProductCardView } from '../../catalogue/contract.ts'
import { listTestimonials } from '../../community/testimonial-queries.ts'
import { listBanners } from '../../content/banner-queries.ts'
import type { PictureView } from '../../content/contract.ts'
import { listNews } from '../../content/news-queries.ts'
import { findPicture } from '../../content/picture-queries.ts'
import { listProblems } from '../../content/written-queries.ts'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { pointsOf, rangeQuery } from '../../pricing/pages/price-ranges.ts'
import { listCandles } from '../../pricing/price-queries.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { StructuredData } from '../../ui/structured-data.tsx'
import type { Route } from './+types/home-page'
import { houseData } from './house-data.ts'
import type { Problem, Voice } from './voices.tsx'

const PriceSheet = later(async () => (await import('../../pricing/pages/price-sheet.tsx')).PriceSheet)
const HomeRest = later(async () => (await import('./home-rest.tsx')).HomeRest)

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, currency, language } = context.get(pageContext)
  const visit = { store, currency, language }
  if (!karat.prices.known(store.code, currency)) return null
  const [today, banners, said, news, problems] = await karat.lastKnown.of(
    `home ${store.code} ${currency} ${language}`,
    () =>
      Promise.all([
        // Under the key of the price's own page, which so has it from the first home page on.
        karat.lastKnown.of(`today ${store.code} ${currency}`, () =>
          listCandles(karat, store, currency, rangeQuery('1D')),
        ),
        listBanners(karat, visit),
        listTestimonials(karat.db, store.code, { page_size: 24 }),
        listNews(karat.db, visit, { page_size: 3 }),
        listProblems(karat.db, visit),
      ]),
  )
  const bars = listProducts(karat, { ...visit, category: ['bars'], sort: 'weight', page_size: 100 })
  return {
    hero: findPicture('hero', ''),
    today: pointsOf(today.candles),
    banner: banners[0] ?? null,
    bars: usualWeights(cheapestByWeight(bars.items)),
    categories: listCategories(karat, visit),
    said: { average: said.average, count: said.count, voices: inLanguage(said.items, language).slice(0, 3) },
    news: news.items,
    problems: problems.groups.flatMap(firstProblem).slice(0, 6),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.home_title(), description: m.home_text() })

export default function HomePage({ loaderData }: Route.ComponentProps) {
  if (loaderData === null) return <BeforePrices />
  return <Home data={loaderData} />
}

/** A store that is being set up and has heard no price yet. */
const BeforePrices = () => (
  <div className="pt-10 md:pt-16">
    <h1 className="display">{m.home_promise()}</h1>
    <p className="mt-6 max-w-[52ch] text-[17px] leading-[26px] text-pretty text-ink-2">{m.home_before_prices()}</p>
    <p className="mt-6 flex gap-3">
      <ButtonLink to="/home/aboutUs" kind="ghost">
        {m.ui_footer_about()}
      </ButtonLink>
      <ButtonLink to="/contactUs" kind="ghost">
        {m.ui_footer_contact()}
      </ButtonLink>
    </p>
  </div>
)

type Data = NonNullable<Route.ComponentProps['loaderData']>

function Home({ data }: { data: Data }) {
  const { hero, today, banner, bars, categories, said, news, problems } = data
  const shell = useShell()
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? houseData(shell) : []} />
      <Hero picture={hero} />
      <PriceSheet today={today} />
      <HomeRest banner={banner} bars={bars} categories={categories} said={said} news={news} problems={problems} />
    </>
  )
}

/** Those in the reader's own language first. */
const inLanguage = (voices: Voice[], language: string): Voice[] => [
  ...voices.filter((voice) => voice.language === language),
  ...voices.filter((voice) => voice.language !== language),
]

const firstProblem = ({ problems }: { problems: Problem[] }) =>
  problems.slice(0, 2).map(({ slug, question }) => ({ slug, question }))

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

const usual = ['1.0000', '2.0000', '5.0000', '10.0000', '25.0000', '50.0000', '100.0000']

/** What most people ask for; every weight where a store sells few of those. */
function usualWeights(bars: ProductCardView[]): ProductCardView[] {
  const known = bars.filter(({ fine_weight }) => usual.includes(fine_weight))
  return known.length >= 4 ? known : bars.slice(0, usual.length)
}

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
            {m.pricing_home_shop()}
          </ButtonLink>
          <ButtonLink to="#weights" size="l" kind="ghost">
            {m.ui_footer_price_table()}
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
