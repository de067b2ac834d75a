/** /admin/bank/returns: money that goes back at the bank, by lists that two people make. */
import { useState } from 'react'
import type { ReturnView } from '../../../bank/office-contract.ts'
import { returnStates } from '../../../bank/state-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Money, money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officeDownload, officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { returnWords } from './bank-words.ts'

export const handle: OfficeHandle = { permission: 'bank.see' }

const tones = { to_list: 'warn', listed: 'nila', paid: 'up' } as const
const State = ({ state }: Pick<ReturnView, 'state'>) => <Tag tone={tones[state]}>{returnWords[state]()}</Tag>

export default function BankReturnsPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_bank()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_bank_returns_lead()}</p>
      <DataTable<ReturnView>
        name={m.office_bank_returns()}
        path="/bank/returns"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, name }) => `${number} ${name ?? ''}`}
        empty={m.office_bank_returns_empty()}
        detail={(row, close, reload) => <ReturnDetail key={row.id} row={row} close={close} reload={reload} />}
      />
    </>
  )
}

const filters = (): Filter[] => [
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    choices: returnStates.map((value) => ({ value, label: returnWords[value]() })),
  },
]

const columnsOf = (moment: (text: string) => string): Column<ReturnView>[] => [
  { key: 'number', head: m.office_number(), cell: ({ number }) => number, phone: 'title' },
  { key: 'state', head: m.office_order_state(), cell: State, phone: 'below' },
  { key: 'name', head: m.office_bank_payer(), cell: ({ name }) => <span className="office-cut">{name ?? '–'}</span> },
  {
    key: 'amount',
    head: m.office_disputes_amount(),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    right: true,
    phone: 'side',
  },
  { key: 'since', head: m.office_bank_since(), cell: ({ since }) => moment(since), right: true, phone: 'below-side' },
]

type Props = { row: ReturnView; close: () => void; reload: () => Promise<void> }

function ReturnDetail({ row, close, reload }: Props) {
  const { number, amount, currency, name, account, state, is_refund: isRefund, list } = row
  return (
    <Detail title={number} aside={money({ amount, currency })} onClose={close}>
      <State state={state} />
      <Facts
        facts={[
          { label: m.office_bank_payer(), value: name ?? '–' },
          { label: m.office_bank_account(), value: account ?? '–' },
          { label: m.office_bank_of(), value: isRefund ? m.office_bank_of_refund() : m.office_bank_of_line() },
          ...(list ? [{ label: m.office_bank_list(), value: list.number }] : []),
        ]}
      />
      <Deciding row={row} reload={reload} />
    </Detail>
  )
}

function Deciding({ row, reload }: Omit<Props, 'close'>) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  const { id, store, list, state, account } = row
  if (state === 'paid' || !may('bank.pay')) return null
  const listing: ReasonedAction = {
    ...{ title: m.office_bank_list_do(), text: m.office_bank_list_text() },
    ...{ confirm: m.office_prices_spread_ask(), done: m.office_give_up_asked() },
    run: (reason) => officePost('/bank/list', { store, returns: [id], reason }, { quiet: true }),
  }
  const paying: ReasonedAction = {
    ...{ title: m.office_bank_note_paid(), text: m.office_bank_note_paid_text() },
    ...{ confirm: m.office_bank_note_paid(), done: m.office_bank_done() },
    run: (reason) => officePost('/bank/paid', { return_id: id, reason }, { quiet: true }),
  }
  return (
    <div className="grid gap-3">
      {!list && !account && <Completing row={row} ask={ask} />}
      {!list && account && (
        <Button size="s" onClick={() => ask(listing)}>
          {listing.title}
        </Button>
      )}
      {list && (
        <div className="flex flex-wrap gap-3">
          <Button kind="ghost" size="s" onClick={() => void officeDownload('/bank/listFile', { list_id: list.id })}>
            {m.office_bank_list_file()}
          </Button>
          <Button kind="ghost" size="s" onClick={() => ask(paying)}>
            {paying.title}
          </Button>
        </div>
      )}
      {dialog}
    </div>
  )
}

function Completing({ row, ask }: { row: ReturnView; ask: (action: ReasonedAction) => void }) {
  const [to, setTo] = useState({ name: row.name ?? '', account: '' })
  const complete: ReasonedAction = {
    ...{ title: m.office_bank_complete(), text: m.office_bank_complete_text() },
    ...{ confirm: m.office_bank_complete(), done: m.office_bank_done() },
    run: (reason) => officePost('/bank/completeReturn', { return_id: row.id, ...to, reason }, { quiet: true }),
  }
  return (
    <>
      <TextField
        label={m.office_bank_payer()}
        value={to.name}
        onChange={({ target }) => setTo({ ...to, name: target.value })}
        maxLength={140}
      />
      <TextField
        label={m.office_bank_account()}
        value={to.account}
        onChange={({ target }) => setTo({ ...to, account: target.value })}
        maxLength={40}
      />
      <Button kind="ghost" size="s" onClick={() => ask(complete)}>
        {complete.title}
      </Button>
    </>
  )
}
