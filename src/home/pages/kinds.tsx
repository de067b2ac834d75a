/** What we sell: one tile a kind, and the one thing that the shop wants to tell. */
import { Link } from 'react-router'
import type { CategoryListView } from '../../catalogue/contract.ts'
import type { BannerListView } from '../../content/contract.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'

export function Banner({ banner: { title, text, link, picture } }: { banner: BannerListView[number] }) {
  return (
    <Link
      to={link}
      className="group mt-16 grid overflow-hidden rounded-panel bg-tile md:mt-28 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:items-center"
    >
      <span className="px-5 pt-5 pb-6 max-md:order-last md:px-10 md:py-10">
        <span className="h2 block text-balance">{title}</span>
        <span className="mt-1.5 block text-ink-2">{text}</span>
        <span className="link mt-4 group-hover:underline">
          {m.home_banner_open()} <Icon name="arrow-right" size="s" />
        </span>
      </span>
      <span className="block h-full">
        {picture && (
          <ProductPicture
            picture={picture}
            alt=""
            sizes="(min-width: 1296px) 709px, (min-width: 768px) 55vw, 100vw"
            className="aspect-video h-full w-full object-cover"
          />
        )}
      </span>
    </Link>
  )
}

const kindTexts: Record<string, () => string> = {
  bars: m.home_kind_bars,
  coins: m.home_kind_coins,
  jewellery: m.home_kind_jewellery,
}

export function Kinds({ categories }: { categories: CategoryListView }) {
  return (
    <section className="mt-16 md:mt-28" aria-labelledby="kinds">
      <h2 className="h1 mb-6 md:mb-9" id="kinds">
        {m.home_kinds()}
      </h2>
      <div className="grid gap-4 md:grid-cols-3 md:gap-6">
        {categories.map(({ slug, name, picture, product_count }) => (
          <Link
            key={slug}
            to={`/product/product?category=${slug}`}
            prefetch="intent"
            className="group grid min-h-[150px] grid-cols-[minmax(0,1fr)_150px] items-center overflow-hidden rounded-panel bg-tile md:grid-cols-1 md:justify-items-center"
          >
            <span className="py-5 pl-5 md:justify-self-stretch md:p-7 md:pt-0">
              <span className="h2 block group-hover:text-nila">{name}</span>
              <span className="small mt-1 block text-ink-2">
                {[
                  product_count === 1 ? m.home_kind_one() : m.home_kind_count({ count: product_count }),
                  kindTexts[slug]?.(),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="grid w-[150px] place-items-center md:-order-1 md:mt-2 md:w-[84%]">
              {picture && (
                <ProductPicture
                  picture={picture}
                  alt=""
                  sizes="(min-width: 768px) 330px, 150px"
                  className="h-auto w-full transition-transform duration-200 group-hover:scale-[1.02]"
                />
              )}
            </span>
          </Link>
        ))}
      </div>
    </section>
  )
}
