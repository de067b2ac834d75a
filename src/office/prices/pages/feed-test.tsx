/** One look at the sources of the price, now: what they say, or what to do about it, and what each store would charge. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { FeedTrouble } from '../../../pricing/feeds/feed-trouble.ts'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatCount, formatDecimal } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { language } from '../../../ui/language.ts'
import { officeGet } from '../../kit/pages/office-client.ts'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { TriedFeedsView, TriedSourceView } from '../price-contract.ts'

const troubles: Record<FeedTrouble, () => string> = {
  not_named: m.office_prices_try_not_named,
  slow: m.office_prices_try_slow,
  unreachable: m.office_prices_try_unreachable,
  refused: m.office_prices_try_refused,
  unreadable: m.office_prices_try_unreadable,
}

export function FeedTest() {
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<TriedFeedsView>()
  async function look() {
    setBusy(true)
    // What is refused, a toast says.
    setTried(await officeGet<TriedFeedsView>('/prices/tryFeeds').catch(() => undefined))
    setBusy(false)
  }
  return (
    <section className="office-panel mt-4" aria-labelledby="feed-test">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="feed-test" className="h3">
          {m.office_prices_try()}
        </h2>
        <Button kind="quiet" busy={busy} onClick={look}>
          {m.office_prices_try_ask()}
        </Button>
      </div>
      <p className="small mt-2 text-ink-2">{m.office_prices_try_text()}</p>
      <div role="status">{tried && <Tried tried={tried} />}</div>
    </section>
  )
}

function Tried({ tried: { first, second, prices } }: { tried: TriedFeedsView }) {
  return (
    <div className="mt-3 grid gap-4">
      <Source name={m.office_prices_try_first()} source={first} />
      {second ? (
        <Source name={m.office_prices_try_second()} source={second} />
      ) : (
        <p className="small text-ink-2">{m.office_prices_try_none()}</p>
      )}
      {prices.length > 0 && <Prices prices={prices} />}
    </div>
  )
}

function Source({ name, source }: { name: string; source: TriedSourceView }) {
  const { moment } = useTimes()
  const { trouble, says, spot_usd: spot, source_at: at } = source
  const isGood = trouble === null && !source.old
  return (
    <div className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2 break-words">
      <Icon name={isGood ? 'check-circle' : 'warning-circle'} className={isGood ? 'text-up' : 'text-warn'} />
      <div className="grid gap-1">
        <h3 className="label">{name}</h3>
        {spot && at && (
          <p>
            {m.office_prices_try_read({
              source: source.source === 'simulated' ? m.office_prices_source_simulated() : (source.source ?? ''),
              spot: formatDecimal(spot, language()),
              at: moment(at),
              ms: formatCount(source.ms, language()),
            })}
          </p>
        )}
        {spot && !source.timed && <p className="small text-ink-2">{m.office_prices_try_untimed()}</p>}
        {source.old && <p>{m.office_prices_try_old()}</p>}
        {trouble && <p>{troubles[trouble]()}</p>}
        {says && <p className="small text-ink-2">{m.office_prices_try_code({ text: says })}</p>}
      </div>
    </div>
  )
}

function Prices({ prices }: Pick<TriedFeedsView, 'prices'>) {
  const { nameOf } = useStores()
  return (
    <div>
      <h3 className="label">{m.office_prices_try_prices()}</h3>
      <ul className="mt-1 grid gap-1">
        {prices.map(({ store, currency, price }) => (
          <li key={`${store} ${currency}`} className="break-words">
            {price
              ? m.office_prices_try_price({
                  store: nameOf(store),
                  ask: money({ amount: price.ask, currency }),
                  bid: money({ amount: price.bid, currency }),
                  spot: money({ amount: price.spot, currency }),
                })
              : m.office_prices_try_rate({ store: nameOf(store), currency })}
          </li>
        ))}
      </ul>
    </div>
  )
}
