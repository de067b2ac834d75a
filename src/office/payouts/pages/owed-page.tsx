/** /admin/payouts/owed: what is owed to members beside their balances, and what each amount waits for. */
import * as m from '../../../locale/paraglide/messages.js'
import { Money } from '../../../ui/figures.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { MemberLink } from '../../kit/pages/member-link.tsx'
import { moneyColumns } from '../../kit/pages/money-columns.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { OwedView } from '../in-between-contract.ts'

export const handle: OfficeHandle = { permission: 'payouts.see' }

const reasons: Record<string, (() => string) | undefined> = {
  payout_cooling: m.office_payouts_owed_cooling,
  value_uncleared: m.office_payouts_owed_uncleared,
  value_disputed: m.office_payouts_owed_disputed,
  outgoing_paused: m.office_payouts_owed_paused,
  not_possible_now: m.office_payouts_owed_stopped,
}
const standing = ({ account, waits_for }: OwedView): string => {
  if (account === null) return m.office_payouts_owed_unnamed()
  return waits_for === null ? m.office_payouts_owed_soon() : (reasons[waits_for]?.() ?? waits_for)
}

export default function OwedPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_payouts()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_payouts_owed_lead()}</p>
      <DataTable<OwedView>
        name={m.office_payouts_owed()}
        path="/payouts/owed"
        filters={[stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ member }) => member}
        empty={m.office_payouts_owed_empty()}
        detail={(row, close) => (
          <Detail title={row.member} aside={moment(row.since)} onClose={close}>
            <Facts
              facts={[
                { label: m.office_disputes_amount(), value: <Money amount={row.amount} currency={row.currency} /> },
                { label: m.office_payouts_account(), value: row.account ?? '–' },
                { label: m.office_order_state(), value: standing(row) },
                { label: m.office_store(), value: stores.nameOf(row.store) },
              ]}
            />
            <MemberLink id={row.member_id} />
          </Detail>
        )}
      />
    </>
  )
}

const fromWords = {
  sale: m.office_payouts_owed_sale,
  came_back: m.office_payouts_owed_came_back,
  gold_back: m.office_payouts_owed_gold_back,
  commission: m.office_payouts_owed_commission,
  refund: m.office_payouts_owed_refund,
}

const columnsOf = (moment: (text: string) => string): Column<OwedView>[] => [
  {
    key: 'member',
    head: m.office_payouts_member(),
    cell: ({ member }) => <span className="office-cut">{member}</span>,
    phone: 'title',
  },
  {
    key: 'because',
    head: m.office_payouts_owed_from(),
    cell: ({ because }) => fromWords[because](),
  },
  { key: 'state', head: m.office_order_state(), cell: standing, phone: 'below' },
  ...moneyColumns<OwedView>(moment),
]
