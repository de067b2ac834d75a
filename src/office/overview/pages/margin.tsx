/** What a store sold in seven days, what that had cost, and the difference. */
import * as m from '../../../locale/paraglide/messages.js'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import type { OverviewView } from '../overview-contract.ts'

export function Margin({ figures, currency }: { figures: NonNullable<OverviewView['margin']>; currency: string }) {
  const money = (amount: string) => formatMoney(amount, currency, language())
  const isWhole = figures.cost_unknown === 0
  const facts = [
    { label: m.office_overview_margin_sales(), value: money(figures.sales) },
    { label: m.office_overview_margin_cost(), value: money(figures.cost) },
    {
      label: isWhole ? m.office_overview_margin_result() : m.office_overview_margin_before(),
      value: money(figures.margin),
    },
    ...(isWhole
      ? []
      : [{ label: m.office_overview_margin_unknown(), value: formatCount(figures.cost_unknown, language()) }]),
  ]
  return (
    <section className="office-panel">
      <h2 className="h3 mb-2">{m.office_overview_margin()}</h2>
      <dl className="office-facts counts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
