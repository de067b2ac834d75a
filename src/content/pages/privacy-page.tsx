/** `/privacy`: what we know about whom, why and for how long. */
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { formatDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { useShell } from '../../ui/shell-data.ts'
import { getWrittenPage } from '../written-queries.ts'
import type { Route } from './+types/privacy-page'
import { Article } from './article.tsx'
import { Beside, Contents } from './written-contents.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, language: spoken } = context.get(pageContext)
  return getWrittenPage(karat.db, { store, language: spoken }, 'privacy')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData?.title ?? 'Karat', description: loaderData?.lead ?? '' })

export default function PrivacyPage({ loaderData: page }: Route.ComponentProps) {
  const { store } = useShell()
  return (
    <div className="printed">
      <PageHead title={page.title} lead={page.lead}>
        <p className="small mt-3 text-ink-2">
          {m.content_page_updated({ date: formatDay(Date.parse(page.updated_at), store.time_zone, language()) })}
        </p>
      </PageHead>
      <div className="grid gap-10 border-t border-line pt-8 lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-16">
        <Beside>
          <Contents blocks={page.body} />
        </Beside>
        <Article blocks={page.body} />
      </div>
    </div>
  )
}
