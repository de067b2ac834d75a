/** /admin/complaints/complaint?id=…: one complaint, what was said to and fro, and what may be done about it. */
import type { OfficeComplaintView } from '../../../complaints/office-contract.ts'
import { aboutWords, outcomeWords, stepWords } from '../../../complaints/pages/complaint-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Timeline } from '../../../ui/states.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { ComplaintActions } from './complaint-forms.tsx'
import { ComplaintState } from './complaint-state.tsx'

export const handle: OfficeHandle = { permission: 'complaints.see' }

export default function ComplaintPage() {
  return (
    <OneById<OfficeComplaintView>
      path="/complaints/one"
      field="complaint_id"
      back={{ to: '/admin/complaints', name: m.office_complaints_all() }}
      title={m.office_complaints_title()}
      none={m.office_complaints_none()}
      failed={m.office_complaints_failed()}
    >
      {(one, reload) => <OneComplaint key={one.complaint_id} one={one} reload={reload} />}
    </OneById>
  )
}

function OneComplaint({ one, reload }: { one: OfficeComplaintView; reload: () => Promise<void> }) {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <title>{`${one.number} · Karat`}</title>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="office-h1">{one.number}</h1>
        <ComplaintState one={one} />
      </div>
      <p className="small mt-1 text-ink-2">
        {stores.nameOf(one.store)} · {aboutWords[one.about]()} · {moment(one.received_at)}
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5">
          <section className="office-panel">
            <h2 className="h3 mb-2">{m.office_complaints_text()}</h2>
            <p className="break-words whitespace-pre-line">{one.text || '–'}</p>
            {one.wish && (
              <>
                <h3 className="small mt-4 font-semibold">{m.office_complaints_wish()}</h3>
                <p className="break-words whitespace-pre-line">{one.wish}</p>
              </>
            )}
          </section>
          <section className="office-panel">
            <h2 className="h3 mb-3">{m.office_complaints_timeline()}</h2>
            <Timeline steps={stepsOf(one, moment)} />
          </section>
        </div>
        <div className="grid min-w-0 gap-5 max-xl:-order-1">
          <section className="office-panel">
            <Facts facts={factsOf(one, moment)} />
          </section>
          {one.state === 'open' && <ComplaintActions key={one.revision} one={one} reload={reload} />}
        </div>
      </div>
    </>
  )
}

function factsOf(one: OfficeComplaintView, moment: (text: string) => string) {
  const { order, body } = one
  return [
    {
      label: m.office_member(),
      value: (
        <SubjectLink kind="member" id={one.member_id}>
          {one.member}
        </SubjectLink>
      ),
    },
    ...(order
      ? [
          {
            label: m.office_complaints_order(),
            value: (
              <SubjectLink kind="order" id={order.order_id}>
                {order.number}
              </SubjectLink>
            ),
          },
        ]
      : []),
    { label: m.office_complaints_due(), value: dayName(one.due_on) },
    ...(one.decided_at ? [{ label: m.office_complaints_state_decided(), value: moment(one.decided_at) }] : []),
    { label: m.office_complaints_days(), value: formatCount(one.days, language()) },
    { label: m.office_complaints_body(), value: body ? body.name : m.office_complaints_no_body() },
  ]
}

function stepsOf({ steps }: OfficeComplaintView, moment: (text: string) => string) {
  return steps.toReversed().map(({ step, by, at, text, done, outcome, due_on }) => ({
    ...{ key: `${step}${at}`, state: 'done' as const },
    title: outcome && step === 'decided' ? `${stepWords[step]()}: ${outcomeWords[outcome]()}` : stepWords[step](),
    at: [moment(at), by ?? m.office_complaints_by_member()].join(' · '),
    text: (
      <span className="block break-words whitespace-pre-line">
        {[text, done && m.complaints_done({ done }), due_on && `${m.office_complaints_due()}: ${dayName(due_on)}`]
          .filter(Boolean)
          .join('\n')}
      </span>
    ),
  }))
}
