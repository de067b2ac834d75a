/** Money that is paid at the bank: where it came from, what was paid, and what may be noted of it. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Money, money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import type { WaitingView } from '../../../vault/remittances/remittance-contract.ts'
import { Detail, type Fact, Facts } from '../../kit/pages/detail.tsx'
import { MemberLink } from '../../kit/pages/member-link.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { RemitDialog } from './remit-dialog.tsx'

type Props = { row: WaitingView; close: () => void; reload: () => Promise<void> }

export function RemittanceDetail({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const stores = useStores()
  const facts: Fact[] = [
    { label: m.office_disputes_amount(), value: <Money amount={row.amount} currency={row.currency} /> },
    {
      label: m.office_payouts_owed_from(),
      value: row.kind === 'payout' ? m.office_payouts_remit_came_back() : m.office_payouts_remit_court(),
    },
    ...(row.came_from ? [{ label: m.office_payouts_remit_came_from(), value: row.came_from }] : []),
    ...(row.authority ? [{ label: m.office_payouts_remit_authority(), value: row.authority }] : []),
    { label: m.office_store(), value: stores.nameOf(row.store) },
  ]
  return (
    <Detail title={row.number} aside={`${row.member} · ${moment(row.since)}`} onClose={close}>
      <Standing {...row} />
      <Facts facts={facts} />
      <Noting row={row} reload={reload} />
      {row.remittances.length > 0 && <Remittances rows={row.remittances} />}
      <div>
        <MemberLink id={row.member_id} />
      </div>
    </Detail>
  )
}

export function Standing({ state, second_asked }: Pick<WaitingView, 'state' | 'second_asked'>) {
  if (state === 'paid') return <Tag tone="up">{m.office_payouts_remit_paid()}</Tag>
  if (second_asked) return <Tag tone="nila">{m.office_payouts_remit_asked()}</Tag>
  return <Tag tone="warn">{m.office_payouts_remit_waits()}</Tag>
}

function Noting({ row, reload }: Omit<Props, 'close'>) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  const { ask, dialog } = useReasonDialog(reload)
  const standing = row.remittances.find(({ returned_at }) => returned_at === null)
  if (row.second_asked)
    return (
      <Link to="/admin/approvals?state=waiting" className="link">
        {m.office_approvals()}
      </Link>
    )
  if (standing)
    return may('payouts.remit_returned') ? (
      <div>
        <Button kind="ghost" size="s" onClick={() => ask(returning(row, standing))}>
          {m.office_payouts_remit_back()}
        </Button>
        {dialog}
      </div>
    ) : null
  if (!may('payouts.remit')) return null
  return (
    <div>
      <Button size="s" onClick={() => setOpen(true)}>
        {m.office_payouts_remit_note()}
      </Button>
      {open && <RemitDialog row={row} done={reload} close={() => setOpen(false)} />}
    </div>
  )
}

const returning = ({ amount, currency }: WaitingView, { id, number }: WaitingView['remittances'][number]) => ({
  title: m.office_payouts_remit_back_title({ number }),
  text: m.office_payouts_remit_back_text({ amount: money({ amount, currency }) }),
  confirm: m.office_prices_spread_ask(),
  run: (reason: string) => officePost('/payouts/remitReturned', { remittance_id: id, reason }, { quiet: true }),
  done: m.office_give_up_asked(),
})

function Remittances({ rows }: { rows: WaitingView['remittances'] }) {
  const { moment } = useTimes()
  return (
    <section className="grid gap-3">
      <h3 className="h3">{m.office_payouts_remit_history()}</h3>
      {rows.map((row) => (
        <div key={row.id} className="grid gap-2 border-t border-line pt-3">
          <p className="flex flex-wrap items-center gap-2">
            {row.number}
            {row.returned_at && <Tag tone="warn">{m.office_payouts_remit_returned()}</Tag>}
          </p>
          <Facts
            facts={[
              { label: m.office_payouts_remit_paid_to(), value: row.paid_to },
              { label: m.office_owed_reference(), value: row.reference },
              { label: m.office_payouts_remit_at(), value: `${moment(row.made_at)} · ${row.made_by.join(', ')}` },
              ...(row.returned_at
                ? [
                    {
                      label: m.office_payouts_remit_at_returned(),
                      value: `${moment(row.returned_at)} · ${row.returned_by.join(', ')}`,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      ))}
    </section>
  )
}
