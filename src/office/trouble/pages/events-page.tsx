/** /admin/events: what payment providers told, and what became of it; a failed notice is tried again here. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { eventStates } from '../../../payments/event-rules.ts'
import type { ProviderEventView } from '../../../payments/office-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, type Fact, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { eventTones, eventWords } from './event-words.ts'
import { noticeName, outcomeName } from './notice-words.ts'

export const handle: OfficeHandle = { permission: 'events.see' }

const State = ({ state }: Pick<ProviderEventView, 'state'>) => <Tag tone={eventTones[state]}>{eventWords[state]()}</Tag>

export default function EventsPage() {
  const { age } = useTimes()
  const columns: Column<ProviderEventView>[] = [
    { key: 'type', head: m.office_trouble_events_type(), cell: ({ type }) => noticeName(type), phone: 'title' },
    { key: 'provider', head: m.office_trouble_events_provider(), cell: ({ provider }) => provider, phone: 'side' },
    { key: 'state', head: m.office_state(), cell: State, phone: 'below' },
    { key: 'tries', head: m.office_trouble_events_tries(), cell: ({ tries }) => tries, right: true },
    {
      key: 'error',
      head: m.office_trouble_events_error(),
      cell: ({ error }) => <span className="office-cut">{error ?? '–'}</span>,
    },
    { key: 'age', head: m.office_age(), cell: (row) => age(row.received_at), right: true, phone: 'below-side' },
  ]
  return (
    <>
      <h1 className="office-h1">{m.office_events()}</h1>
      <p className="mt-1 mb-4 text-ink-2">{m.office_trouble_events_lead()}</p>
      <DataTable<ProviderEventView>
        name={m.office_events()}
        path="/events/list"
        filters={[
          { name: 'q', kind: 'search', label: m.office_trouble_events_search() },
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: eventStates.map((value) => ({ value, label: eventWords[value]() })),
          },
        ]}
        columns={columns}
        rowId={({ provider, event_id }) => `${provider} ${event_id}`}
        rowName={({ type, event_id }) => `${noticeName(type)}, ${event_id}`}
        detail={(row, close, reload) => <Notice row={row} close={close} reload={reload} />}
        empty={m.office_trouble_events_empty()}
      />
    </>
  )
}

const factWords = {
  state: m.office_trouble_events_fact_state,
  amount: m.office_trouble_events_fact_amount,
  currency: m.office_trouble_events_fact_currency,
  reason: m.office_trouble_events_fact_reason,
}

const trustWords = {
  body: m.office_trouble_events_trust_body,
  fields: m.office_trouble_events_trust_fields,
  token: m.office_trouble_events_trust_token,
}

type Props = { row: ProviderEventView; close: () => void; reload: () => Promise<void> }

function Notice({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const facts: Fact[] = [
    ...row.facts.map(({ name, value }) => ({ label: factWords[name](), value })),
    { label: m.office_trouble_events_theirs_type(), value: row.type },
    { label: m.office_trouble_events_id(), value: row.event_id },
    { label: m.office_trouble_events_reference(), value: row.reference ?? '–' },
    { label: m.office_trouble_events_theirs(), value: row.provider_reference ?? '–' },
    { label: m.office_trouble_events_tries(), value: row.tries },
    ...(row.trust ? [{ label: m.office_trouble_events_trust(), value: trustWords[row.trust]() }] : []),
    { label: m.office_trouble_events_received(), value: moment(row.received_at) },
    ...(row.processed_at ? [{ label: m.office_trouble_events_processed(), value: moment(row.processed_at) }] : []),
    ...(row.next_try_at ? [{ label: m.office_trouble_events_next(), value: moment(row.next_try_at) }] : []),
    ...(row.outcome ? [{ label: m.office_trouble_events_outcome(), value: outcomeName(row.outcome) }] : []),
  ]
  const retry = () =>
    ask({
      title: m.office_trouble_events_retry_title(),
      text: m.office_trouble_events_retry_text(),
      confirm: m.office_trouble_events_retry(),
      run: (reason) =>
        officePost('/events/retry', { provider: row.provider, event_id: row.event_id, reason }, { quiet: true }),
      done: m.office_trouble_events_retried(),
    })
  return (
    <Detail title={noticeName(row.type)} aside={`${row.provider} · ${moment(row.received_at)}`} onClose={close}>
      <div className="flex flex-wrap items-center gap-3">
        <State state={row.state} />
        {row.order_id && may('orders.see') && (
          <Link to={`/admin/order?id=${row.order_id}`} className="link small">
            {m.office_events_order()}
          </Link>
        )}
      </div>
      {row.error && row.state !== 'done' && <p className="border-l-2 border-down pl-3 break-words">{row.error}</p>}
      <Facts facts={facts} />
      <p className="small text-ink-2">{m.office_trouble_events_masked()}</p>
      {row.state === 'failed' && may('events.retry') && (
        <Button className="justify-self-start" onClick={retry}>
          {m.office_trouble_events_retry()}
        </Button>
      )}
      {dialog}
    </Detail>
  )
}
