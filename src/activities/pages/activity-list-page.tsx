/** /user/activity/list: campaigns and events of the member with what came of them, and events that they signed up for. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, Tag } from '../../ui/states.tsx'
import type { OwnActivitiesView } from '../contract.ts'
import type { Route } from './+types/activity-list-page'
import { activityPlaces, kindWords, signUpWords, stateTones, stateWords, whenWords } from './activity-words.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<OwnActivitiesView>('/activity/list'))

export default function ActivityListPage({ loaderData }: Route.ComponentProps) {
  const { activities, joined, may_hold, open, most_open } = loaderData
  return (
    <div className="max-w-[760px]">
      <PageTitle>{m.activities_title()}</PageTitle>
      <h1 className="h1">{m.activities_title()}</h1>
      <p className="mt-3 max-w-[60ch] text-ink-2">{m.activities_lead()}</p>
      {activities.length > 0 && (
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-2">
          <ButtonLink to={activityPlaces.add}>{m.activities_add()}</ButtonLink>
          <p className="small text-ink-2">{m.activities_open_of({ open, most: most_open })}</p>
        </div>
      )}
      <section className="mt-10" aria-labelledby="own">
        <h2 className="h3 mb-3" id="own">
          {m.activities_own()}
        </h2>
        {activities.length === 0 ? (
          <EmptyState
            text={may_hold ? m.activities_none() : m.activities_not_yet()}
            action={
              may_hold ? (
                <ButtonLink to={activityPlaces.add}>{m.activities_add()}</ButtonLink>
              ) : (
                <ButtonLink to="/user/agents/purchases">{m.activities_become_agent()}</ButtonLink>
              )
            }
          />
        ) : (
          <ul className="border-t border-line">
            {activities.map((one) => (
              <Own key={one.activity_id} one={one} />
            ))}
          </ul>
        )}
      </section>
      {joined.length > 0 && (
        <section className="mt-12" aria-labelledby="joined">
          <h2 className="h3 mb-3" id="joined">
            {m.activities_joined()}
          </h2>
          <ul className="border-t border-line">
            {joined.map((one) => (
              <Joined key={one.token} one={one} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const Own = ({ one }: { one: OwnActivitiesView['activities'][number] }) => {
  const figures = [
    [m.activities_visits(), one.visits],
    ...(one.capacity === null ? [] : ([[m.activities_sign_ups(), one.taken + one.waiting]] as const)),
    [m.activities_accounts(), one.accounts],
  ] as const
  return (
    <li className="border-b border-line">
      <Link
        to={activityPlaces.edit(one.activity_id)}
        className="group grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto]"
      >
        <span className="font-semibold break-words group-hover:text-nila">{one.title}</span>
        <span className="sm:text-right">
          <Tag tone={stateTones[one.state]}>{stateWords[one.state]()}</Tag>
        </span>
        <span className="small text-ink-2">
          {kindWords[one.kind]()} · {whenWords(one)}
        </span>
        {one.change_waits && <span className="small text-ink-2 sm:text-right">{m.activities_change_waits()}</span>}
        {one.code && (
          <span className="small col-span-full flex flex-wrap gap-x-5">
            {figures.map(([name, count]) => (
              <span key={name} className="whitespace-nowrap">
                {name} <b>{formatCount(count, language())}</b>
              </span>
            ))}
          </span>
        )}
      </Link>
    </li>
  )
}

const Joined = ({ one }: { one: OwnActivitiesView['joined'][number] }) => (
  <li className="border-b border-line">
    <Link to={`/activity/ticket#${one.token}`} className="group grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto]">
      <span className="font-semibold break-words group-hover:text-nila">{one.title}</span>
      <span className="sm:text-right">
        <Tag tone={one.state === 'placed' ? 'up' : 'plain'}>
          {one.activity_state === 'cancelled' ? stateWords.cancelled() : signUpWords[one.state]()}
        </Tag>
      </span>
      <span className="small text-ink-2">{whenWords(one)}</span>
    </Link>
  </li>
)
