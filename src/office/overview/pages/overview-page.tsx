/** /admin: what happened today in the chosen store, and what waits. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { Permission } from '../../../staff/permission-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount, formatGrams, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { orderStateName } from '../../kit/pages/order-state-words.ts'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import type { OverviewView } from '../overview-contract.ts'
import { BookedGold } from './booked-gold.tsx'
import { OpenExposure } from './open-exposure.tsx'

export const handle: OfficeHandle = { permission: 'dashboard.see' }

export default function OverviewPage() {
  const { store } = useShell()
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

function Figures({ figures }: { figures: OverviewView }) {
  const money = (amount: string) => formatMoney(amount, figures.currency, language())
  const count = (n: number) => formatCount(n, language())
  const feedWords = {
    live: m.office_overview_feed_live(),
    closed: m.office_overview_feed_closed(),
    stale: m.office_overview_feed_stale(),
    quarantined: m.office_overview_feed_quarantined(),
    halted: m.office_overview_feed_halted(),
    never: m.office_overview_feed_never(),
  }
  const strip = [
    {
      label: m.office_overview_sales_today(),
      value: money(figures.today.total),
      below: m.office_overview_orders_n({ n: figures.today.orders }),
    },
    {
      label: m.office_overview_sales_week(),
      value: money(figures.seven_days.total),
      below: m.office_overview_orders_n({ n: figures.seven_days.orders }),
    },
    {
      label: m.office_overview_gold_owed(),
      value: formatGrams(figures.exposure.owed, language()),
      below: m.office_overview_gold_owned({ grams: formatGrams(figures.exposure.owned, language()) }),
    },
    {
      label: m.office_overview_feed(),
      value: <Tag tone={feedTones[figures.feed]}>{feedWords[figures.feed]}</Tag>,
      below: '',
    },
  ]
  return (
    <>
      <dl className="office-strip">
        {strip.map(({ label, value, below }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {below && <dd className="fine font-normal text-ink-2">{below}</dd>}
          </div>
        ))}
      </dl>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <Waiting figures={figures} />
        <OpenExposure exposure={figures.open_exposure} />
        <BookedGold gold={figures.exposure} currency={figures.currency} />
        <section className="office-panel">
          <h2 className="h3 mb-2">{m.office_overview_orders_by_state()}</h2>
          <dl className="office-facts counts">
            {figures.orders.map((one) => (
              <div key={one.state}>
                <dt>{orderStateName(one.state)}</dt>
                <dd>{count(one.count)}</dd>
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

function waitingIn(figures: OverviewView, store: string): Waiting[] {
  const inStore = `&store=${store}`
  const paid = figures.orders.find(({ state }) => state === 'paid')?.count ?? 0
  return [
    {
      ...{ label: m.office_overview_waiting_approvals(), value: figures.approvals_waiting },
      ...{ to: '/admin/approvals?state=waiting', permission: 'approvals.see' },
    },
    {
      ...{
        label: m.office_overview_kycdesk_overview_reviews(),
        value: figures.identity.reviews,
        to: `/admin/kyc?store=${store}`,
      },
      permission: 'kyc.see',
    },
    {
      ...{ label: m.office_overview_kycdesk_overview_reports(), value: figures.identity.reports },
      ...{ to: '/admin/kyc/reports?state=open', permission: 'kyc.see' },
    },
    {
      ...{ label: m.office_overview_waiting_orders(), value: paid, to: '/admin/orders?tab=to_prepare' },
      permission: 'orders.see',
    },
    {
      ...{
        label: m.office_overview_waiting_refunds(),
        value: figures.refunds.requested,
        to: '/admin/refunds?state=requested',
      },
      permission: 'refunds.see',
    },
    {
      ...{
        label: m.office_overview_waiting_payouts(),
        value: figures.refunds.granted,
        to: '/admin/refunds?state=granted',
      },
      permission: 'refunds.see',
    },
    {
      ...{ label: m.office_overview_waiting_disputes(), value: figures.taken_back.disputes },
      ...{ to: `/admin/disputes?state=open${inStore}`, permission: 'disputes.see' },
    },
    {
      ...{ label: m.office_overview_waiting_foreign(), value: figures.taken_back.foreign },
      ...{ to: `/admin/disputes?state=foreign${inStore}`, permission: 'disputes.see' },
    },
    {
      ...{ label: m.office_overview_waiting_receivables(), value: figures.taken_back.receivables },
      ...{ to: `/admin/disputes?store=${store}`, permission: 'disputes.see' },
    },
    {
      ...{
        label: m.office_overview_waiting_messages(),
        value: figures.words.messages,
        to: `/admin/inbox?state=open${inStore}`,
      },
      permission: 'inbox.see',
    },
    {
      label: m.office_overview_waiting_testimonials(),
      ...{ value: figures.words.testimonials, to: `/admin/testimonials?state=pending${inStore}` },
      permission: 'testimonials.see',
    },
    {
      label:
        figures.rights.late > 0
          ? m.office_overview_rights_waiting_late({ n: figures.rights.late })
          : m.office_overview_rights_waiting(),
      ...{ value: figures.rights.waiting, to: `/admin/rights?state=waiting${inStore}`, permission: 'rights.see' },
    },
    {
      ...{ label: m.office_overview_waiting_events(), value: figures.trouble.events, to: '/admin/events?state=failed' },
      permission: 'events.see',
    },
    {
      ...{ label: m.office_overview_waiting_mail(), value: figures.trouble.mail, to: '/admin/outbox' },
      permission: 'outbox.see',
    },
    {
      ...{ label: m.office_overview_waiting_sms(), value: figures.trouble.sms, to: '/admin/outbox' },
      permission: 'outbox.see',
    },
  ]
}
