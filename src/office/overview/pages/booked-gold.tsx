/** The gold of a store as the ledger says. */
import * as m from '../../../locale/paraglide/messages.js'
import { formatCount, formatGrams, formatMoney, formatSignedMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import type { OverviewView } from '../overview-contract.ts'

export function BookedGold({ gold, currency }: { gold: NonNullable<OverviewView['exposure']>; currency: string }) {
  const grams = (fine: string) => formatGrams(fine, language())
  const facts = [
    { label: m.office_overview_gold_stock(), value: grams(gold.shop_stock) },
    { label: m.office_overview_gold_raw(), value: grams(gold.raw_gold) },
    { label: m.office_overview_gold_cost(), value: formatMoney(gold.stock_cost, currency, language()) },
    ...(gold.cost_unknown > 0
      ? [{ label: m.office_overview_gold_cost_unknown(), value: formatCount(gold.cost_unknown, language()) }]
      : []),
    ...(gold.open
      ? [
          { label: m.office_overview_gold_open(), value: grams(gold.open.grams) },
          {
            label: m.office_overview_gold_unrealised(),
            value: formatSignedMoney(gold.open.unrealised, currency, language()),
          },
        ]
      : []),
    { label: m.office_overview_gold_members(), value: grams(gold.owed) },
    { label: m.office_overview_gold_missing(), value: grams(gold.missing) },
  ]
  return (
    <section className="office-panel">
      <h2 className="h3 mb-2">{m.office_overview_gold_booked()}</h2>
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
