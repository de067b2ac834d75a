/** `/contactUs`: a message to the staff, and where the counters are and when they are open. */

import { Line } from '../../content/pages/article.tsx'
import { getWrittenPage } from '../../content/written-queries.ts'
import { listPickupPoints, type PickupPoint } from '../../delivery/address-queries.ts'
import { hoursInWords } from '../../delivery/pages/opening-hours.ts'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { language } from '../../ui/language.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/contact-us-page'
import { ContactForm } from './contact-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, language: spoken } = context.get(pageContext)
  const [page, points] = await Promise.all([
    getWrittenPage(karat.db, { store, language: spoken }, 'contact'),
    listPickupPoints(karat.db, store.code),
  ])
  return { page, points }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: m.content_contact_title(), description: loaderData?.page.lead ?? '' })

export default function ContactUsPage({ loaderData: { page, points } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <div className="grid gap-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-20">
        <section aria-labelledby="write">
          <h2 id="write" className="h2 mb-6">
            {m.community_contact_write()}
          </h2>
          <ContactForm />
        </section>
        <div className="grid content-start gap-12">
          <section aria-labelledby="reach">
            <h2 id="reach" className="h2 mb-4">
              {m.community_contact_reach()}
            </h2>
            <dl className="border-t border-line">
              {page.facts.map(({ label, value, href }) => (
                <div key={label} className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[9rem_1fr]">
                  <dt className="text-ink-2">{label}</dt>
                  <dd className="font-medium">
                    {href ? (
                      <a href={href} className="link -my-1 min-h-11 sm:min-h-8">
                        {value}
                      </a>
                    ) : (
                      value
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            {page.body.map((block) =>
              block.kind === 'text' ? (
                <p key={block.text} className="small mt-4 text-ink-2">
                  <Line text={block.text} />
                </p>
              ) : null,
            )}
          </section>
          <Counters points={points} />
        </div>
      </div>
    </>
  )
}

function Counters({ points }: { points: PickupPoint[] }) {
  if (points.length === 0) return null
  return (
    <section aria-labelledby="counters">
      <h2 id="counters" className="h2 mb-4">
        {m.community_contact_counters()}
      </h2>
      <ul className="border-t border-line">
        {points.map(({ id, name, street, city, telephone, hours }) => (
          <li key={id} className="border-b border-line py-4">
            <h3 className="h3">{name}</h3>
            <p className="text-ink-2">
              {street}, {city}
            </p>
            <p className="small mt-1">{[hoursInWords(hours, language()), telephone].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
