/** /user/activity/edit: one activity of the member: its draft, or what was approved and what can be done about it. */
import { useState } from 'react'
import { Link, redirect } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, saidByPage } from '../../ui/api-client.ts'
import { Moment } from '../../ui/figures.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tag, Timeline } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { wordsFor } from '../activity-rules.ts'
import type { OwnActivityView } from '../contract.ts'
import type { Route } from './+types/activity-edit-page'
import { CancelButton, TakeBackButton } from './activity-actions.tsx'
import { fieldsOf } from './activity-form.ts'
import { activityPlaces, kindWords, stateTones, stateWords, whenWords } from './activity-words.ts'
import { ApprovedPanel } from './approved-panel.tsx'
import { ChangeForm } from './change-form.tsx'
import { DraftForm } from './draft-form.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const id = new URL(request.url).searchParams.get('activity_id')
  return id
    ? dataOf(get<OwnActivityView>('/activity/own', { activity_id: id }, saidByPage), saidByPage)
    : redirect(activityPlaces.list)
}

export default function ActivityEditPage({ loaderData }: Route.ComponentProps) {
  const [seen, setSeen] = useState(loaderData)
  const one = seen.activity_id === loaderData.activity_id ? seen : loaderData
  const { state } = one
  const title = wordsFor({ texts: one.texts, language: one.language }, language()).title
  return (
    <div className="max-w-[760px]">
      <PageTitle>{title || m.activities_title()}</PageTitle>
      <Link to={activityPlaces.list} className="link small inline-flex min-h-11 items-center">
        {m.activities_all()}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="h1 min-w-0 break-words">{title}</h1>
        <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
      </div>
      <p className="mt-2 text-ink-2">
        {kindWords[one.kind]()} · {whenWords(one)}
      </p>
      <div className="mt-8 grid gap-12">
        <Body one={one} onChanged={setSeen} />
        <History one={one} />
      </div>
    </div>
  )
}

type Props = { one: OwnActivityView; onChanged: (now: OwnActivityView) => void }

function Body({ one, onChanged }: Props) {
  switch (one.state) {
    case 'draft':
      return (
        <div className="grid gap-8">
          <DraftForm
            key={one.revision}
            initial={fieldsOf(one)}
            most={one.most_participants}
            picture={one.picture}
            activityId={one.activity_id}
            onSaved={async (now, submitted) => {
              toastDone(submitted ? m.activities_submitted_done() : m.activities_saved_done())
              onChanged(now)
            }}
          />
          <div>
            <CancelButton one={one} onChanged={onChanged} />
          </div>
        </div>
      )
    case 'submitted':
      return (
        <section className="panel grid gap-4 p-5">
          <p>{m.activities_submitted_text()}</p>
          <div className="flex flex-wrap gap-3">
            <TakeBackButton one={one} onChanged={onChanged} />
          </div>
        </section>
      )
    case 'rejected':
      return (
        <section className="panel grid gap-4 p-5">
          <p>{m.activities_rejected_text()}</p>
          <blockquote className="border-l-2 border-line-strong pl-4 break-words">{one.moves[0]?.reason}</blockquote>
          <div className="flex flex-wrap gap-3">
            <TakeBackButton one={one} onChanged={onChanged} />
            <CancelButton one={one} onChanged={onChanged} />
          </div>
        </section>
      )
    case 'approved':
    case 'live':
    case 'suspended':
      return (
        <div className="grid gap-12">
          <ApprovedPanel one={one} onChanged={onChanged} />
          <ChangeForm key={`${one.revision} ${one.change?.state}`} one={one} onChanged={onChanged} />
          <div>
            <CancelButton one={one} onChanged={onChanged} />
          </div>
        </div>
      )
    default:
      return one.code ? <ApprovedPanel one={one} onChanged={onChanged} /> : null
  }
}

const byWords = { member: m.activities_by_you, house: m.activities_by_house, system: m.activities_by_itself }

const History = ({ one }: Pick<Props, 'one'>) => (
  <section aria-labelledby="history">
    <h2 className="h3 mb-4" id="history">
      {m.activities_history()}
    </h2>
    <Timeline
      steps={one.moves.map(({ state, by, reason, at }, n) => ({
        ...{ key: at + state, state: n === 0 ? ('now' as const) : ('done' as const), title: stateWords[state]() },
        text: reason ? `${byWords[by]()} · ${reason}` : byWords[by](),
        at: <Moment at={at} />,
      }))}
    />
  </section>
)
