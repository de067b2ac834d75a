/** /admin/vault/transports: bars on their way from one place to another, and what became of each. */
import { Link } from 'react-router'
import { type TransportState, transportStates } from '../../../backing/register/bar-rules.ts'
import type { TransportRow } from '../../../backing/transports/transport-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Grams } from '../../../ui/figures.tsx'
import { formatDay, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { ArrivalDialog } from './arrival-dialog.tsx'
import { SendBarsDialog } from './send-bars-dialog.tsx'

export const handle: OfficeHandle = { permission: 'vault.see' }

const stateWords: Record<TransportState, () => string> = {
  on_the_way: m.office_vault_transport_on_the_way,
  late: m.office_vault_transport_late,
  over: m.office_vault_transport_over,
}
const stateTones = { on_the_way: 'warn', late: 'down', over: 'plain' } as const
const endWords = {
  arrived: m.office_vault_transport_arrived,
  returned: m.office_vault_transport_returned,
  missing: m.office_vault_missing,
}
const dayOf = (day: string) => formatDay(Date.parse(day), 'UTC', language())

export default function TransportsPage() {
  const { store } = useShell()
  const { moment } = useTimes()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_vault_title()}</h1>
      <OfficeTabs />
      <DataTable<TransportRow>
        name={m.office_vault_tab_transports()}
        path="/vault/transports"
        fixed={{ store: store.code }}
        filters={[
          { name: 'q', kind: 'search', label: m.office_vault_transport_search() },
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: transportStates.map((value) => ({ value, label: stateWords[value]() })),
          },
        ]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, from_place, to_place }) => `${number}, ${from_place} → ${to_place}`}
        empty={m.office_vault_transports_empty()}
        action={(reload) => <Sending store={store.code} done={reload} />}
        detail={(transport, close, reload) => (
          <TransportDetail transport={transport} close={close} done={reload} moment={moment} />
        )}
      />
    </>
  )
}

const columnsOf = (moment: (text: string) => string): Column<TransportRow>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, from_place, to_place }) => (
      <>
        <span className="tabular-nums">{number}</span>{' '}
        <span className="text-ink-2">
          {from_place} → {to_place}
        </span>
      </>
    ),
    phone: 'title',
  },
  {
    key: 'state',
    head: m.office_state(),
    cell: ({ state }) => <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>,
    phone: 'side',
  },
  { key: 'carrier', head: m.office_vault_send_carrier(), cell: ({ carrier }) => carrier, phone: 'below' },
  { key: 'expected', head: m.office_vault_send_expected(), cell: ({ expected_on }) => dayOf(expected_on), right: true },
  {
    key: 'fine',
    head: m.office_vault_fine(),
    cell: ({ fine_weight }) => <Grams weight={fine_weight} />,
    right: true,
    phone: 'below-side',
  },
  { key: 'sent', head: m.office_vault_move_sent(), cell: ({ sent_at }) => moment(sent_at), right: true },
]

function Sending({ store, done }: { store: string; done: () => Promise<void> }) {
  const may = useMay()
  if (!may('vault.send')) return null
  return (
    <DialogButton
      kind="primary"
      name={m.office_vault_send()}
      dialog={(close) => <SendBarsDialog store={store} done={done} close={close} />}
    />
  )
}

type DetailProps = {
  transport: TransportRow
  close: () => void
  done: () => Promise<void>
  moment: (text: string) => string
}

function TransportDetail({ transport, close, done, moment }: DetailProps) {
  const { number, from_place, to_place, carrier, seal, expected_on, sent_at, by, reason, state, own } = transport
  const may = useMay()
  const open = state !== 'over'
  return (
    <Detail title={number} aside={`${from_place} → ${to_place}`} onClose={close}>
      {open && may('vault.arrive') && !own && (
        <div>
          <DialogButton
            name={m.office_vault_arrive()}
            dialog={(close) => <ArrivalDialog transport={transport} done={done} close={close} />}
          />
        </div>
      )}
      {open && own && <p className="small text-ink-2">{m.office_vault_arrive_other()}</p>}
      <Facts
        facts={[
          { label: m.office_vault_send_carrier(), value: carrier },
          ...(seal ? [{ label: m.office_vault_send_seal(), value: seal }] : []),
          { label: m.office_vault_send_expected(), value: dayOf(expected_on) },
          { label: m.office_vault_move_sent(), value: `${by}, ${moment(sent_at)}` },
          { label: m.office_reason(), value: reason },
        ]}
      />
      <section aria-label={m.office_vault_list()}>
        <h3 className="mb-1 font-semibold">{m.office_vault_list()}</h3>
        <ul>
          {transport.bars.map((bar) => (
            <li key={bar.bar_id} className="border-t border-line py-2.5">
              <p className="flex flex-wrap items-center justify-between gap-x-3">
                <Link to={`/admin/vault?q=${encodeURIComponent(bar.serial)}&open=${bar.bar_id}`} className="link">
                  {bar.serial}
                </Link>
                <Tag tone={bar.ended === 'missing' ? 'down' : bar.ended ? 'up' : stateTones[state]}>
                  {bar.ended ? endWords[bar.ended]() : m.office_vault_in_transit()}
                </Tag>
              </p>
              <p className="small text-ink-2">
                {bar.maker}, {formatGrams(bar.fine_weight, language())}
                {bar.ended_at && ` · ${bar.ended_by}, ${moment(bar.ended_at)}`}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </Detail>
  )
}
