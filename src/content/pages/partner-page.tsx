/** `/home/partner`: who refines, tests, carries, insures and banks for the house. */
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { PageHead } from '../../ui/page-head.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { PartnersView } from '../contract.ts'
import { listPartners } from '../written-queries.ts'
import type { Route } from './+types/partner-page'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, language } = context.get(pageContext)
  return listPartners(karat.db, { store, language })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.content_partner_title(), description: m.content_partner_lead() })

const kinds = {
  refinery: m.content_partner_refinery,
  assay: m.content_partner_assay,
  courier: m.content_partner_courier,
  insurer: m.content_partner_insurer,
  bank: m.content_partner_bank,
}

export default function PartnerPage({ loaderData: { partners } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={m.content_partner_title()} lead={m.content_partner_lead()} />
      {partners.length === 0 && <EmptyState text={m.content_partner_nothing()} />}
      <div className="grid gap-14">
        {Object.entries(kinds).map(([kind, name]) => (
          <Kind key={kind} name={name()} partners={partners.filter((one) => one.kind === kind)} />
        ))}
      </div>
    </>
  )
}

function Kind({ name, partners }: { name: string; partners: PartnersView['partners'] }) {
  if (partners.length === 0) return null
  return (
    <section className="grid gap-6 border-t border-line pt-6 lg:grid-cols-[4fr_8fr]">
      <h2 className="h2">{name}</h2>
      <ul className="grid gap-8 md:grid-cols-2 md:gap-x-6">
        {partners.map(({ name: partner, place, since, text }) => (
          <li key={partner}>
            <span
              className="tile size-16 rounded-control font-serif text-[26px] leading-none text-ink-2"
              aria-hidden="true"
            >
              {monogram(partner)}
            </span>
            <h3 className="h3 mt-4">{partner}</h3>
            <p className="small text-ink-2">{m.content_partner_since({ place, year: String(since) })}</p>
            <p className="mt-2 max-w-[44ch] text-pretty text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const monogram = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0])
    .join('')
