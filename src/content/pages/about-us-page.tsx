/** `/home/aboutUs`: who the house is. */
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { findPicture } from '../picture-queries.ts'
import { getWrittenPage } from '../written-queries.ts'
import type { Route } from './+types/about-us-page'
import { AboutView } from './about-view.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, language: spoken } = context.get(pageContext)
  const page = await getWrittenPage(karat.db, { store, language: spoken }, 'about')
  return { page, picture: findPicture('hero', '') }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: loaderData?.page.title ?? m.content_about_title(),
    description: loaderData?.page.lead ?? '',
  })

export default function AboutUsPage({ loaderData: { page, picture } }: Route.ComponentProps) {
  return <AboutView page={page} asked={language()} picture={picture} beside={<Further />} />
}

const Further = () => (
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
)
