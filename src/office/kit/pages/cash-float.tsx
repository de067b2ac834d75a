/** What members have with a store in money, and how much of its ceiling that is. */
import * as m from '../../../locale/paraglide/messages.js'
import { formatBps, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import type { CashFloatView } from '../../../vault/float-contract.ts'

type Props = { float: CashFloatView | null; currency: string }

export function CashFloat({ float, currency }: Props) {
  if (!float) return null
  const money = (amount: string) => formatMoney(amount, currency, language())
  const percent = formatBps(float.alarm_bps, language())
  return (
    <section className="office-panel">
      <h2 className="h3 mb-1">{m.office_float()}</h2>
      <p className="small mb-3 text-ink-2">{m.office_float_text()}</p>
      {float.alarm && (
        <p role="alert" className="mb-3">
          <Tag tone="down">{m.office_float_alarm({ percent })}</Tag>
        </p>
      )}
      <p className="small flex flex-wrap justify-between gap-x-3">
        <span>{m.office_float_all()}</span>
        <span className="fig font-semibold">
          {m.office_exposure_of({ open: money(float.all), limit: money(float.ceiling) })}
        </span>
      </p>
      <meter
        className="office-meter mt-1"
        data-alarm={float.alarm || undefined}
        aria-label={m.office_float_all()}
        min={0}
        max={Number(float.ceiling)}
        value={Number(float.all)}
      />
      <dl className="office-facts counts mt-3">
        <div>
          <dt>{m.office_float_held()}</dt>
          <dd>{money(float.held)}</dd>
        </div>
        <div>
          <dt>{m.office_float_open()}</dt>
          <dd>{money(float.open)}</dd>
        </div>
      </dl>
    </section>
  )
}
