/** "What comes back", line by line, before a request is sent. */
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { Money } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { BackInWords } from './refund-amounts.ts'

const isNothing = (amount: string) => /^[0.]+$/.test(amount)

export function BackSummary({ back, currency, leaving }: { back: BackInWords; currency: string; leaving: boolean }) {
  const percent = formatBps(settings.refund.leaveBps, language())
  const rows: [string, string][] = [
    [m.orders_refund_goods(), back.goods],
    [m.orders_refund_tax(), back.tax],
    [m.orders_refund_fees(), back.fees],
  ]
  return (
    <section className="rounded-panel bg-tile p-5" aria-live="polite" aria-label={m.orders_refund_back_title()}>
      <h3 className="h3">{m.orders_refund_back_title()}</h3>
      <dl className="kv small mt-3">
        {rows
          .filter(([, amount]) => !isNothing(amount))
          .map(([name, amount]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>
                <Money amount={amount} currency={currency} />
              </dd>
            </div>
          ))}
        {!isNothing(back.kept) && (
          <>
            <dt>{m.orders_refund_kept_leaving({ percent })}</dt>
            <dd>
              <Money amount={`-${back.kept}`} currency={currency} />
            </dd>
          </>
        )}
      </dl>
      <p className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3 font-semibold">
        <span>{m.orders_refund_to_card()}</span>
        <Money amount={back.total} currency={currency} className="fig-m" />
      </p>
      {leaving && (
        <p className="small mt-3 text-ink-2">
          {m.orders_refund_leaving_why({ percent: formatBps(settings.cancel.lossCapBps, language()) })}
        </p>
      )}
      {!back.isLast && <p className="small mt-3 text-ink-2">{m.orders_refund_fees_stay()}</p>}
    </section>
  )
}
