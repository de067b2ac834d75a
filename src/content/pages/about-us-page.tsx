/** `/home/aboutUs`: who the house is. */
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { findPicture } from '../picture-queries.ts'
import { getWrittenPage } from '../written-queries.ts'
import type { Route } from './+types/about-us-page'
import { Article } from './article.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, language } = context.get(pageContext)
  const page = await getWrittenPage(karat.db, { store, language }, 'about')
  return { page, picture: findPicture('hero', '') }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.page.title ?? m.content_about_title(),
    description: loaderData?.page.lead ?? '',
  })

export default function AboutUsPage({ loaderData: { page, picture } }: Route.ComponentProps) {
  return (
    <>
      <div className="grid gap-8 pt-10 md:pt-16 lg:grid-cols-[5fr_7fr] lg:items-center lg:gap-14">
        <div>
          <p className="small text-ink-2">{page.title}</p>
          <h1 className="h1 mt-2 text-balance md:!text-[52px] md:!leading-[1.08]">{page.lead}</h1>
        </div>
        {picture && (
          <div className="tile aspect-[4/3] max-lg:order-first">
            <ProductPicture
              picture={picture}
              sizes="(min-width: 1024px) 680px, 90vw"
              priority
              className="w-full object-contain"
            />
          </div>
        )}
      </div>
      <dl className="mt-12 grid grid-cols-2 gap-px overflow-hidden border-y border-line md:mt-20 lg:grid-cols-4">
        {page.facts.map(({ label, value }) => (
          <div key={label} className="py-6 pr-4">
            <dt className="small text-ink-2">{label}</dt>
            <dd className="mt-1 font-serif text-[26px] leading-[31px] text-balance">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-12 grid gap-10 md:mt-20 lg:grid-cols-[8fr_4fr]">
        <Article blocks={page.body} />
        <aside className="grid content-start gap-3 self-start lg:sticky lg:top-20">
          <ButtonLink to="/home/partner" kind="ghost">
            {m.content_partner_title()}
          </ButtonLink>
          <ButtonLink to="/home/viewTestimonials" kind="ghost">
            {m.content_testimonial_title()}
          </ButtonLink>
          <ButtonLink to="/contactUs" kind="ghost">
            {m.content_contact_title()}
          </ButtonLink>
        </aside>
      </div>
    </>
  )
}
