/** /user/security/sessions: every place where the member is signed in, and how to end it. */
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import type { SessionsView } from '../contract.ts'
import type { Route } from './+types/sessions-page'
import { SessionList } from './session-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<SessionsView>('/user/sessions'))

export default function SessionsPage({ loaderData: { sessions } }: Route.ComponentProps) {
  return (
    <div className="max-w-[720px]">
      <PageTitle>{m.ui_places_sessions()}</PageTitle>
      <h1 className="h1">{m.ui_places_sessions()}</h1>
      <p className="mt-3 text-ink-2">{m.identity_security_sessions_lead()}</p>
      <SessionList sessions={sessions} />
    </div>
  )
}
