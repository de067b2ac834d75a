/** What may be decided about an activity, and about a change of it. */
import type { OfficeActivityView } from '../../../activities/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'

type Props = { one: OfficeActivityView; reload: () => Promise<void> }

export function ActivityActions({ one, reload }: Props) {
  const may = useMay()
  const actions = [
    ...(one.state === 'submitted' && may('activities.approve') ? [approving(one)] : []),
    ...(one.state === 'submitted' && may('activities.reject') ? [rejecting(one)] : []),
    ...((one.state === 'live' || one.state === 'approved') && may('activities.suspend') ? [suspending(one)] : []),
    ...(one.state === 'suspended' && may('activities.suspend') ? [resuming(one)] : []),
  ]
  return actions.length > 0 && <Actions actions={actions} reload={reload} />
}

export function ChangeActions({ one: { change }, reload }: Props) {
  const may = useMay()
  if (!change) return null
  const actions = [
    ...(may('activities.approve') ? [approvingChange(change.change_id)] : []),
    ...(may('activities.reject') ? [rejectingChange(change.change_id)] : []),
  ]
  return <Actions actions={actions} reload={reload} />
}

function Actions({ actions, reload }: { actions: ReasonedAction[]; reload: () => Promise<void> }) {
  const { ask, dialog } = useReasonDialog(reload)
  return (
    <section className="office-panel flex flex-wrap gap-3">
      {actions.map((action, at) => (
        <Button key={action.title} kind={at === 0 ? 'primary' : 'ghost'} onClick={() => ask(action)}>
          {action.title}
        </Button>
      ))}
      {dialog}
    </section>
  )
}

const approving = ({ activity_id, revision, opens_at }: OfficeActivityView): ReasonedAction => ({
  ...{ title: m.office_activities_approve(), confirm: m.office_activities_approve(), withoutReason: true },
  text: opens_at ? m.office_activities_approve_later_text() : m.office_activities_approve_text(),
  run: () => officePost('/activities/approve', { activity_id, revision }, { quiet: true }),
  done: m.office_activities_approved_done(),
})
const rejecting = ({ activity_id }: OfficeActivityView): ReasonedAction => ({
  ...{ title: m.office_activities_reject(), confirm: m.office_activities_reject(), tone: 'danger' },
  text: m.office_activities_reject_text(),
  run: (reason) => officePost('/activities/reject', { activity_id, reason }, { quiet: true }),
  done: m.office_activities_rejected_done(),
})
const suspending = ({ activity_id }: OfficeActivityView): ReasonedAction => ({
  ...{ title: m.office_activities_suspend(), confirm: m.office_activities_suspend(), tone: 'danger' },
  text: m.office_activities_suspend_text(),
  run: (reason) => officePost('/activities/suspend', { activity_id, reason }, { quiet: true }),
  done: m.office_activities_suspended_done(),
})
const resuming = ({ activity_id }: OfficeActivityView): ReasonedAction => ({
  ...{ title: m.office_activities_resume(), confirm: m.office_activities_resume() },
  text: m.office_activities_resume_text(),
  run: (reason) => officePost('/activities/resume', { activity_id, reason }, { quiet: true }),
  done: m.office_activities_resumed_done(),
})
const approvingChange = (change_id: string): ReasonedAction => ({
  ...{
    title: m.office_activities_approve_change(),
    confirm: m.office_activities_approve_change(),
    withoutReason: true,
  },
  text: m.office_activities_approve_change_text(),
  run: () => officePost('/activities/approveChange', { change_id }, { quiet: true }),
  done: m.office_activities_approved_done(),
})
const rejectingChange = (change_id: string): ReasonedAction => ({
  ...{ title: m.office_activities_reject_change(), confirm: m.office_activities_reject_change(), tone: 'danger' },
  text: m.office_activities_reject_text(),
  run: (reason) => officePost('/activities/rejectChange', { change_id, reason }, { quiet: true }),
  done: m.office_activities_rejected_done(),
})
