/** What a piece costs by quantity and by way of paying; the row that applies is bold. */
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { wireMoney } from '../../ui/price.ts'
import type { Tier } from '../sku-price-rules.ts'
import type { SkuPrice } from './use-sku-price.ts'

const methodNames: Record<string, () => string> = {
  card: m.catalogue_method_card,
  virtual_account: m.catalogue_method_virtual_account,
}

type Props = { price: SkuPrice; currency: string; quantity: number }

export function Tiers({ price: { tiers }, currency, quantity }: Props) {
  const methods = tiers[0]?.prices.map(({ method }) => method) ?? []
  const applying = tiers.findLast(({ from }) => quantity >= from)
  const single = tiers[0]?.prices[0]?.unit ?? 0n
  return (
    <section className="mt-8" aria-labelledby="tiers">
      <h2 className="h3 mb-1" id="tiers">
        {m.catalogue_tiers_title()}
      </h2>
      <table className="tbl small max-md:[&_:is(th,td)]:px-1.5 [&_thead_th]:align-bottom [&_thead_th]:whitespace-normal">
        <thead>
          <tr>
            <th scope="col">{m.ui_quantity()}</th>
            {methods.map((method) => (
              <th key={method} scope="col" className="r">
                {methods.length === 1
                  ? m.catalogue_tiers_one()
                  : m.catalogue_tiers_each({ method: methodNames[method]?.() ?? method })}
              </th>
            ))}
            <th scope="col" className="r">
              {m.catalogue_tiers_saved()}
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier) => (
            <tr key={tier.from} className="tier" data-applies={tier === applying}>
              <th scope="row">
                {spanOf(tier)}
                {tier === applying && <span className="sr-only">, {m.catalogue_tiers_applies()}</span>}
              </th>
              {tier.prices.map(({ method, unit }) => (
                <td key={method} className="r">
                  {money({ amount: wireMoney(unit, currency), currency })}
                </td>
              ))}
              <td className="r text-ink-2">{savedOf(single - (tier.prices[0]?.unit ?? single), currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const spanOf = ({ from, to }: Tier): string => (to === null ? m.catalogue_tiers_from({ from }) : `${from} – ${to}`)

const savedOf = (saved: bigint, currency: string): string =>
  saved > 0n ? money({ amount: wireMoney(-saved, currency), currency }) : '–'
