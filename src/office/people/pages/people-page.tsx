/** /admin/staff: who works here, what they may, and who is in right now. */
import * as m from '../../../locale/paraglide/messages.js'
import type { PersonView } from '../../../staff/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useMe, useTimes } from '../../kit/pages/use-office.ts'
import { roleNames } from '../../kit/pages/words.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'

export const handle: OfficeHandle = { permission: 'staff.see' }

const stateWords = {
  active: m.office_people_active,
  invited: m.office_people_invited,
  disabled: m.office_people_disabled,
}
const tones = { active: 'up', invited: 'warn', disabled: 'plain' } as const
const State = ({ state }: Pick<PersonView, 'state'>) => <Tag tone={tones[state]}>{stateWords[state]()}</Tag>

export default function PeoplePage() {
  const { age } = useTimes()
  const may = useMay()
  const columns: Column<PersonView>[] = [
    { key: 'name', head: m.office_people_name(), cell: ({ name }) => name, phone: 'title' },
    { key: 'roles', head: m.office_people_roles(), cell: ({ roles }) => roleNames(roles), phone: 'below' },
    { key: 'state', head: m.office_state(), cell: ({ state }) => <State state={state} />, phone: 'side' },
    { key: 'email', head: m.office_staff_email(), cell: ({ email }) => email },
    {
      key: 'seen',
      head: m.office_people_seen(),
      cell: ({ last_seen_at }) => (last_seen_at ? age(last_seen_at) : '–'),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_staff()}</h1>
      <DataTable<PersonView>
        name={m.office_staff()}
        path="/staff/people"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        detail={(row, close, reload) => <PersonDetail key={row.id} person={row} close={close} reload={reload} />}
        action={(reload) => may('staff.invite') && <InviteDialog onInvited={reload} />}
      />
    </>
  )
}

type Props = { person: PersonView; close: () => void; reload: () => Promise<void> }

function PersonDetail({ person, close, reload }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  return (
    <Detail title={person.name} aside={person.email} onClose={close}>
      <div>
        <State state={person.state} />
      </div>
      <Facts
        facts={[
          { label: m.office_people_roles(), value: roleNames(person.roles) },
          { label: m.office_people_sessions(), value: person.open_sessions },
          { label: m.office_people_seen(), value: person.last_seen_at ? moment(person.last_seen_at) : '–' },
          { label: m.office_people_since(), value: moment(person.created_at) },
        ]}
      />
      {may('staff.change') && <PersonActions person={person} reload={reload} />}
    </Detail>
  )
}

/** What an owner may do to the person, each in words that say what will be true afterwards. */
function PersonActions({ person, reload }: Omit<Props, 'close'>) {
  const me = useMe()
  const { ask, dialog } = useReasonDialog(reload)
  const { name } = person
  const call = (path: string) => (reason: string) => officePost(path, { person_id: person.id, reason }, { quiet: true })
  const again: ReasonedAction = {
    title: m.office_people_again(),
    text: m.office_people_again_text({ name }),
    confirm: m.office_people_again(),
    run: call('/staff/inviteAgain'),
    done: m.office_people_again_done(),
  }
  const sessions: ReasonedAction = {
    title: m.office_people_end_sessions(),
    text: m.office_people_end_sessions_text({ name }),
    confirm: m.office_people_end_sessions(),
    run: call('/staff/endSessions'),
    done: m.office_people_end_sessions_done(),
  }
  const disable: ReasonedAction = {
    title: m.office_people_disable(),
    text: m.office_people_disable_text({ name }),
    confirm: m.office_people_disable(),
    tone: 'danger',
    run: call('/staff/disable'),
    done: person.roles.includes('owner') ? m.office_people_owner_out_done() : m.office_people_disable_done({ name }),
  }
  const enable: ReasonedAction = {
    title: m.office_people_enable(),
    text: m.office_people_enable_text({ name }),
    confirm: m.office_people_enable(),
    run: call('/staff/enable'),
    done: m.office_people_enable_done({ name }),
  }
  const isOut = person.state === 'disabled'
  return (
    <div className="grid gap-3">
      {!isOut && <RolesDialog person={person} onChanged={reload} />}
      {!isOut && (
        <Button kind="ghost" onClick={() => ask(again)}>
          {m.office_people_again()}
        </Button>
      )}
      {person.open_sessions > 0 && person.id !== me.id && (
        <Button kind="ghost" onClick={() => ask(sessions)}>
          {m.office_people_end_sessions()}
        </Button>
      )}
      <Button kind={isOut ? 'ghost' : 'danger'} onClick={() => ask(isOut ? enable : disable)}>
        {isOut ? m.office_people_enable() : m.office_people_disable()}
      </Button>
      {dialog}
    </div>
  )
}
