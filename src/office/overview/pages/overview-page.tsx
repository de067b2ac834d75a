/** /admin: what happened today in the chosen store, and what waits. */

import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { stateName } from '../../../orders/pages/order-words.tsx'
import type { Permission } from '../../../staff/permission-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount, formatGrams, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type ShellData, useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { CashFloat } from '../../kit/pages/cash-float.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OpenExposure } from '../../kit/pages/open-exposure.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import type { OverviewView } from '../overview-contract.ts'
import { BookedGold } from './booked-gold.tsx'
import { Margin } from './margin.tsx'

export const handle: OfficeHandle = { permission: 'dashboard.see' }

/** A shop without a store is set up first. */
export default function OverviewPage() {
  const { stores, store } = useShell()
  const navigate = useNavigate()
  const isNew = stores.length === 0
  useEffect(() => {
    if (isNew) void navigate('/admin/setup', { replace: true })
  }, [isNew, navigate])
  return isNew ? null : <Overview store={store} />
}

function Overview({ store }: Pick<ShellData, 'store'>) {
  const { data, failed, reload } = useOffice<OverviewView>('/overview/figures', { store: store.code })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_overview()}</h1>
      {failed && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && (
        <div aria-busy="true">
          <Skeleton className="h-20" />
        </div>
      )}
      {data && !failed && <Figures figures={data} />}
    </>
  )
}

const feedTones = {
  live: 'up',
  closed: 'plain',
  stale: 'warn',
  quarantined: 'down',
  halted: 'down',
  never: 'plain',
} as const

const feedWords = {
  live: m.office_overview_feed_live,
  closed: m.office_overview_feed_closed,
  stale: m.office_overview_feed_stale,
  quarantined: m.office_overview_feed_quarantined,
  halted: m.office_overview_feed_halted,
  never: m.office_overview_feed_never,
}

function stripOf({ today, seven_days: week, exposure, feed, currency }: OverviewView) {
  const orders = (n: number) => m.office_overview_orders_n({ n })
  const paid = (label: string, sales: OverviewView['today']) =>
    sales ? [{ label, value: formatMoney(sales.total, currency, language()), below: orders(sales.orders) }] : []
  const grams = (weight: string) => formatGrams(weight, language())
  const owned = (weight: string) => m.office_overview_gold_owned({ grams: grams(weight) })
  return [
    ...paid(m.office_overview_sales_today(), today),
    ...paid(m.office_overview_sales_week(), week),
    ...(exposure
      ? [{ label: m.office_overview_gold_owed(), value: grams(exposure.owed), below: owned(exposure.owned) }]
      : []),
    { label: m.office_overview_feed(), value: <Tag tone={feedTones[feed]}>{feedWords[feed]()}</Tag>, below: '' },
  ]
}

