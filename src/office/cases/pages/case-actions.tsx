/** What staff may decide about a case. */
import { Link } from 'react-router'
import type { OneCaseView } from '../../../cases/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { CarryOut } from './carry-out.tsx'

type Props = { of: OneCaseView; done: () => Promise<void> }
type Offer = { action: ReasonedAction; kind: 'primary' | 'ghost' | 'danger' }

export function CaseActions({ of, done }: Props) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(done)
  if (of.second_asked)
    return (
      <p>
        {m.office_cases_asked()}{' '}
        {may('approvals.see') && (
          <Link to="/admin/approvals?state=waiting" className="link">
            {m.office_approvals()}
          </Link>
        )}
      </p>
    )
  const offers: Offer[] = [
    ...(may('cases.decide') && of.kind === 'screening' && of.state === 'open' ? deciding(of) : []),
    ...(may('cases.release') && of.state === 'confirmed' ? [asking(of, '/cases/release')] : []),
    ...(may('cases.end_hold') && of.kind === 'legal_hold' && of.state === 'open' ? [asking(of, '/cases/endHold')] : []),
  ]
  const carries = may('cases.carry_out') && of.kind === 'legal_hold' && of.state === 'open'
  if (offers.length === 0 && !carries) return null
  return (
    <div className="flex flex-wrap gap-3">
      {carries && <CarryOut caseId={of.id} done={done} />}
      {offers.map(({ action, kind }) => (
        <Button key={action.confirm} kind={kind} size="s" onClick={() => ask(action)}>
          {action.confirm}
        </Button>
      ))}
      {dialog}
    </div>
  )
}

function deciding({ id, name }: OneCaseView): Offer[] {
  const run = (verdict: 'clear' | 'confirm') => (reason: string) =>
    officePost('/cases/decide', { case_id: id, verdict, reason }, { quiet: true })
  return [
    {
      kind: 'ghost',
      action: {
        title: m.office_cases_clear_title({ name }),
        text: m.office_cases_clear_text(),
        confirm: m.office_cases_clear(),
        run: run('clear'),
        done: m.office_cases_clear_done(),
      },
    },
    {
      kind: 'danger',
      action: {
        title: m.office_cases_confirm_title({ name }),
        text: m.office_cases_confirm_text(),
        confirm: m.office_cases_confirm(),
        tone: 'danger',
        run: run('confirm'),
        done: m.office_cases_confirm_done(),
      },
    },
  ]
}

/** What takes a second person. */
function asking({ id, name }: OneCaseView, path: '/cases/release' | '/cases/endHold'): Offer {
  const isRelease = path === '/cases/release'
  return {
    kind: 'ghost',
    action: {
      title: isRelease ? m.office_cases_release_title({ name }) : m.office_cases_end_hold_title({ name }),
      text: m.office_cases_second_text(),
      confirm: isRelease ? m.office_cases_release() : m.office_cases_end_hold(),
      run: (reason) => officePost(path, { case_id: id, reason }, { quiet: true }),
      done: m.office_cases_asked(),
    },
  }
}
