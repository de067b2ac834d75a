/** /admin/bank: lines of the house's bank statements, and whose money each is. */
import { useState } from 'react'
import type { LineView } from '../../../bank/office-contract.ts'
import { lineStates } from '../../../bank/state-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { lineTones, lineWords, statementDay, statementMoney, whyWords } from './bank-words.ts'
import { StatementDialog } from './statement-dialog.tsx'

export const handle: OfficeHandle = { permission: 'bank.see' }

export default function BankPage() {
  const stores = useStores()
  const may = useMay()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_bank()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_bank_lead()}</p>
      <DataTable<LineView>
        name={m.office_bank_lines()}
        path="/bank/lines"
        filters={[...filters(), stores.filter]}
        columns={columns()}
        rowId={({ id }) => id}
        rowName={({ name, texts, amount, currency }) =>
          `${name ?? texts.join(' ')} ${statementMoney(amount, currency)}`
        }
        empty={m.office_bank_empty()}
        action={(reload) =>
          may('bank.import') && (
            <DialogButton
              name={m.office_bank_import()}
              dialog={(close) => <StatementDialog close={close} done={reload} />}
            />
          )
        }
        detail={(row, close, reload) => <LineDetail key={row.id} row={row} close={close} reload={reload} />}
      />
    </>
  )
}

const filters = (): Filter[] => [
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    choices: lineStates.map((value) => ({ value, label: lineWords[value]() })),
  },
]

const State = ({ state }: Pick<LineView, 'state'>) => <Tag tone={lineTones[state]}>{lineWords[state]()}</Tag>

const columns = (): Column<LineView>[] => [
  {
    key: 'name',
    head: m.office_bank_payer(),
    cell: ({ name, texts }) =>
      name === null ? (
        <span className="break-words">{texts.join(' ')}</span>
      ) : (
        <span className="office-cut">{name}</span>
      ),
    phone: 'title',
  },
  { key: 'state', head: m.office_order_state(), cell: State, phone: 'below' },
  {
    key: 'why',
    head: m.office_bank_why(),
    cell: ({ why }) => <span className="office-cut">{why.map((one) => whyWords[one]()).join(', ')}</span>,
  },
  {
    key: 'amount',
    head: m.office_disputes_amount(),
    cell: ({ amount, currency }) => (
      <span className="whitespace-nowrap tabular-nums">{statementMoney(amount, currency)}</span>
    ),
    right: true,
    phone: 'side',
  },
  {
    key: 'on',
    head: m.office_bank_booked(),
    cell: ({ booked_on: on }) => <span className="whitespace-nowrap">{statementDay(on)}</span>,
    right: true,
    phone: 'below-side',
  },
]

type Props = { row: LineView; close: () => void; reload: () => Promise<void> }

function LineDetail({ row, close, reload }: Props) {
  const { name, account, texts, state, why, reference, asked, currency, amount, booked_on: on } = row
  return (
    <Detail title={name ?? m.office_bank_nameless()} aside={statementDay(on)} onClose={close}>
      <State state={state} />
      {why.length > 0 && <p>{why.map((one) => whyWords[one]()).join(', ')}</p>}
      <Facts
        facts={[
          { label: m.office_disputes_amount(), value: statementMoney(amount, currency) },
          { label: m.office_bank_account(), value: account ?? '–' },
          { label: m.office_bank_written(), value: texts.join(' · ') },
          ...(reference ? [{ label: m.office_bank_reference(), value: reference }] : []),
          ...(asked ? [{ label: m.office_bank_asked(), value: money({ amount: asked, currency }) }] : []),
        ]}
      />
      <Deciding row={row} reload={reload} />
    </Detail>
  )
}

type Ask = (action: ReasonedAction) => void
type Words = Pick<ReasonedAction, 'title' | 'text' | 'done'>

const actionOn = (row: LineView, path: string, words: Words, more: object = {}): ReasonedAction => ({
  ...{ ...words, confirm: words.title },
  run: (reason) => officePost(`/bank/${path}`, { line_id: row.id, ...more, reason }, { quiet: true }),
})

function Deciding({ row, reload }: Omit<Props, 'close'>) {
  const may = useMay()
  const { ask, dialog } = useReasonDialog(reload)
  if (!may('bank.confirm') || (row.state !== 'proposed' && row.state !== 'unmatched')) return null
  const title = m.office_bank_return()
  const back = { title, text: m.office_bank_return_text(), done: m.office_bank_done() }
  return (
    <div className="grid gap-3">
      {row.state === 'proposed' ? <Confirming row={row} ask={ask} /> : <Assigning row={row} ask={ask} />}
      <Button kind="ghost" size="s" onClick={() => ask(actionOn(row, 'return', back))}>
        {title}
      </Button>
      {dialog}
    </div>
  )
}

function Confirming({ row, ask }: { row: LineView; ask: Ask }) {
  const done = m.office_bank_done()
  const yes = { title: m.office_bank_confirm(), text: m.office_bank_confirm_text(), done }
  const no = { title: m.office_bank_reject(), text: m.office_bank_reject_text(), done }
  return (
    <>
      {row.mine && <p className="small">{m.office_bank_mine()}</p>}
      <div className="flex flex-wrap gap-3">
        {!row.mine && (
          <Button size="s" onClick={() => ask(actionOn(row, 'confirm', yes))}>
            {yes.title}
          </Button>
        )}
        <Button kind="ghost" size="s" onClick={() => ask(actionOn(row, 'reject', no))}>
          {no.title}
        </Button>
      </div>
    </>
  )
}

function Assigning({ row, ask }: { row: LineView; ask: Ask }) {
  const [reference, setReference] = useState('')
  const text = m.office_bank_propose_text({ reference })
  const propose = { title: m.office_bank_propose(), text, done: m.office_bank_done() }
  const aside = { title: m.office_bank_aside(), text: m.office_bank_aside_text(), done: m.office_give_up_asked() }
  return (
    <>
      <TextField
        label={m.office_bank_reference()}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
        maxLength={60}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="ghost" size="s" onClick={() => ask(actionOn(row, 'propose', propose, { reference }))}>
          {propose.title}
        </Button>
        <Button kind="ghost" size="s" onClick={() => ask(actionOn(row, 'aside', aside))}>
          {aside.title}
        </Button>
      </div>
    </>
  )
}
