/** What may be done next with a case. */
import { Link } from 'react-router'
import { type Decision, decisionsOf } from '../../../goldback/case-rules.ts'
import { holdsMeasures } from '../../../goldback/melting/melting-rules.ts'
import type { OfficeCaseView } from '../../../goldback/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatGrams, sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { GiveBackForm, ReceiveForm } from './hand-over-forms.tsx'
import { InspectForm } from './inspect-form.tsx'
import { MeltingActions } from './melting-forms.tsx'
import { ScanForm, SendBackForm } from './parcel-forms.tsx'

type Props = { one: OfficeCaseView; reload: () => Promise<void> }

export function CaseActions({ one, reload }: Props) {
  const may = useMay()
  const { state } = one
  return (
    <>
      {state === 'booked' && one.collection && may('goldback.receive') && <ScanForm one={one} reload={reload} />}
      {(state === 'booked' || state === 'collected') && may('goldback.receive') && (
        <ReceiveForm one={one} reload={reload} />
      )}
      {(state === 'received' || state === 'inspecting') && !holdsMeasures(one.meltings) && may('goldback.inspect') && (
        <InspectForm key={state} one={one} reload={reload} />
      )}
      {state === 'inspecting' && may('goldback.melt') && <MeltingActions one={one} reload={reload} />}
      {state === 'rejected' &&
        may('goldback.return') &&
        (one.collection ? <SendBackForm one={one} reload={reload} /> : <GiveBackForm one={one} reload={reload} />)}
      <Deciding one={one} reload={reload} />
    </>
  )
}

function Deciding({ one, reload }: Props) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const actions = [
    ...(may('goldback.decide') && one.meltings[0]?.state !== 'started' ? decidingOf(one) : []),
    ...(may('goldback.pay') && one.state === 'accepted' && !one.second_asked ? [paying(one)] : []),
  ]
  if (actions.length === 0 && !one.second_asked) return null
  return (
    <section className="office-panel grid gap-3">
      {one.second_asked && (
        <p>
          {m.office_goldback_second_asked()}{' '}
          {may('approvals.see') && (
            <Link to="/admin/approvals?state=waiting" className="link">
              {m.office_approvals()}
            </Link>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {actions.map((action, at) => (
          <Button key={action.title} kind={at === 0 ? 'primary' : 'ghost'} onClick={() => ask(action)}>
            {action.title}
          </Button>
        ))}
      </div>
      {dialog}
    </section>
  )
}

const harsh: readonly Decision[] = ['reject', 'refuse_parcel', 'refuse_title', 'retain']
const words = {
  prove_title: [m.office_goldback_prove_title, m.office_goldback_prove_title_text],
  refuse_title: [m.office_goldback_refuse_title, m.office_goldback_refuse_title_text],
  accept: [m.office_goldback_accept, m.office_goldback_accept_text],
  offer: [m.office_goldback_make_offer, m.office_goldback_make_offer_text],
  reject: [m.office_goldback_reject, m.office_goldback_reject_text],
  refuse_parcel: [m.office_goldback_refuse_parcel, m.office_goldback_refuse_parcel_text],
  resume: [m.office_goldback_resume, m.office_goldback_resume_text],
  retain: [m.office_goldback_retain, m.office_goldback_retain_text],
} as const satisfies Record<Decision, readonly [() => string, (values: { amount: string }) => string]>

function decidingOf(one: OfficeCaseView): ReasonedAction[] {
  const { kind, found, case_id: id, currency } = one
  const amount = found?.amount ? money({ amount: found.amount, currency }) : '–'
  return decisionsOf(one).map((decision) => {
    const [title, text] = words[decision]
    const isOther = decision === 'accept' && kind === 'other'
    return {
      ...{ title: title(), confirm: title(), done: m.office_goldback_decided_done() },
      text: isOther ? m.office_goldback_accept_other_text({ amount }) : text({ amount }),
      ...(harsh.includes(decision) ? { tone: 'danger' as const } : {}),
      run: (reason) => officePost('/goldback/decide', { case_id: id, decision, reason }, { quiet: true }),
    }
  })
}

function paying({ case_id: id, amount, currency, takes_two, paid_in, offer_weight }: OfficeCaseView): ReasonedAction {
  const words = { amount: money({ amount, currency }), grams: formatGrams(offer_weight ?? '0', language()) }
  const inGrams = paid_in === 'grams'
  const title = inGrams ? m.office_goldback_pay_grams(words) : m.office_goldback_pay(words)
  const text = inGrams ? m.office_goldback_pay_grams_text(words) : m.office_goldback_pay_text(words)
  return {
    title,
    text: takes_two ? sentences([text, m.office_goldback_pay_two()], language()) : text,
    confirm: takes_two ? m.office_goldback_ask_second() : title,
    run: (reason) => officePost('/goldback/pay', { case_id: id, reason }, { quiet: true }),
    done: takes_two ? m.office_goldback_asked_done() : m.office_goldback_paid_done(),
  }
}
