/** What is to be watched: a level or a change, quick choices, and how it is told. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Checkbox, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatBps, formatDecimal, sentences, symbolOf } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { changeSinceClose, type LivePrice } from '../../../ui/price.ts'
import { Seg } from '../../../ui/seg.tsx'
import { SentenceGap } from '../../../ui/sentence-gap.tsx'
import { FormEnd } from '../../pages/edited-list.tsx'
import { Chips, stepFrom } from '../../pages/level-chips.tsx'
import type { AlertsView, AlertView, AlertWish } from '../alert-contract.ts'
import { useAlertForm } from './use-alert-form.ts'

type Props = {
  of: AlertView | null
  price: LivePrice | null
  list: Pick<AlertsView, 'currency' | 'mail'>
  save: (wish: AlertWish) => Promise<void>
  onCancel?: () => void
}

export function AlertForm(props: Props) {
  const { of, price, list, onCancel } = props
  const alert = useAlertForm(props)
  const { form, busy, submit } = alert
  const isChange = form.values.kind === 'change'
  return (
    <Form form={form} onSubmit={submit} className="grid gap-5">
      <div className="grid gap-2">
        <p className="small text-ink-2" aria-hidden="true">
          {m.vault_alert_kind()}
        </p>
        <Seg
          className="justify-self-start"
          label={m.vault_alert_kind()}
          value={form.values.kind}
          choices={[
            ['above', m.vault_alert_kind_above()],
            ['below', m.vault_alert_kind_below()],
            ['change', m.vault_alert_kind_change()],
          ]}
          onChange={(kind) => form.set('kind', kind)}
        />
      </div>
      {isChange ? <MoveFields alert={alert} price={price} /> : <LevelFields alert={alert} currency={list.currency} />}
      <div className="grid gap-1">
        <Checkbox
          label={m.vault_alert_repeats()}
          checked={form.values.repeats}
          onChange={({ target }) => form.set('repeats', target.checked)}
        />
        {list.mail === 'no_address' ? (
          <p className="small text-ink-2">
            {m.vault_alert_no_address()}
            <SentenceGap />
            <Link to="/user/settingEmail" className="link">
              {m.vault_alert_add_address()}
            </Link>
          </p>
        ) : (
          <Checkbox
            label={m.vault_alert_by_mail()}
            checked={form.values.by_mail}
            onChange={({ target }) => form.set('by_mail', target.checked)}
          />
        )}
      </div>
      <FormEnd busy={busy} action={of ? m.vault_alert_save() : m.vault_alert_set()} onCancel={onCancel} />
    </Form>
  )
}

type Alert = ReturnType<typeof useAlertForm>

/** Steps from the price of this moment, in hundredths of a percent. */
const steps = [100n, 200n, 500n]

function LevelFields({ alert: { form, places, now }, currency }: { alert: Alert; currency: string }) {
  const { kind, side } = form.values
  const levels =
    now === null ? [] : steps.map((bps) => ({ bps, wire: stepFrom(now, kind === 'above' ? bps : -bps, currency) }))
  return (
    <>
      <Seg
        className="justify-self-start"
        label={m.vault_alert_side()}
        value={side}
        choices={[
          ['buy', m.vault_alert_side_buy()],
          ['sell', m.vault_alert_side_sell()],
        ]}
        onChange={(next) => form.set('side', next)}
      />
      <TextField
        label={`${m.vault_alert_level()} (${symbolOf(currency)})`}
        help={now === null ? undefined : m.vault_alert_now({ price: money({ amount: now, currency }) })}
        inputMode={places === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={20}
        {...form.text('level')}
      />
      <Chips
        choices={levels.map(({ bps, wire }) => ({
          name: formatBps(Number(kind === 'above' ? bps : -bps), language(), { sign: true, keepZeros: false }),
          value: formatDecimal(wire, language(), { keepZeros: false }),
        }))}
        value={form.values.level}
        onChoose={(level) => form.set('level', level)}
      />
    </>
  )
}

function MoveFields({ alert: { form }, price }: { alert: Alert; price: LivePrice | null }) {
  const change = price && changeSinceClose(price)
  const help = [
    m.vault_alert_move_help(),
    ...(change ? [m.vault_alert_move_now({ change: formatBps(change.bps, language(), { sign: true }) })] : []),
  ]
  return (
    <>
      <TextField
        label={m.vault_alert_move()}
        help={sentences(help, language())}
        inputMode="decimal"
        autoComplete="off"
        maxLength={5}
        {...form.text('move')}
      />
      <Chips
        choices={[100, 200, 500].map((bps) => ({
          name: formatBps(bps, language(), { keepZeros: false }),
          value: String(bps / 100),
        }))}
        value={form.values.move}
        onChoose={(move) => form.set('move', move)}
      />
    </>
  )
}
