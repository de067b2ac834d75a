/** What came and went last, in gold and in money. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import type { HoldingView } from '../contract.ts'
import { signOf, wordsOf } from './movement-words.ts'
import { vaultPlaces } from './trade-places.ts'
import { isNothing } from './typed-amount-rules.ts'

export function MovementList({ movements, currency }: Pick<HoldingView, 'movements' | 'currency'>) {
  if (movements.length === 0) return null
  return (
    <section aria-labelledby="movements">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 className="h3" id="movements">
          {m.vault_movements()}
        </h2>
        <Link to={vaultPlaces.record} className="link small min-h-11">
          {m.vault_record_link()}
        </Link>
      </div>
      <ul className="border-t border-line">
        {movements.map(({ movement_id, kind, at, gold, cash }) => {
          const { name, icon } = wordsOf({ kind, gold: signOf(gold), cash: signOf(cash) })
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
