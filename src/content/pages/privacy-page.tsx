/** `/privacy`: what we know about whom, why and for how long. */
import { pageContext } from '../../http/context.ts'
import { language } from '../../ui/language.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { getWrittenPage } from '../written-queries.ts'
import type { Route } from './+types/privacy-page'
import { PrivacyView } from './privacy-view.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, language: spoken } = context.get(pageContext)
  return getWrittenPage(karat.db, { store, language: spoken }, 'privacy')
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(matches, { title: loaderData.title, description: loaderData.lead }) : []

export default function PrivacyPage({ loaderData: page }: Route.ComponentProps) {
  return <PrivacyView page={page} asked={language()} />
}
