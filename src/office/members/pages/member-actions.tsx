/** What staff may do to a member's account, each with its reason. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/button.tsx'
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
    title: m.office_members_reveal(),
    text: m.office_members_reveal_text({ name }),
    confirm: m.office_members_reveal(),
    run: async (reason) => onRevealed(await post<ContactDataView>('/members/reveal', reason)),
    done: m.office_members_reveal_done(),
  }
  const end: ReasonedAction = {
    title: m.office_people_end_sessions(),
    text: m.office_members_end_text({ name }),
    confirm: m.office_people_end_sessions(),
    run: (reason) => post('/members/endSessions', reason),
    done: m.office_people_end_sessions_done(),
  }
  const freeze: ReasonedAction = {
    title: m.office_members_freeze(),
    text: m.office_members_freeze_text({ name }),
    confirm: m.office_members_freeze(),
    tone: 'danger',
    run: (reason) => post('/members/freeze', reason),
    done: m.office_members_freeze_done(),
  }
  const unfreeze: ReasonedAction = {
    title: m.office_members_unfreeze(),
    text: m.office_members_unfreeze_text({ name }),
    confirm: m.office_members_unfreeze(),
    run: (reason) => post('/members/unfreeze', reason),
    done: m.office_members_unfreeze_done(),
  }
  const factors = removingFactors(name, (reason) => post('/members/removeFactors', reason))
  const isFrozen = member.state === 'frozen'
  return (
    <div className="flex flex-wrap gap-2">
      {may('members.reveal') && (
        <Button kind="ghost" size="s" onClick={() => ask(reveal)}>
          {m.office_members_reveal()}
        </Button>
      )}
      {may('members.end_sessions') && (
        <Button kind="ghost" size="s" onClick={() => ask(end)}>
          {m.office_people_end_sessions()}
        </Button>
      )}
      {may('members.remove_factors') && (
        <Button kind="ghost" size="s" onClick={() => ask(factors)}>
          {m.office_members_factors()}
        </Button>
      )}
      {may(isFrozen ? 'members.unfreeze' : 'members.freeze') && (
        <Button kind={isFrozen ? 'ghost' : 'danger'} size="s" onClick={() => ask(isFrozen ? unfreeze : freeze)}>
          {isFrozen ? m.office_members_unfreeze() : m.office_members_freeze()}
        </Button>
      )}
      <HoldLink memberId={member.id} />
      {dialog}
    </div>
  )
}

const removingFactors = (name: string, run: ReasonedAction['run']): ReasonedAction => ({
  title: m.office_members_factors(),
  text: m.office_members_factors_text({ name }),
  confirm: m.office_override_ask(),
  tone: 'danger',
  run,
  done: m.office_override_done(),
})

function HoldLink({ memberId }: { memberId: string }) {
  const may = useMay()
  if (!may('cases.hold')) return null
  return (
    <ButtonLink kind="ghost" size="s" to={`/admin/cases?hold=${memberId}`}>
      {m.office_members_hold()}
    </ButtonLink>
  )
}
