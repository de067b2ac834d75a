/** /admin/payouts/bank: money that is paid at the house's own bank, noted by two people. */
import * as m from '../../../locale/paraglide/messages.js'
import type { WaitingView } from '../../../vault/remittances/remittance-contract.ts'
import { waitingStates } from '../../../vault/remittances/remittance-rules.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { moneyColumns } from '../../kit/pages/money-columns.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { RemittanceDetail, Standing } from './remittance-detail.tsx'

export const handle: OfficeHandle = { permission: 'payouts.see' }

const stateWords = { waiting: m.office_payouts_remit_waits, paid: m.office_payouts_remit_paid }

export default function RemittancesPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_payouts()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_payouts_remit_lead()}</p>
      <DataTable<WaitingView>
        name={m.office_payouts_remit()}
        path="/payouts/bank"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, member }) => `${number}, ${member}`}
        empty={m.office_payouts_remit_empty()}
        detail={(row, close, reload) => <RemittanceDetail row={row} close={close} reload={reload} />}
      />
    </>
  )
}

const filters = (): Filter[] => [
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    choices: waitingStates.map((value) => ({ value, label: stateWords[value]() })),
  },
]

const payeeOf = ({ authority }: Pick<WaitingView, 'authority'>): string => authority ?? m.office_payouts_remit_former()

const columnsOf = (moment: (text: string) => string): Column<WaitingView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: (row) => <NumberAndBuyer number={row.number} buyer={payeeOf(row)} />,
    phone: 'title',
  },
  { key: 'state', head: m.office_order_state(), cell: Standing, phone: 'below' },
  {
    key: 'for',
    head: m.office_payouts_remit_for(),
    cell: (row) => <span className="office-cut">{payeeOf(row)}</span>,
  },
  ...moneyColumns<WaitingView>(moment),
]
