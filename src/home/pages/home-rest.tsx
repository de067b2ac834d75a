/** Home below its first screen: what a bar costs now, what we sell, why to trust us, and how it works. */
import type { CategoryListView, ProductCardView } from '../../catalogue/contract.ts'
import { RecentlyViewed } from '../../catalogue/pages/recently-viewed.tsx'
import type { BannerListView, NewsBriefView } from '../../content/contract.ts'
import { Banner, Kinds } from './kinds.tsx'
import { PriceTable } from './price-table.tsx'
import { Steps, Trust } from './trust.tsx'
import { TwoPrices } from './two-prices.tsx'
import { LatestNews, type Problem, Problems, type Voice, Voices } from './voices.tsx'

type Props = {
  banner: BannerListView[number] | null
  bars: ProductCardView[]
  categories: CategoryListView
  said: { average: string | null; count: number; voices: Voice[] }
  news: NewsBriefView[]
  problems: Pick<Problem, 'slug' | 'question'>[]
}

export function HomeRest({ banner, bars, categories, said, news, problems }: Props) {
  const example = bars.find(({ fine_weight }) => fine_weight === '10.0000') ?? bars[0]
  return (
    <>
      {banner && <Banner banner={banner} />}
      {bars.length > 0 && <PriceTable bars={bars} />}
      <Kinds categories={categories} />
      {example && <TwoPrices bar={example} />}
      <Trust />
      <Steps />
      <Voices {...said} />
      <LatestNews news={news} />
      <Problems problems={problems} />
      <RecentlyViewed />
    </>
  )
}
