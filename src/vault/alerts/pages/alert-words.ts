/** What an alert watches, in the language of the page, and how far the price is from it. */
import * as m from '../../../locale/paraglide/messages.js'
import { pointsOf } from '../../../ui/alert-words.ts'
import { money } from '../../../ui/figures.tsx'
import { formatBps } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { changeSinceClose, type LivePrice, minorOf, shareBps } from '../../../ui/price.ts'
import type { AlertView } from '../alert-contract.ts'

const levelWords = {
  buy: { above: m.vault_alert_row_buy_above, below: m.vault_alert_row_buy_below },
  sell: { above: m.vault_alert_row_sell_above, below: m.vault_alert_row_sell_below },
}

type Watched = Pick<AlertView, 'kind' | 'side' | 'level' | 'move'>

export function alertWords({ kind, side, level, move }: Watched, currency: string): string {
  if (kind === 'change') return m.vault_alert_row_change({ percent: formatBps(pointsOf(move ?? '0.00'), language()) })
  return levelWords[side ?? 'buy'][kind]({ level: money({ amount: level ?? '0', currency }) })
}

/** How much of the price, or of the day's change, is still missing; nothing where it is there. */
export function toGo({ kind, side, level, move }: Watched, price: LivePrice): string | null {
  if (kind === 'change') {
    const left = pointsOf(move ?? '0.00') - Math.abs(changeSinceClose(price)?.bps ?? 0)
    return left > 0 ? m.vault_alert_to_go({ percent: formatBps(left, language()) }) : null
  }
  const now = minorOf(side === 'sell' ? price.bid : price.ask, price.currency)
  const away = minorOf(level ?? '0', price.currency) - now
  const left = shareBps(kind === 'above' ? away : -away, now)
  return left > 0 ? m.vault_alert_to_go({ percent: formatBps(left, language()) }) : null
}
