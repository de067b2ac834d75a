/** What a piece costs by quantity and by way of paying. */
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { wireMoney } from '../../ui/price.ts'
import type { Tier } from '../sku-price-rules.ts'
import type { SkuPrice } from './use-sku-price.ts'

const methodNames: Record<string, () => string> = { card: m.method_card, virtual_account: m.method_virtual_account }

export function Tiers({ price: { tiers }, currency }: { price: SkuPrice; currency: string }) {
  const methods = tiers[0]?.prices.map(({ method }) => method) ?? []
  return (
    <section className="mt-7">
      <h2 className="h3 mb-1">{m.tiers_title()}</h2>
      <table className="tbl small">
        <thead>
          <tr>
            <th scope="col">{m.quantity()}</th>
            {methods.map((method) => (
              <th key={method} scope="col" className="r">
                {m.tiers_each({ method: methodNames[method]?.() ?? method })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier) => (
            <tr key={tier.from}>
              <th scope="row">{spanOf(tier)}</th>
              {tier.prices.map(({ method, unit }) => (
                <td key={method} className="r font-semibold!">
                  {money({ amount: wireMoney(unit, currency), currency })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const spanOf = ({ from, to }: Tier): string => (to === null ? m.tiers_from({ from }) : `${from} – ${to}`)
