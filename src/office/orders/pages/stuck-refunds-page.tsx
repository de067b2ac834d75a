/** /admin/refunds/stuck: money that does not get back by itself, and another try for what was refused. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Money, money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { moneyColumns } from '../../kit/pages/money-columns.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { purposeWords } from '../../kit/pages/purpose-words.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { ToSubject } from '../../kit/pages/to-subject.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { StuckRefundView } from '../stuck-refunds-contract.ts'

export const handle: OfficeHandle = { permission: 'refunds.see' }

function Standing({ state, failure }: Pick<StuckRefundView, 'state' | 'failure'>) {
  if (state === 'failed') return <Tag tone="down">{m.office_orders_stuck_refused()}</Tag>
  if (failure === 'no_balance') return <Tag tone="warn">{m.office_orders_stuck_no_balance()}</Tag>
  return <Tag tone="warn">{m.office_orders_stuck_silent()}</Tag>
}

export default function StuckRefundsPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_refunds()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_orders_stuck_lead()}</p>
      <DataTable<StuckRefundView>
        name={m.office_orders_stuck()}
        path="/refunds/stuck"
        filters={[stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, member }) => `${number}, ${member}`}
        empty={m.office_orders_stuck_empty()}
        detail={(row, close, reload) => (
          <Detail title={row.number} aside={`${row.member} · ${moment(row.since)}`} onClose={close}>
            <Standing {...row} />
            <Facts
              facts={[
                { label: m.office_disputes_amount(), value: <Money amount={row.amount} currency={row.currency} /> },
                { label: m.office_paid_for(), value: purposeWords[row.purpose]() },
                { label: m.office_orders_stuck_to(), value: wayWords[row.way]() },
                ...(row.failure === null
                  ? []
                  : [{ label: m.office_orders_stuck_said(), value: <code className="small">{row.failure}</code> }]),
                { label: m.office_store(), value: stores.nameOf(row.store) },
              ]}
            />
            {row.state === 'failed' && <Again row={row} reload={reload} />}
            <ToSubject {...row} />
          </Detail>
        )}
      />
    </>
  )
}

const wayWords = { source: m.office_orders_stuck_source, balance: m.office_orders_stuck_balance }

function Again({ row: { id, amount, currency }, reload }: { row: StuckRefundView; reload: () => Promise<void> }) {
  const { ask, dialog } = useReasonDialog(reload)
  const may = useMay()
  if (!may('refunds.execute')) return null
  const again = () =>
    ask({
      title: m.office_orders_refund_retry_title({ amount: money({ amount, currency }) }),
      text: m.office_orders_refund_retry_text(),
      confirm: m.office_orders_refund_retry(),
      run: (reason) => officePost('/refunds/retry', { refund_id: id, reason }, { quiet: true }),
      done: m.office_orders_refund_retry_done(),
    })
  return (
    <div>
      <Button size="s" onClick={again}>
        {m.office_orders_refund_retry()}
      </Button>
      {dialog}
    </div>
  )
}

const columnsOf = (moment: (text: string) => string): Column<StuckRefundView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, member }) => <NumberAndBuyer number={number} buyer={member} />,
    phone: 'title',
  },
  { key: 'purpose', head: m.office_paid_for(), cell: ({ purpose }) => purposeWords[purpose]() },
  { key: 'state', head: m.office_order_state(), cell: Standing, phone: 'below' },
  ...moneyColumns<StuckRefundView>(moment),
]
