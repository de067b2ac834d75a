/** A price that follows gold, or stands still under a guarantee. */
import * as m from '../locale/paraglide/messages.js'
import { Change, Clock } from './figures.tsx'
import { Icon } from './icon.tsx'
import { changeSinceClose, type LivePrice } from './price.ts'
import { useLivePrice } from './use-live-price.tsx'

export function FollowsGold() {
  const price = useLivePrice()
  if (!price) return null
  if (price.state !== 'live') return <PriceTag price={price} />
  const change = changeSinceClose(price)
  return (
    <p className="small flex flex-wrap items-center gap-x-2">
      <span className="dot" data-state={price.state} />
      <span className="text-ink-2">{m.ui_price_follows()}</span>
      {change && <Change change={change} currency={price.currency} amount={false} />}
      {change && <span className="text-ink-2">{m.ui_price_today()}</span>}
    </p>
  )
}

export const Guaranteed = ({ until }: { until: string }) => (
  <p className="small flex items-center gap-2 text-ink-2">
    <Icon name="lock-simple" size="s" />
    <span>
      {m.ui_price_guaranteed_until()} <Clock at={until} />
    </span>
  </p>
)

const wordsOf = ({ state }: LivePrice) =>
  state === 'halted' ? m.ui_price_halted() : state === 'closed' ? m.ui_price_market_closed() : m.ui_price_last()

/** Says that a price is not of this moment, and of which moment it is. */
export const PriceTag = ({ price }: { price: LivePrice }) => (
  <span className="tag" data-tone="warn">
    {wordsOf(price)} <Clock at={price.source_at} />
  </span>
)