function Figures({ figures }: { figures: OverviewView }) {
  return (
    <>
      <dl className="office-strip">
        {stripOf(figures).map(({ label, value, below }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {below && <dd className="fine font-normal text-ink-2">{below}</dd>}
          </div>
        ))}
      </dl>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <Waiting figures={figures} />
        {figures.open_exposure && <OpenExposure exposure={figures.open_exposure} />}
        <CashFloat float={figures.cash_float} currency={figures.currency} />
        {figures.margin && <Margin figures={figures.margin} currency={figures.currency} />}
        {figures.exposure && <BookedGold gold={figures.exposure} currency={figures.currency} />}
        <section className="office-panel">
          <h2 className="h3 mb-2">{m.office_overview_orders_by_state()}</h2>
          <dl className="office-facts counts">
            {figures.orders.map((one) => (
              <div key={one.state}>
                <dt>{stateName[one.state]()}</dt>
                <dd>{formatCount(one.count, language())}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  )
}

type Waiting = { label: string; value: number; to: string; permission: Permission }

/** What waits for somebody, of what the reader may open. */
function Waiting({ figures }: { figures: OverviewView }) {
  const may = useMay()
  const { store } = useShell()
  const waiting = waitingIn(figures, store.code)
  return (
    <section className="office-panel">
      <h2 className="h3 mb-2">{m.office_overview_waiting()}</h2>
      <dl className="office-facts counts">
        {waiting
          .filter(({ permission }) => may(permission))
          .map(({ label, value, to }) => (
            <div key={label}>
              <dt>
                <Link to={to} className="link">
                  {label}
                </Link>
              </dt>
              <dd>{formatCount(value, language())}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function waitingIn(
  { orders, approvals_waiting, identity, refunds, ...figures }: OverviewView,
  store: string,
): Waiting[] {
  const { taken_back: taken, words, rights, trouble } = figures
  const inStore = `&store=${store}`
  const paid = orders.find(({ state }) => state === 'paid')?.count ?? 0
  const { waiting: asked, late } = rights
  const rightsLabel = late > 0 ? m.office_overview_rights_waiting_late({ n: late }) : m.office_overview_rights_waiting()
  const { open, late: overdue } = figures.complaints
  const complaints = overdue > 0 ? m.office_overview_complaints_late({ n: overdue }) : m.office_overview_complaints()
  const testimonials = m.office_overview_waiting_testimonials()
  const waiting: [label: string, value: number, to: string, permission: Permission][] = [
    [m.office_overview_waiting_approvals(), approvals_waiting, '/admin/approvals?state=waiting', 'approvals.see'],
    [m.office_overview_kyc_reviews(), identity.reviews, `/admin/kyc?store=${store}`, 'kyc.see'],
    [m.office_overview_kyc_reports(), identity.reports, '/admin/kyc/reports?state=open', 'kyc.see'],
    [m.office_overview_waiting_orders(), paid, `/admin/orders?tab=to_prepare${inStore}`, 'orders.see'],
    [m.office_overview_bank(), figures.bank, `/admin/bank?store=${store}`, 'bank.confirm'],
    [m.office_overview_late_to_pack(), figures.late_to_pack, `/admin/orders?tab=to_prepare${inStore}`, 'orders.see'],
    [m.office_overview_waiting_refunds(), refunds.requested, `/admin/refunds?state=requested${inStore}`, 'refunds.see'],
    [m.office_overview_waiting_payouts(), refunds.granted, `/admin/refunds?state=granted${inStore}`, 'refunds.see'],
    [m.office_overview_stuck_refunds(), refunds.stuck, `/admin/refunds/stuck?store=${store}`, 'refunds.see'],
    [
      m.office_overview_refused_withdrawals(),
      figures.refused_withdrawals,
      `/admin/payouts?store=${store}`,
      'payouts.see',
    ],
    [m.office_overview_to_remit(), figures.to_remit, `/admin/payouts/bank?state=waiting${inStore}`, 'payouts.see'],
    [m.office_overview_business(), figures.business, `/admin/business?store=${store}`, 'business.see'],
    [m.office_overview_agents(), figures.agents, `/admin/agents?state=applied${inStore}`, 'agents.see'],
    [m.office_overview_goldback(), figures.gold_back, `/admin/goldback?tab=here&store=${store}`, 'goldback.see'],
    [m.office_overview_late_proof(), figures.late_proof, '/home/proof', 'vault.see'],
    [m.office_overview_waiting_disputes(), taken.disputes, `/admin/disputes?state=open${inStore}`, 'disputes.see'],
    [m.office_overview_waiting_foreign(), taken.foreign, `/admin/disputes?state=foreign${inStore}`, 'disputes.see'],
    [m.office_overview_waiting_receivables(), taken.receivables, `/admin/disputes?store=${store}`, 'disputes.see'],
    [m.office_overview_waiting_messages(), words.messages, `/admin/inbox?state=open${inStore}`, 'inbox.see'],
    [testimonials, words.testimonials, `/admin/testimonials?state=pending${inStore}`, 'testimonials.see'],
    [complaints, open, `/admin/complaints?state=open${inStore}`, 'complaints.see'],
    [rightsLabel, asked, `/admin/rights?state=waiting${inStore}`, 'rights.see'],
    [m.office_overview_waiting_events(), trouble.events, '/admin/events?state=failed', 'events.see'],
    [m.office_overview_waiting_mail(), trouble.mail, '/admin/outbox', 'outbox.see'],
    [m.office_overview_waiting_sms(), trouble.sms, '/admin/outbox', 'outbox.see'],
  ]
  return waiting.map(([label, value, to, permission]) => ({ label, value, to, permission }))
}
