/** `/agreement?version=`: the member agreement, the version in force or another; made to be printed. */
import { Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useShell } from '../../ui/shell-data.ts'
import { Tag } from '../../ui/states.tsx'
import { getAgreement } from '../agreement-queries.ts'
import { AgreementQuery, type AgreementView } from '../contract.ts'
import type { Route } from './+types/agreement-page'
import { Article } from './article.tsx'
import { Beside, Contents } from './written-contents.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, language: spoken } = context.get(pageContext)
  const query = AgreementQuery.safeParse({ version: new URL(request.url).searchParams.get('version') ?? undefined })
  if (!query.success) throw new Response('Page not found: /agreement', { status: 404 })
  return getAgreement(karat.db, { store, language: spoken }, query.data.version)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, {
    title: `${loaderData?.title ?? m.content_agreement_title()} ${loaderData?.version ?? ''}`,
    description: m.content_agreement_description(),
  })

const states = {
  in_force: { name: m.content_agreement_in_force, tone: 'up' },
  former: { name: m.content_agreement_former, tone: 'warn' },
  coming: { name: m.content_agreement_coming, tone: 'nila' },
} as const

export default function AgreementPage({ loaderData: agreement }: Route.ComponentProps) {
  return (
    <div className="printed pt-10 md:pt-16">
      <Head agreement={agreement} />
      <div className="mt-10 grid gap-10 lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-16">
        <Beside>
          <Contents blocks={agreement.body} numbered />
          <Versions agreement={agreement} />
        </Beside>
        <Article blocks={agreement.body} numbered />
      </div>
    </div>
  )
}

function useDay() {
  const { store } = useShell()
  return (moment: string) => formatDay(Date.parse(moment), store.time_zone, language())
}

function Head({ agreement: { title, version, state, effective_at, changes } }: { agreement: AgreementView }) {
  const day = useDay()
  return (
    <div className="border-b border-line pb-8">
      <h1 className="h1">{title}</h1>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
        <Tag tone={states[state].tone}>{states[state].name()}</Tag>
        <span>{m.content_agreement_version({ version: version.replaceAll('-', '\u2011') })}</span>
        <span className="max-md:hidden" aria-hidden="true">
          ·
        </span>
        <span>{m.content_agreement_since({ date: day(effective_at) })}</span>
      </div>
      <p className="mt-4 max-w-[68ch] text-ink-2">{changes}</p>
      {state !== 'in_force' && (
        <p className="mt-4">
          <Link to="/agreement" className="link min-h-11">
            {m.content_agreement_to_current()} <Icon name="arrow-right" size="s" />
          </Link>
        </p>
      )}
      <Button kind="ghost" size="s" className="mt-5 print:hidden" onClick={() => window.print()}>
        <Icon name="printer" />
        {m.content_agreement_print()}
      </Button>
    </div>
  )
}

function Versions({ agreement: { version, versions } }: { agreement: AgreementView }) {
  const day = useDay()
  return (
    <nav aria-label={m.content_agreement_versions()} className="small">
      <p className="mb-2 font-semibold">{m.content_agreement_versions()}</p>
      <ul className="grid">
        {versions.map((one) => (
          <li key={one.version}>
            <Link
              to={one.state === 'in_force' ? '/agreement' : `/agreement?version=${one.version}`}
              aria-current={one.version === version ? 'page' : undefined}
              className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 py-1 text-ink-2 hover:text-nila aria-[current=page]:font-semibold aria-[current=page]:text-ink max-lg:min-h-11"
            >
              <span>{one.version.replaceAll('-', '\u2011')}</span>
              <span className="text-ink-3">{day(one.effective_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
