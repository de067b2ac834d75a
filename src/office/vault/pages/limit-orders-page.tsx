/** /admin/vault/limits: limit orders of members, open ones first. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatBps, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type LimitState, limitStates, type Waits } from '../../../vault/limits/limit-rules.ts'
import type { OfficeLimitView } from '../../../vault/limits/office-limit-contract.ts'
import { reservedWords } from '../../../vault/limits/pages/limit-words.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'

export const handle: OfficeHandle = { permission: 'vault.see' }

const states: Record<LimitState, { name: () => string; tone: 'plain' | 'up' | 'warn' | 'nila' }> = {
  open: { name: m.office_vault_limits_state_open, tone: 'nila' },
  filled: { name: m.office_vault_limits_state_filled, tone: 'up' },
  cancelled: { name: m.office_vault_limits_state_cancelled, tone: 'plain' },
  expired: { name: m.office_vault_limits_state_expired, tone: 'plain' },
  ended: { name: m.office_vault_limits_state_ended, tone: 'warn' },
}
const State = ({ state }: Pick<OfficeLimitView, 'state'>) => <Tag tone={states[state].tone}>{states[state].name()}</Tag>

const waitWords: Record<Waits, () => string> = {
  level: m.office_vault_limits_waits_level,
  day: m.office_vault_limits_waits_day,
  cash_disputed: m.office_vault_limits_waits_cash_disputed,
  account_locked: m.office_vault_limits_waits_account_locked,
  agreement: m.office_vault_limits_waits_agreement,
  gold_sold_out: m.office_vault_limits_waits_gold_sold_out,
  not_possible_now: m.office_vault_limits_waits_not_possible_now,
}

const named = ({ weight, amount, currency }: OfficeLimitView) =>
  amount === null ? formatGrams(weight ?? '0', language()) : money({ amount, currency })
const sideOf = ({ side }: Pick<OfficeLimitView, 'side'>) =>
  side === 'buy' ? m.office_vault_limits_buy() : m.office_vault_limits_sell()

export default function LimitsPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_vault_title()}</h1>
      <OfficeTabs />
      <DataTable<OfficeLimitView>
        name={m.office_vault_limits()}
        path="/vault/limits"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ limit_id }) => limit_id}
        rowName={({ number, member }) => `${number}, ${member}`}
        detail={(row, close, reload) => <LimitDetail row={row} close={close} reload={reload} />}
        empty={m.office_vault_limits_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_vault_limits_number() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    choices: limitStates.map((value) => ({ value, label: states[value].name() })),
  },
]

const columnsOf = (moment: (text: string) => string): Column<OfficeLimitView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, member }) => <NumberAndBuyer number={number} buyer={member} />,
    phone: 'title',
  },
  {
    key: 'state',
    head: m.office_order_state(),
    cell: (row) => (
      <>
        <State state={row.state} /> <span className="text-ink-2 md:hidden">{sideOf(row)}</span>
      </>
    ),
    phone: 'below',
  },
  {
    key: 'member',
    head: m.office_payouts_member(),
    cell: ({ member }) => <span className="office-cut">{member}</span>,
  },
  { key: 'side', head: m.office_vault_limits_side(), cell: sideOf },
  { key: 'named', head: m.office_vault_limits_named(), cell: named, right: true, phone: 'side' },
  {
    key: 'limit',
    head: m.office_vault_limits_limit(),
    cell: ({ limit, currency }) => money({ amount: limit, currency }),
    right: true,
  },
  { key: 'distance', head: m.office_vault_limits_distance(), cell: distance, right: true },
  {
    key: 'placed_at',
    head: m.office_vault_limits_placed(),
    cell: ({ placed_at: at }) => moment(at),
    right: true,
    phone: 'below-side',
  },
]

const distance = ({ distance_bps: bps }: OfficeLimitView) =>
  bps === null ? '–' : bps <= 0 ? m.office_vault_limits_there() : formatBps(bps, language())

type Props = { row: OfficeLimitView; close: () => void; reload: () => Promise<void> }

function LimitDetail({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const { trade, currency } = row
  return (
    <Detail title={row.number} aside={`${row.member} · ${moment(row.placed_at)}`} onClose={close}>
      <State state={row.state} />
      <Facts
        facts={[
          { label: m.office_vault_limits_side(), value: sideOf(row) },
          { label: m.office_vault_limits_named(), value: named(row) },
          { label: m.office_vault_limits_limit(), value: money({ amount: row.limit, currency }) },
          ...(row.state === 'open' ? [{ label: m.office_vault_limits_distance(), value: distance(row) }] : []),
          { label: m.office_vault_limits_reserved(), value: reservedWords(row) },
          { label: m.office_vault_limits_until(), value: moment(row.ends_at) },
          ...(row.waits_for ? [{ label: m.office_vault_limits_waits(), value: waitWords[row.waits_for]() }] : []),
          ...(row.ended_at ? [{ label: m.office_payouts_ended(), value: moment(row.ended_at) }] : []),
          ...(trade
            ? [
                {
                  label: m.office_vault_limits_trade(),
                  value: `${trade.number} · ${formatGrams(trade.weight, language())} · ${money({ amount: trade.amount, currency })}`,
                },
              ]
            : []),
        ]}
      />
      {may('members.see') && (
        <Link to={`/admin/members/${row.member_id}`} className="link">
          {m.office_vault_limits_to_member()}
        </Link>
      )}
      {row.state === 'open' && may('vault.end_limit') && (
        <div>
          <Button kind="ghost" onClick={() => ask(ending(row))}>
            {m.office_vault_limits_end()}
          </Button>
        </div>
      )}
      {dialog}
    </Detail>
  )
}

const ending = ({ limit_id, number }: OfficeLimitView): ReasonedAction => ({
  title: m.office_vault_limits_end_title({ number }),
  text: m.office_vault_limits_end_text(),
  confirm: m.office_vault_limits_end(),
  tone: 'danger',
  run: (reason) => officePost('/vault/endLimit', { limit_id, reason }, { quiet: true }),
  done: m.office_vault_limits_ended({ number }),
})
