/** `/home/viewTestimonials`: what members said, its average, one rating alone, page by page. */
import { Link, useSearchParams } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { formatCount, formatDecimal } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Stars } from '../../ui/stars.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TestimonialsQuery, type TestimonialsView } from '../contract.ts'
import { listTestimonials } from '../testimonial-queries.ts'
import type { Route } from './+types/view-testimonials-page'
import { TestimonialCard } from './testimonial-card.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store } = context.get(pageContext)
  const search = new URL(request.url).searchParams
  const rating = TestimonialsQuery.shape.rating.safeParse(search.get('rating') ?? undefined).data
  const page = TestimonialsQuery.shape.page.safeParse(search.get('page') ?? undefined).data
  return listTestimonials(karat.db, store.code, { ...(rating ? { rating } : {}), ...(page ? { page } : {}) })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.content_testimonial_title(), description: m.community_testimonial_lead() })

export default function ViewTestimonialsPage({ loaderData: said }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={m.content_testimonial_title()} lead={m.community_testimonial_lead()} />
      <div className="grid gap-12 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-16">
        <aside className="grid content-start gap-6 self-start lg:sticky lg:top-16">
          {said.average && <Summary said={said} />}
          <ButtonLink to="/home/sendTestimonials" kind="ghost">
            {m.community_testimonial_send_title()}
          </ButtonLink>
        </aside>
        <section aria-label={m.content_testimonial_title()}>
          {said.items.length === 0 ? (
            <EmptyState
              text={said.count === 0 ? m.community_testimonial_none() : m.community_testimonial_none_here()}
              action={
                said.count > 0 ? (
                  <Link to="?" className="btn" data-kind="ghost">
                    {m.community_testimonial_all()}
                  </Link>
                ) : undefined
              }
            />
          ) : (
            <ul className="border-t border-line">
              {said.items.map((one) => (
                <li key={one.id} className="border-b border-line py-8">
                  <TestimonialCard said={one} />
                </li>
              ))}
            </ul>
          )}
          <PageLinks page={said.page} count={said.page_count} />
        </section>
      </div>
    </>
  )
}

function Summary({ said: { average, count, by_rating } }: { said: TestimonialsView }) {
  const [search] = useSearchParams()
  const chosen = search.get('rating')
  const shown = formatDecimal(average ?? '0', language())
  return (
    <div>
      <p className="flex items-end gap-3">
        <span className="fig-xl">{shown}</span>
        <span className="pb-1">
          <Stars rating={Number(average)} label={m.community_rating_average({ average: shown })} className="size-5" />
          <span className="small block text-ink-2">
            {m.community_testimonial_count({ count: formatCount(count, language()) })}
          </span>
        </span>
      </p>
      <ul className="mt-5 grid">
        {by_rating.map((one) => (
          <li key={one.rating}>
            <Link
              to={chosen === String(one.rating) ? '?' : `?rating=${one.rating}`}
              preventScrollReset
              aria-current={chosen === String(one.rating) ? 'true' : undefined}
              className="small grid min-h-9 grid-cols-[1.5rem_1fr_1.5rem] items-center gap-3 rounded-tag px-1 hover:bg-tile aria-[current=true]:bg-nila-soft aria-[current=true]:font-semibold max-lg:min-h-11"
            >
              <span className="sr-only">
                {m.community_testimonial_filter({ rating: one.rating, count: one.count })}
              </span>
              <span className="text-right" aria-hidden="true">
                {one.rating}
              </span>
              <progress
                className="countdown-bar !h-1.5 overflow-hidden rounded-full"
                max={count}
                value={one.count}
                aria-hidden="true"
              />
              <span className="text-right text-ink-2" aria-hidden="true">
                {one.count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {chosen && (
        <Link to="?" preventScrollReset className="link mt-2 min-h-11 text-sm">
          {m.community_testimonial_all()}
        </Link>
      )}
    </div>
  )
}
