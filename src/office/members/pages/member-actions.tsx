/** What staff may do to a member's account, each with its reason. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import type { ContactDataView, MemberRowView } from '../members-contract.ts'

type Props = { member: MemberRowView; onRevealed: (data: ContactDataView) => void; onChanged: () => void }

export function MemberActions({ member, onRevealed, onChanged }: Props) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(onChanged)
  const { name } = member
  const post = <T,>(path: string, reason: string) =>
    officePost<T>(path, { member_id: member.id, reason }, { quiet: true })
  const reveal: ReasonedAction = {
    title: m.members_reveal(),
    text: m.members_reveal_text({ name }),
    confirm: m.members_reveal(),
    run: async (reason) => onRevealed(await post<ContactDataView>('/members/reveal', reason)),
    done: m.members_reveal_done(),
  }
  const end: ReasonedAction = {
    title: m.people_end_sessions(),
    text: m.members_end_text({ name }),
    confirm: m.people_end_sessions(),
    run: (reason) => post('/members/endSessions', reason),
    done: m.people_end_sessions_done(),
  }
  const freeze: ReasonedAction = {
    title: m.members_freeze(),
    text: m.members_freeze_text({ name }),
    confirm: m.members_freeze(),
    tone: 'danger',
    run: (reason) => post('/members/freeze', reason),
    done: m.members_freeze_done(),
  }
  const unfreeze: ReasonedAction = {
    title: m.members_unfreeze(),
    text: m.members_unfreeze_text({ name }),
    confirm: m.members_unfreeze(),
    run: (reason) => post('/members/unfreeze', reason),
    done: m.members_unfreeze_done(),
  }
  const factors: ReasonedAction = {
    title: m.members_factors(),
    text: m.members_factors_text({ name }),
    confirm: m.kycdesk_override_ask(),
    tone: 'danger',
    run: (reason) => post('/members/removeFactors', reason),
    done: m.kycdesk_override_done(),
  }
  const isFrozen = member.state === 'frozen'
  return (
    <div className="flex flex-wrap gap-2">
      {may('members.reveal') && (
        <Button kind="ghost" size="s" onClick={() => ask(reveal)}>
          {m.members_reveal()}
        </Button>
      )}
      {may('members.end_sessions') && (
        <Button kind="ghost" size="s" onClick={() => ask(end)}>
          {m.people_end_sessions()}
        </Button>
      )}
      {may('members.remove_factors') && (
        <Button kind="ghost" size="s" onClick={() => ask(factors)}>
          {m.members_factors()}
        </Button>
      )}
      {may(isFrozen ? 'members.unfreeze' : 'members.freeze') && (
        <Button kind={isFrozen ? 'ghost' : 'danger'} size="s" onClick={() => ask(isFrozen ? unfreeze : freeze)}>
          {isFrozen ? m.members_unfreeze() : m.members_freeze()}
        </Button>
      )}
      {dialog}
    </div>
  )
}
