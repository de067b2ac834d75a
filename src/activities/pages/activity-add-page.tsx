/** /user/activity/add: a new campaign or event, as a draft or handed in at once. */
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { EmptyState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import type { OwnActivitiesView } from '../contract.ts'
import type { Route } from './+types/activity-add-page'
import { emptyFields } from './activity-form.ts'
import { activityPlaces } from './activity-words.ts'
import { DraftForm } from './draft-form.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<OwnActivitiesView>('/activity/list'))

export default function ActivityAddPage({ loaderData: { may_hold, most_participants } }: Route.ComponentProps) {
  const { store } = useShell()
  const navigate = useNavigate()
  const [initial] = useState(() => emptyFields(language(), store.time_zone))
  return (
    <div className="max-w-[680px]">
      <PageTitle>{m.activities_add()}</PageTitle>
      <Link to={activityPlaces.list} className="link small inline-flex min-h-11 items-center">
        {m.activities_all()}
      </Link>
      <h1 className="h1">{m.activities_add()}</h1>
      <p className="mt-3 text-ink-2">{m.activities_add_lead()}</p>
      <div className="mt-8">
        {may_hold ? (
          <DraftForm
            initial={initial}
            most={most_participants}
            picture={null}
            onSaved={async (one, submitted) => {
              toastDone(submitted ? m.activities_submitted_done() : m.activities_saved_done())
              await navigate(activityPlaces.edit(one.activity_id))
            }}
          />
        ) : (
          <EmptyState
            text={m.activities_not_yet()}
            action={<ButtonLink to="/user/agents/purchases">{m.activities_become_agent()}</ButtonLink>}
          />
        )}
      </div>
    </div>
  )
}
