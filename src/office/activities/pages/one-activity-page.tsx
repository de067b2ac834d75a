/** /admin/activities/activity?id=…: one activity as the public sees it, what its holder wants to change, and what may be decided. */
import type { OfficeActivityView } from '../../../activities/office-contract.ts'
import { kindWords, stateWords, whenWords } from '../../../activities/pages/activity-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { momentOf } from '../../../ui/clock.ts'
import { money } from '../../../ui/figures.tsx'
import { formatCount, formatGrams, formatMoment } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Timeline } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { GuardedPicture } from '../../kit/pages/guarded-picture.tsx'
import { languageName } from '../../kit/pages/language-words.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { ActivityTag } from './activities-page.tsx'
import { ActivityActions, ChangeActions } from './activity-actions.tsx'

export const handle: OfficeHandle = { permission: 'activities.see' }

export default function OfficeActivityPage() {
  return (
    <OneById<OfficeActivityView>
      path="/activities/activity"
      field="activity_id"
      back={{ to: '/admin/activities', name: m.office_activities_all() }}
      title={m.office_activities_title()}
      none={m.office_activities_empty()}
      failed={m.office_activities_failed()}
    >
      {(one, reload) => <OneActivity key={one.activity_id} one={one} reload={reload} />}
    </OneById>
  )
}

type Props = { one: OfficeActivityView; reload: () => Promise<void> }
type SaidOf = Pick<
  OfficeActivityView,
  'texts' | 'language' | 'picture' | 'kind' | 'starts_at' | 'ends_at' | 'time_zone' | 'opens_at' | 'place' | 'link'
>

function OneActivity({ one, reload }: Props) {
  const { moment } = useTimes()
  const title = one.texts[one.language]?.title ?? one.code ?? ''
  return (
    <>
      <title>{`${title} · Karat`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="office-h1 min-w-0 break-words">{title}</h1>
        <ActivityTag state={one.state} change_waits={one.change !== null} />
      </div>
      <p className="small mt-1 text-ink-2">
        {one.member} · {kindWords[one.kind]()}
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5">
          {one.change && (
            <section className="office-panel grid gap-4" aria-labelledby="change">
              <h2 className="h3" id="change">
                {m.office_activities_change_wanted()}
              </h2>
              <Preview said={one.change} activityId={one.activity_id} />
              <ChangeActions one={one} reload={reload} />
            </section>
          )}
          <section className="office-panel grid gap-4" aria-labelledby="preview">
            <h2 className="h3" id="preview">
              {m.office_activities_preview()}
            </h2>
            <Preview said={one} activityId={one.activity_id} />
          </section>
        </div>
        <div className="grid min-w-0 gap-5 max-xl:-order-1">
          <ActivityActions one={one} reload={reload} />
          <section className="office-panel">
            <h2 className="h3 mb-3">{m.office_activities_report()}</h2>
            <Facts facts={figuresOf(one)} />
          </section>
          <section className="office-panel">
            <h2 className="h3 mb-3">{m.activities_history()}</h2>
            <Timeline steps={stepsOf(one, moment)} />
          </section>
        </div>
      </div>
    </>
  )
}

/** All that people read, in every language, and what they get with a place. */
function Preview({ said, activityId }: { said: SaidOf; activityId: string }) {
  const { picture, opens_at, time_zone, place, link } = said
  return (
    <>
      {picture && (
        <div className="max-w-[420px]">
          <GuardedPicture
            path="/activities/picture"
            query={{ activity_id: activityId, picture_id: picture.id }}
            label={m.activities_picture()}
          />
        </div>
      )}
      {Object.entries(said.texts).map(([spoken, { title, description }]) => (
        <div key={spoken} lang={spoken}>
          <p className="small text-ink-2">{languageName(spoken)}</p>
          <p className="font-semibold break-words">{title}</p>
          <p className="mt-1 break-words whitespace-pre-line">{description}</p>
        </div>
      ))}
      <Facts
        facts={[
          { label: m.activities_when(), value: whenWords(said) },
          ...(place ? [{ label: m.activities_place(), value: place }] : []),
          ...(link ? [{ label: m.activities_link(), value: <span className="break-all">{link}</span> }] : []),
          ...(opens_at
            ? [{ label: m.activities_opens(), value: formatMoment(momentOf(opens_at), time_zone, language()) }]
            : []),
        ]}
      />
    </>
  )
}

function figuresOf(one: OfficeActivityView) {
  const count = (value: number) => formatCount(value, language())
  const amount = (value: string) => (one.currency ? money({ amount: value, currency: one.currency }) : '–')
  return [
    ...(one.code ? [{ label: m.office_activities_code(), value: one.code }] : []),
    { label: m.activities_visits(), value: count(one.visits) },
    ...(one.capacity === null
      ? []
      : [
          { label: m.activities_places_of({ most: one.capacity }), value: count(one.taken) },
          { label: m.activities_on_the_list(), value: count(one.waiting) },
          { label: m.activities_attended(), value: count(one.attended) },
        ]),
    { label: m.activities_accounts(), value: count(one.accounts) },
    { label: m.office_growth_verified(), value: count(one.verified) },
    { label: m.office_growth_bought(), value: count(one.bought) },
    { label: m.activities_orders(), value: count(one.orders) },
    { label: m.office_growth_volume(), value: amount(one.volume) },
    { label: m.office_growth_sold(), value: formatGrams(one.grams, language()) },
    { label: m.office_activities_cost(), value: amount(one.cost) },
    { label: m.office_growth_cost_per_gram(), value: one.cost_per_gram === null ? '–' : amount(one.cost_per_gram) },
  ]
}

function stepsOf({ moves }: OfficeActivityView, moment: (text: string) => string) {
  const who: Record<string, string> = { member: m.office_activities_holder(), system: m.activities_by_itself() }
  return moves.map(({ state, by, reason, at }) => ({
    ...{ key: `${state}${at}`, state: 'done' as const, title: stateWords[state]() },
    ...{ at: `${moment(at)} · ${who[by] ?? by}`, text: reason },
  }))
}
