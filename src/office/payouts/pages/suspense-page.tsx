/** /admin/payouts/suspense: money that came in and fits nothing: late, double, wrong, or corrected. */
import * as m from '../../../locale/paraglide/messages.js'
import { Money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { moneyColumns } from '../../kit/pages/money-columns.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { purposeWords } from '../../kit/pages/purpose-words.ts'
import { ToSubject } from '../../kit/pages/to-subject.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { SuspendedView } from '../in-between-contract.ts'

export const handle: OfficeHandle = { permission: 'payouts.see' }

function Standing({ refund }: Pick<SuspendedView, 'refund'>) {
  if (refund === 'failed') return <Tag tone="down">{m.office_payouts_suspense_failed()}</Tag>
  if (refund === 'pending') return <Tag tone="nila">{m.office_payouts_suspense_returning()}</Tag>
  return <Tag tone="warn">{m.office_payouts_suspense_waits()}</Tag>
}

export default function SuspensePage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_payouts()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_payouts_suspense_lead()}</p>
      <DataTable<SuspendedView>
        name={m.office_payouts_suspense()}
        path="/payouts/suspense"
        filters={[stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, member }) => `${number}, ${member}`}
        empty={m.office_payouts_suspense_empty()}
        detail={(row, close) => (
          <Detail title={row.number} aside={`${row.member} · ${moment(row.since)}`} onClose={close}>
            <Standing refund={row.refund} />
            <Facts
              facts={[
                { label: m.office_disputes_amount(), value: <Money amount={row.amount} currency={row.currency} /> },
                { label: m.office_paid_for(), value: purposeWords[row.purpose]() },
                { label: m.office_store(), value: stores.nameOf(row.store) },
              ]}
            />
            <ToSubject {...row} />
          </Detail>
        )}
      />
    </>
  )
}

const columnsOf = (moment: (text: string) => string): Column<SuspendedView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, member }) => <NumberAndBuyer number={number} buyer={member} />,
    phone: 'title',
  },
  { key: 'purpose', head: m.office_paid_for(), cell: ({ purpose }) => purposeWords[purpose]() },
  { key: 'refund', head: m.office_order_state(), cell: Standing, phone: 'below' },
  ...moneyColumns<SuspendedView>(moment),
]
