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

type Amounts = Pick<GuaranteeView, 'lines' | 'goods_total' | 'tax' | 'discount' | 'grams'>

/** What the pieces cost, without delivery, in minor units. */
const paidFor = ({ goods_total, tax, discount }: Omit<Amounts, 'lines' | 'grams'>, currency: string) =>
  minor(minorOf(goods_total, currency) + minorOf(tax, currency) - minorOf(discount, currency))

/** Said before anything is paid: what the same pieces would bring at this moment, against what they cost where money alone pays. Nothing without a live price. */
export function BuybackNow({ amounts, currency }: { amounts: Amounts; currency: string }) {
  const price = useStorePrice(currency)
  if (!price || !sells(price)) return null
  const back = soldBack(amounts.lines, ratesOf(price).bid)
  return (
    <p className="small mt-4 border-t border-line pt-4 text-ink-2">
      <span className="flex items-baseline justify-between gap-3">
        <span>{m.orders_kept_back()}</span>
        <span className="font-semibold whitespace-nowrap text-ink">
          {money({ amount: wireMoney(minor(back), currency), currency })}
        </span>
      </span>
      {isNothing(amounts.grams) && (
        <>
          <Change change={changeBetween(paidFor(amounts, currency), back)} currency={currency} />{' '}
          {m.orders_checkout_back_against()}
        </>
      )}
    </p>
  )
}

/** The two prices of the pieces: what was paid stays, what the house pays back moves. */
export function OrderWorth({ order }: { order: OrderDetailView }) {
  const { currency, lines, grams } = order
  const price = useStorePrice(currency)
  const paid = paidFor(order, currency)
  const back = price && sells(price) ? soldBack(lines, ratesOf(price).bid) : null
  const byGrams = grams !== null && !isNothing(grams.weight)
  return (
    <section className="mt-12 border-t border-line pt-8 lg:mt-16" aria-labelledby="worth">
      <h2 className="h2" id="worth">
        {m.orders_kept_worth()}
      </h2>
      {price && back !== null ? (
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
              <BigMoney amount={wireMoney(minor(back), currency)} currency={currency} size="fig-l" />
            </p>
            {!byGrams && (
              <p className="small mt-1 text-ink-2">
                <Change change={changeBetween(paid, back)} currency={currency} /> {m.orders_kept_against()}
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
