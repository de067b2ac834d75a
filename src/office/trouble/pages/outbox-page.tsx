/** /admin/outbox: mails and text messages that were given up; sent again or dropped here, for a reason. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { languageName } from '../../kit/pages/language-words.ts'
import { mailTones, mailWords } from '../../kit/pages/mail-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import type { StoppedView } from '../outbox-contract.ts'

export const handle: OfficeHandle = { permission: 'outbox.see' }

const State = ({ state }: Pick<StoppedView, 'state'>) => <Tag tone={mailTones[state]}>{mailWords[state]()}</Tag>
const channelName = (channel: StoppedView['channel']) =>
  channel === 'sms' ? m.office_trouble_outbox_channel_sms() : m.office_trouble_outbox_channel_email()

export default function OutboxPage() {
  const { age } = useTimes()
  const columns: Column<StoppedView>[] = [
    { key: 'to', head: m.office_trouble_outbox_to(), cell: ({ destination }) => destination, phone: 'title' },
    {
      key: 'channel',
      head: m.office_trouble_outbox_channel(),
      cell: ({ channel }) => channelName(channel),
      phone: 'side',
    },
    {
      key: 'subject',
      head: m.office_trouble_outbox_subject(),
      cell: ({ subject }) => <span className="office-cut">{subject}</span>,
    },
    { key: 'state', head: m.office_state(), cell: State, phone: 'below' },
    { key: 'problem', head: m.office_trouble_outbox_problem(), cell: ({ problem }) => problem ?? '–' },
    { key: 'age', head: m.office_age(), cell: (row) => age(row.created_at), right: true, phone: 'below-side' },
  ]
  const states = ['refused', 'unknown', 'expired', 'dropped'] as const
  return (
    <>
      <h1 className="office-h1">{m.office_outbox()}</h1>
      <p className="mt-1 mb-4 text-ink-2">{m.office_trouble_outbox_lead()}</p>
      <DataTable<StoppedView>
        name={m.office_outbox()}
        path="/outbox/list"
        filters={[
          { name: 'q', kind: 'search', label: m.office_trouble_outbox_search() },
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: states.map((value) => ({ value, label: mailWords[value]() })),
          },
          {
            name: 'channel',
            kind: 'choice',
            label: m.office_trouble_outbox_channel(),
            choices: (['email', 'sms'] as const).map((value) => ({ value, label: channelName(value) })),
          },
        ]}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ destination, subject }) => `${destination}, ${subject}`}
        detail={(row, close, reload) => <Stopped row={row} close={close} reload={reload} />}
        empty={m.office_trouble_outbox_empty()}
      />
    </>
  )
}

type Props = { row: StoppedView; close: () => void; reload: () => Promise<void> }

function Stopped({ row, close, reload }: Props) {
  const { moment } = useTimes()
  return (
    <Detail title={row.subject} aside={`${row.destination} · ${moment(row.created_at)}`} onClose={close}>
      <div>
        <State state={row.state} />
      </div>
      <Facts
        facts={[
          { label: m.office_trouble_outbox_problem(), value: row.problem ?? '–' },
          { label: m.office_trouble_events_tries(), value: row.tries },
          { label: m.office_trouble_outbox_template(), value: row.template },
          { label: m.office_trouble_outbox_channel(), value: channelName(row.channel) },
          { label: m.office_language(), value: languageName(row.language) },
          { label: m.office_trouble_outbox_id(), value: row.id },
          ...(row.stopped_by ? [{ label: m.office_trouble_outbox_dropped_by(), value: row.stopped_by }] : []),
        ]}
      />
      {row.state !== 'dropped' && <Steps row={row} reload={reload} />}
    </Detail>
  )
}

function Steps({ row, reload }: Omit<Props, 'close'>) {
  const { ask, dialog } = useReasonDialog(reload)
  const may = useMay()
  const post = (path: string) => (reason: string) => officePost(path, { mail_id: row.id, reason }, { quiet: true })
  const send = () =>
    ask({
      title: m.office_trouble_outbox_send_title(),
      text:
        row.state === 'unknown'
          ? m.office_trouble_outbox_send_twice()
          : m.office_trouble_outbox_send_text({ to: row.destination }),
      confirm: m.office_trouble_outbox_send(),
      run: post('/outbox/sendAgain'),
      done: m.office_trouble_outbox_send_done(),
    })
  const drop = () =>
    ask({
      title: m.office_trouble_outbox_drop_title(),
      text: m.office_trouble_outbox_drop_text({ to: row.destination }),
      confirm: m.office_trouble_outbox_drop(),
      tone: 'danger',
      run: post('/outbox/drop'),
      done: m.office_trouble_outbox_drop_done(),
    })
  return (
    <>
      {!row.may_send && <p className="small text-ink-2">{m.office_trouble_outbox_spent()}</p>}
      <div className="flex flex-wrap gap-3">
        {row.may_send && may('outbox.send') && <Button onClick={send}>{m.office_trouble_outbox_send()}</Button>}
        {may('outbox.drop') && (
          <Button kind="ghost" onClick={drop}>
            {m.office_trouble_outbox_drop()}
          </Button>
        )}
        {dialog}
      </div>
    </>
  )
}
