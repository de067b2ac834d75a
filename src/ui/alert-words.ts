/** What a price alert that was told says, in the language of the page. */
import * as m from '../locale/paraglide/messages.js'
import type { Firing } from './alert-news.ts'
import { money } from './figures.tsx'
import { formatBps } from './format.ts'
import { language } from './language.ts'
import { minorOf } from './price.ts'

const levelWords = {
  buy: { above: m.ui_alert_ask_above, below: m.ui_alert_ask_below },
  sell: { above: m.ui_alert_bid_above, below: m.ui_alert_bid_below },
}

/** Percent as the API writes it, in hundredths: both have two decimals. */
export const pointsOf = (percent: string): number => Number(minorOf(percent, 'USD'))

export function firingWords({ kind, side, level, change, currency }: Firing): string {
  if (kind !== 'change') return levelWords[side ?? 'buy'][kind]({ level: money({ amount: level ?? '0', currency }) })
  const points = pointsOf(change ?? '0.00')
  const percent = formatBps(Math.abs(points), language())
  return points < 0 ? m.ui_alert_down({ percent }) : m.ui_alert_up({ percent })
}

export const firingPrice = ({ price, currency }: Firing): string =>
  m.ui_alert_price({ price: money({ amount: price, currency }) })
