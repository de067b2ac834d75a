/** What the house would pay for the pieces of an order at this moment, beside what they cost. */
import * as m from '../../locale/paraglide/messages.js'
import { minor, type PricePerGram, parseDecimal, weight } from '../../money/money.ts'
import { buybackOf } from '../../pricing/price-rules.ts'
import { BigMoney, Change, Clock, money } from '../../ui/figures.tsx'
import { changeBetween, minorOf, ratesOf, sells, wireMoney } from '../../ui/price.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import { useStorePrice } from '../../vault/pages/use-store-price.ts'
import type { GuaranteeView, OrderDetailView } from '../contract.ts'

type Line = Pick<GuaranteeView['lines'][number], 'fine_weight' | 'quantity'>

/** Each piece at the bid, rounded down, in minor units. */
export const soldBack = (lines: Line[], bid: PricePerGram): bigint =>
  lines.reduce(
    (sum, line) => sum + buybackOf(weight(parseDecimal(line.fine_weight, 4) ?? 0n), bid) * BigInt(line.quantity),
    0n,
  )

/** The two prices of the pieces: what was paid stays, what the house pays back moves. */
export function OrderWorth({ order }: { order: OrderDetailView }) {
  const { currency, lines, goods_total: goods, tax, discount, grams } = order
  const price = useStorePrice(currency)
  const paid = minor(minorOf(goods, currency) + minorOf(tax, currency) - minorOf(discount, currency))
  const byGrams = grams !== null && !isNothing(grams.weight)
  return (
    <section className="mt-12 border-t border-line pt-8 lg:mt-16" aria-labelledby="worth">
      <h2 className="h2" id="worth">
        {m.orders_kept_worth()}
      </h2>
      {price && sells(price) ? (
        <div className="mt-6 grid gap-6 md:grid-cols-2">
          {!byGrams && (
            <div className="max-md:border-b max-md:border-line max-md:pb-6">
              <p className="small text-ink-2">{m.orders_kept_paid_for()}</p>
              <p className="mt-1">
                <BigMoney amount={wireMoney(paid, currency)} currency={currency} size="fig-l" />
              </p>
            </div>
          )}
          <div className={byGrams ? '' : 'md:border-l md:border-line md:pl-8'}>
            <p className="small text-ink-2">{m.orders_kept_back()}</p>
            <p className="mt-1">
              <BigMoney
                amount={wireMoney(soldBack(lines, ratesOf(price).bid), currency)}
                currency={currency}
                size="fig-l"
              />
            </p>
            {!byGrams && (
              <p className="small mt-1 text-ink-2">
                <Change change={changeBetween(paid, soldBack(lines, ratesOf(price).bid))} currency={currency} />{' '}
                {m.orders_kept_against()}
              </p>
            )}
            <p className="small mt-1 flex flex-wrap items-center gap-x-2 text-ink-2">
              <span className="dot" data-state={price.state} />
              {m.orders_kept_bid({ bid: money({ amount: price.bid, currency }) })} ·{' '}
              <Clock at={price.source_at} seconds />
            </p>
          </div>
        </div>
      ) : (
        <p className="small mt-3 text-ink-2">{m.orders_kept_no_price()}</p>
      )}
    </section>
  )
}
