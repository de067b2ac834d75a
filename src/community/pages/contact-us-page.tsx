/** `/contactUs`: a message to the staff, and where the counters are and when they are open. */

import { getWrittenPage } from '../../content/written-queries.ts'
import { listPickupPoints, type PickupPoint } from '../../delivery/address-queries.ts'
import { hoursInWords } from '../../delivery/pages/opening-hours.ts'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/contact-us-page'
import { ContactForm } from './contact-form.tsx'
import { ContactView } from './contact-view.tsx'

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
  const form = (
    <section aria-labelledby="write">
      <h2 id="write" className="h2 mb-6">
        {m.community_contact_write()}
      </h2>
      <ContactForm />
    </section>
  )
  return <ContactView page={page} asked={language()} form={form} counters={<Counters points={points} />} />
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
