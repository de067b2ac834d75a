/** The alerts of a member, what each waits for, and what can be done with it. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Moment, money } from '../../../ui/figures.tsx'
import { capital } from '../../../ui/format.ts'
import type { LivePrice } from '../../../ui/price.ts'
import { Tag } from '../../../ui/states.tsx'
import { EditedList, QuietAction } from '../../pages/edited-list.tsx'
import type { AlertView } from '../alert-contract.ts'
import { alertWords, toGo } from './alert-words.ts'

export type AlertAction = 'pause_alert' | 'resume_alert' | 'delete_alert'
type Props = {
  alerts: AlertView[]
  currency: string
  price: LivePrice | null
  busy: boolean
  act: (action: AlertAction, alert: AlertView) => void
  /** The form that stands in the place of the one that is changed. */
  editing: (alert: AlertView, close: () => void) => ReactNode
}

export function AlertList({ alerts, editing, ...row }: Props) {
  return (
    <EditedList
      all={alerts}
      idOf={({ alert_id }) => alert_id}
      label={m.vault_alert_edit_title()}
      editing={editing}
      row={(alert, edit) => <Row key={alert.alert_id} alert={alert} {...row} onEdit={edit} />}
    />
  )
}

type RowProps = Omit<Props, 'alerts' | 'editing'> & { alert: AlertView; onEdit: () => void }

function Row({ alert, currency, price, busy, act, onEdit }: RowProps) {
  const name = alertWords(alert, currency)
  const quiet = (action: string, onClick: () => void) => (
    <QuietAction {...{ action, busy, onClick }} label={m.vault_alert_of({ action, alert: name })} />
  )
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-line py-4">
      <p className="font-semibold">{name}</p>
      <State alert={alert} />
      <p className="small col-span-2 text-ink-2">{capital(about(alert, currency, price).join(' · '))}</p>
      {alert.reached_at && (
        <p className="small col-span-2 text-ink-2">
          {m.vault_alert_state_reached()} <Moment at={alert.reached_at} />
        </p>
      )}
      <div className="col-span-2 flex flex-wrap">
        {quiet(m.vault_alert_edit(), onEdit)}
        {alert.state === 'watching'
          ? quiet(m.vault_alert_pause(), () => act('pause_alert', alert))
          : quiet(m.vault_alert_resume(), () => act('resume_alert', alert))}
        {quiet(m.vault_alert_delete(), () => act('delete_alert', alert))}
      </div>
    </li>
  )
}

function State({ alert: { state, armed } }: { alert: AlertView }) {
  if (state === 'paused') return <Tag tone="plain">{m.vault_alert_state_paused()}</Tag>
  if (state === 'reached') return <Tag tone="up">{m.vault_alert_state_reached()}</Tag>
  return armed ? (
    <Tag tone="nila">{m.vault_alert_state_watching()}</Tag>
  ) : (
    <Tag tone="up">{m.vault_alert_state_waiting()}</Tag>
  )
}

function about(alert: AlertView, currency: string, price: LivePrice | null): string[] {
  const { state, armed, back_at, repeats, by_mail } = alert
  const waits = state === 'watching' && !armed && back_at
  const away = price && state !== 'reached' && !waits ? toGo(alert, price) : null
  return [
    ...(waits ? [m.vault_alert_back({ price: money({ amount: back_at, currency }) })] : []),
    ...(away ? [away] : []),
    repeats ? m.vault_alert_again() : m.vault_alert_once(),
    ...(by_mail ? [m.vault_alert_mail()] : []),
  ]
}
