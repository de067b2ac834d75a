/** /admin/payouts: withdrawals of members, those on their way first. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Money, money } from '../../../ui/figures.tsx'
import { sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import type { OfficePayoutView } from '../../../vault/payouts/office-payout-contract.ts'
import { payoutStates } from '../../../vault/payouts/payout-rules.ts'
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

export const handle: OfficeHandle = { permission: 'payouts.see' }

const stateWords: Record<OfficePayoutView['state'], () => string> = {
  pending: m.office_payouts_state_pending,
  paying: m.office_payouts_state_paying,
  paid: m.office_payouts_state_paid,
  failed: m.office_payouts_state_failed,
  returned: m.office_payouts_state_returned,
  cancelled: m.office_payouts_state_cancelled,
}
const tones = {
  ...({ pending: 'nila', paying: 'nila', paid: 'up' } as const),
  ...({ failed: 'down', returned: 'warn', cancelled: 'plain' } as const),
}
const tryWords: Record<OfficePayoutView['tries'][number]['state'], () => string> = {
  asking: m.office_payouts_try_asking,
  accepted: m.office_payouts_try_accepted,
  paid: m.office_payouts_state_paid,
  failed: m.office_payouts_try_failed,
  returned: m.office_payouts_state_returned,
}
const State = ({ state }: Pick<OfficePayoutView, 'state'>) => <Tag tone={tones[state]}>{stateWords[state]()}</Tag>

export default function PayoutsPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_payouts()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_payouts_lead()}</p>
      <DataTable<OfficePayoutView>
        name={m.office_payouts()}
        path="/payouts/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, member }) => `${number}, ${member}`}
        detail={(row, close, reload) => <PayoutDetail row={row} close={close} reload={reload} />}
        empty={m.office_payouts_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_payouts_number() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    choices: payoutStates.map((value) => ({ value, label: stateWords[value]() })),
  },
]

const columnsOf = (moment: (text: string) => string): Column<OfficePayoutView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, member }) => <NumberAndBuyer number={number} buyer={member} />,
    phone: 'title',
  },
  { key: 'state', head: m.office_order_state(), cell: State, phone: 'below' },
  {
    key: 'member',
    head: m.office_payouts_member(),
    cell: ({ member }) => <span className="office-cut">{member}</span>,
  },
  { key: 'account', head: m.office_payouts_account(), cell: ({ account }) => account },
  {
    key: 'amount',
    head: m.office_disputes_amount(),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    right: true,
    phone: 'side',
  },
  {
    key: 'requested_at',
    head: m.office_payouts_requested(),
    cell: ({ requested_at: at }) => moment(at),
    right: true,
    phone: 'below-side',
  },
]

type Props = { row: OfficePayoutView; close: () => void; reload: () => Promise<void> }

function PayoutDetail({ row, close, reload }: Props) {
  const { moment } = useTimes()
  return (
    <Detail title={row.number} aside={`${row.member} · ${moment(row.requested_at)}`} onClose={close}>
      <State state={row.state} />
      {row.unclaimed && (
        <p>
          {m.office_payouts_unclaimed()}{' '}
          <Link to="/admin/payouts/bank" className="link">
            {m.office_payouts_unclaimed_to()}
          </Link>
        </p>
      )}
      <Facts
        facts={[
          { label: m.office_disputes_amount(), value: <Money amount={row.amount} currency={row.currency} /> },
          { label: m.office_payouts_account(), value: row.account },
          ...(row.failure ? [{ label: m.office_disputes_reason(), value: row.failure }] : []),
          ...(row.ended_at ? [{ label: m.office_payouts_ended(), value: moment(row.ended_at) }] : []),
        ]}
      />
      {row.tries.length > 0 && <Tries tries={row.tries} />}
      <Deciding row={row} reload={reload} />
    </Detail>
  )
}

function Tries({ tries }: Pick<OfficePayoutView, 'tries'>) {
  const { moment } = useTimes()
  return (
    <section className="grid gap-3">
      <h3 className="h3">{m.office_payouts_tries()}</h3>
      <ol>
        {tries.map((one) => (
          <li key={one.number} className="border-t border-line py-3">
            <p>
              {tryWords[one.state]()}
              {one.failure && <span className="text-ink-2"> · {one.failure}</span>}
            </p>
            <p className="fine break-words text-ink-2">
              {moment(one.made_at)} · {m.office_payouts_asks({ count: one.asks })}
              {one.provider_reference && ` · ${one.provider_reference}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Deciding({ row, reload }: Pick<Props, 'row' | 'reload'>) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  if (row.second_asked)
    return (
      <p>
        {m.office_payouts_second_asked()}{' '}
        {may('approvals.see') && (
          <Link to="/admin/approvals?state=waiting" className="link">
            {m.office_approvals()}
          </Link>
        )}
      </p>
    )
  if (!row.may_decide)
    return row.state === 'paying' ? <p className="small text-ink-2">{m.office_payouts_may_be_paid()}</p> : null
  return (
    <div className="flex flex-wrap gap-3">
      {may('payouts.retry') && <Button onClick={() => ask(retrying(row))}>{m.office_payouts_retry()}</Button>}
      {may('payouts.give_back') && (
        <Button kind="ghost" onClick={() => ask(givingBack(row))}>
          {m.office_payouts_give_back()}
        </Button>
      )}
      {dialog}
    </div>
  )
}

const retrying = ({ id, number }: OfficePayoutView): ReasonedAction => ({
  title: m.office_payouts_retry_title({ number }),
  text: m.office_payouts_retry_text(),
  confirm: m.office_payouts_retry(),
  run: (reason) => officePost('/payouts/retry', { payout_id: id, reason }, { quiet: true }),
  done: m.office_payouts_retry_done({ number }),
})

function givingBack({ id, number, amount, currency, takes_two }: OfficePayoutView): ReasonedAction {
  const text = m.office_payouts_give_back_text({ amount: money({ amount, currency }) })
  return {
    title: m.office_payouts_give_back_title({ number }),
    text: takes_two ? sentences([text, m.office_give_up_two()], language()) : text,
    confirm: takes_two ? m.office_prices_spread_ask() : m.office_payouts_give_back(),
    tone: 'danger',
    run: (reason) => officePost('/payouts/giveBack', { payout_id: id, reason }, { quiet: true }),
    done: takes_two ? m.office_give_up_asked() : m.office_payouts_give_back_done({ number }),
  }
}
