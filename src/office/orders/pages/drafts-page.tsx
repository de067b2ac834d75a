/** /admin/orders/drafts: orders that staff put together for members, and what became of them. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { DraftRowView } from '../../../orders/drafts/draft-contract.ts'
import { type DraftState, draftStates } from '../../../orders/drafts/draft-rules.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Money, money } from '../../../ui/figures.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'

export const handle: OfficeHandle = { permission: 'orders.draft' }

const stateWords: Record<DraftState, () => string> = {
  open: m.office_orders_draft_state_open,
  used: m.office_orders_draft_state_used,
  withdrawn: m.office_orders_draft_state_withdrawn,
  expired: m.office_orders_draft_state_expired,
}
const stateTones = { open: 'warn', used: 'up', withdrawn: 'plain', expired: 'plain' } as const

const StateTag = ({ state }: { state: DraftState }) => <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>

export default function DraftsPage() {
  const stores = useStores()
  const { day } = useTimes()
  return (
    <>
      <Link to="/admin/orders" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.office_orders_back()}
      </Link>
      <h1 className="office-h1 mb-2">{m.office_orders_drafts()}</h1>
      <p className="mb-5 max-w-3xl text-ink-2">{m.office_orders_drafts_text()}</p>
      <DataTable<DraftRowView>
        name={m.office_orders_drafts()}
        path="/orders/drafts"
        filters={[
          stores.filter,
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: draftStates.map((value) => ({ value, label: stateWords[value]() })),
          },
        ]}
        columns={columnsOf(day)}
        rowId={({ draft_id: id }) => id}
        rowName={(row) => `${row.number}, ${row.for}`}
        detail={(row, close, reload) => <DraftDetail row={row} close={close} reload={reload} />}
        empty={m.office_orders_drafts_empty()}
        action={() => (
          <ButtonLink size="s" to="/admin/orders/drafts/new">
            {m.office_orders_draft_new()}
          </ButtonLink>
        )}
      />
    </>
  )
}

const columnsOf = (day: (text: string) => string): Column<DraftRowView>[] => [
  { key: 'number', head: m.office_number(), cell: ({ number }) => number, phone: 'title' },
  { key: 'state', head: m.office_state(), cell: ({ state }) => <StateTag state={state} />, phone: 'below' },
  { key: 'for', head: m.office_orders_draft_for(), cell: (row) => <span className="office-cut">{row.for}</span> },
  {
    key: 'what',
    head: m.office_orders_what(),
    cell: ({ first, pieces }) => (
      <span className="office-cut">{pieces > 1 ? m.office_orders_more_pieces({ first, n: pieces - 1 }) : first}</span>
    ),
  },
  { key: 'by', head: m.office_orders_draft_by(), cell: ({ by }) => by },
  {
    key: 'total',
    head: m.office_orders_total(),
    cell: ({ total, currency }) => (total === null ? '–' : <Money amount={total} currency={currency} />),
    right: true,
    phone: 'side',
  },
  {
    key: 'made',
    head: m.office_orders_draft_made(),
    cell: ({ made_at: at }) => <span className="whitespace-nowrap">{day(at)}</span>,
    right: true,
    phone: 'below-side',
  },
]

type Props = { row: DraftRowView; close: () => void; reload: () => Promise<void> }

function useFacts(row: DraftRowView) {
  const { moment } = useTimes()
  const { opened_at: opened, ended_at: ended, ended_by: name, order } = row
  return [
    {
      label: m.office_orders_draft_for(),
      value: (
        <SubjectLink kind="member" id={row.member_id}>
          {row.for}
        </SubjectLink>
      ),
    },
    { label: m.office_orders_draft_price(), value: <Price row={row} /> },
    {
      label: m.office_orders_draft_made(),
      value: m.office_orders_draft_ended_by({ at: moment(row.made_at), name: row.by }),
    },
    { label: m.office_orders_draft_opened(), value: opened ? moment(opened) : m.office_orders_draft_not_yet() },
    { label: m.office_orders_draft_ends(), value: moment(row.ends_at) },
    ...(ended
      ? [
          {
            label: m.office_orders_draft_ended(),
            value: name ? m.office_orders_draft_ended_by({ at: moment(ended), name }) : moment(ended),
          },
        ]
      : []),
    ...(order
      ? [
          {
            label: m.office_orders_draft_order(),
            value: (
              <SubjectLink kind="order" id={order.order_id}>
                {order.number}
              </SubjectLink>
            ),
          },
        ]
      : []),
  ]
}

function DraftDetail({ row, close, reload }: Props) {
  const { ask, dialog } = useReasonDialog(reload)
  const { number, note } = row
  const facts = useFacts(row)
  const withdraw = () =>
    ask({
      title: m.office_orders_draft_withdraw(),
      text: m.office_orders_draft_withdraw_text(),
      confirm: m.office_orders_draft_withdraw(),
      tone: 'danger',
      withoutReason: true,
      run: () => officePost('/orders/withdrawDraft', { draft_id: row.draft_id }, { quiet: true }),
      done: m.office_orders_draft_withdrawn({ number }),
    })
  const sendAgain = () =>
    ask({
      title: m.office_orders_draft_again(),
      text: m.office_orders_draft_again_text(),
      confirm: m.office_orders_draft_again(),
      withoutReason: true,
      run: () => officePost('/orders/sendDraftAgain', { draft_id: row.draft_id }, { quiet: true }),
      done: m.office_orders_draft_again_done({ number }),
    })
  return (
    <Detail title={number} aside={<StateTag state={row.state} />} onClose={close}>
      <Facts facts={facts} />
      {note && (
        <div>
          <h3 className="small text-ink-2">{m.office_orders_draft_note()}</h3>
          <p className="break-words">{note}</p>
        </div>
      )}
      {row.state === 'open' && (
        <div className="flex flex-wrap gap-3">
          {row.may_send && (
            <Button kind="ghost" onClick={sendAgain}>
              {m.office_orders_draft_again()}
            </Button>
          )}
          <Button kind="ghost" onClick={withdraw}>
            {m.office_orders_draft_withdraw()}
          </Button>
        </div>
      )}
      {dialog}
    </Detail>
  )
}

function Price({ row: { total, price_until: until, currency, state } }: { row: DraftRowView }) {
  const { moment } = useTimes()
  if (total === null) return m.office_orders_draft_no_price()
  const amount = money({ amount: total, currency })
  if (state !== 'open') return amount
  if (until === null) return m.office_orders_draft_price_was({ total: amount })
  return (
    <>
      {amount}
      <br />
      <span className="small text-ink-2">{m.office_orders_draft_price_until({ at: moment(until) })}</span>
    </>
  )
}
