/** Months that never change any more, each with what it closed with and its statement. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Grams, Moment, Money } from '../../../ui/figures.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { StandingView } from '../record-contract.ts'
import { monthName, SaveStatement } from './record-head.tsx'

const FIRST = 3

export function ClosedMonths({ standing: { closed, currency } }: { standing: StandingView }) {
  const [all, setAll] = useState(false)
  if (closed.length === 0) return null
  return (
    <section className="mt-14" aria-labelledby="closed-months">
      <h2 className="h3" id="closed-months">
        {m.vault_record_closed()}
      </h2>
      <p className="small mb-4 text-ink-2">{m.vault_record_closed_text()}</p>
      <ul className="border-t border-line">
        {closed.slice(0, all ? undefined : FIRST).map((one) => (
          <li
            key={one.month}
            className="grid grid-cols-[minmax(0,1fr)_auto_44px] items-center gap-x-4 border-b border-line py-3.5"
          >
            <span className="flex min-w-0 items-center gap-3.5">
              <span className="hidden size-10 flex-none place-items-center rounded-full border border-line-strong sm:grid">
                <Icon name="lock-simple" />
              </span>
              <span className="min-w-0">
                <Link
                  className="font-semibold hover:text-nila"
                  to={`/user/trade/record?month=${one.month}`}
                  preventScrollReset={false}
                >
                  {monthName(one.month)}
                </Link>
                <span className="small block text-ink-2">
                  {m.vault_record_closed_at()} <Moment at={one.closed_at} /> ·{' '}
                  {one.movements === 1
                    ? m.vault_record_movements_one({ n: '1' })
                    : m.vault_record_movements_other({ n: String(one.movements) })}
                </span>
              </span>
            </span>
            <span className="text-right tabular-nums">
              <span className="block font-semibold">
                <Grams weight={one.closing.gold} />
              </span>
              <span className="small block text-ink-2">
                <Money amount={one.closing.money} currency={currency} />
              </span>
            </span>
            <SaveStatement
              isBare
              query={{ month: one.month, format: 'pdf' }}
              name={m.vault_record_download_pdf({ month: monthName(one.month) })}
            />
          </li>
        ))}
      </ul>
      {closed.length > FIRST && !all && (
        <Button kind="quiet" className="-ml-3 mt-2" onClick={() => setAll(true)}>
          {m.vault_record_all_months()}
        </Button>
      )}
    </section>
  )
}
