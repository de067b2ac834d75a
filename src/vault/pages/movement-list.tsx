/** What came and went last, in gold and in money. */
import * as m from '../../locale/paraglide/messages.js'
import { Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import type { HoldingView } from '../contract.ts'
import { isNothing } from './typed-amount-rules.ts'

/** Of each kind of transfer that moves a member's gold or money; another one is told without a name of its own. */
const words: Record<string, { name: () => string; icon: IconName }> = {
  gold_bought: { name: m.vault_movement_bought, icon: 'plus' },
  gold_sold: { name: m.vault_movement_sold, icon: 'minus' },
  gold_transferred: { name: m.vault_movement_transferred, icon: 'paper-plane-tilt' },
  transfer_claimed: { name: m.vault_movement_transferred, icon: 'paper-plane-tilt' },
  succession: { name: m.vault_movement_succession, icon: 'scales' },
  court_order: { name: m.vault_movement_court_order, icon: 'scales' },
  sale_settled: { name: m.vault_movement_settled, icon: 'arrow-counter-clockwise' },
  difference_granted: { name: m.vault_movement_difference, icon: 'arrow-counter-clockwise' },
  cash_deposited: { name: m.vault_movement_deposited, icon: 'plus' },
  payment_returned: { name: m.vault_movement_returned, icon: 'arrow-counter-clockwise' },
  payment_set_off: { name: m.vault_movement_taken_back, icon: 'arrow-counter-clockwise' },
  payout_accepted: { name: m.vault_movement_payout, icon: 'minus' },
  payout_failed: { name: m.vault_movement_payout_back, icon: 'arrow-counter-clockwise' },
  payout_returned: { name: m.vault_movement_payout_back, icon: 'arrow-counter-clockwise' },
  hold_placed: { name: m.vault_movement_held, icon: 'lock-simple' },
  hold_released: { name: m.vault_movement_released, icon: 'lock-simple' },
  reversal: { name: m.vault_movement_reversal, icon: 'arrow-counter-clockwise' },
}
/** A trade of the demonstration's past is one like any other. */
const told = (kind: string, gold: string) =>
  kind === 'demo_history' ? (gold.startsWith('-') ? 'gold_sold' : 'gold_bought') : kind
const other = { name: m.vault_movement_other, icon: 'arrows-left-right' } as const

export function MovementList({ movements, currency }: Pick<HoldingView, 'movements' | 'currency'>) {
  if (movements.length === 0) return null
  return (
    <section aria-labelledby="movements">
      <h2 className="h3 mb-2" id="movements">
        {m.vault_movements()}
      </h2>
      <ul className="border-t border-line">
        {movements.map(({ movement_id, kind, at, gold, cash }) => {
          const { name, icon } = words[told(kind, gold)] ?? other
          const moved = [
            isNothing(gold) ? null : signed(gold, formatGrams(gold.replace('-', ''), language())),
            isNothing(cash) ? null : signed(cash, money({ amount: cash.replace('-', ''), currency })),
          ].filter((text) => text !== null)
          return (
            <li
              key={movement_id}
              className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-3 border-b border-line py-3.5"
            >
              <span className="grid size-10 place-items-center rounded-full bg-tile">
                <Icon name={icon} />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">{name()}</span>
                <span className="small block text-ink-2">
                  <Moment at={at} />
                </span>
              </span>
              <span className="text-right whitespace-nowrap">
                <span className="block font-semibold">{moved[0]}</span>
                <span className="small block text-ink-2">{moved[1]}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const signed = (amount: string, text: string) => `${amount.startsWith('-') ? '−' : '+'}${text}`
