/** The last columns of a list of money that waits: how much, and since when. */
import * as m from '../../../locale/paraglide/messages.js'
import { Money } from '../../../ui/figures.tsx'
import type { MoneyRowView } from '../money-row-contract.ts'
import type { Column } from './data-table.tsx'

export const moneyColumns = <Row extends MoneyRowView>(moment: (text: string) => string): Column<Row>[] => [
  {
    key: 'amount',
    head: m.office_disputes_amount(),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    right: true,
    phone: 'side',
  },
  {
    key: 'since',
    head: m.office_since(),
    cell: ({ since }) => moment(since),
    right: true,
    phone: 'below-side',
  },
]
