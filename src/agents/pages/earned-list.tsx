/** What clients bought, with the state of each commission. */
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { Tag } from '../../ui/states.tsx'
import type { EarnedPageView, EarnedView } from '../commissions/commission-contract.ts'
import { commissionTones, commissionWords } from './agent-words.ts'
import { usePages } from './use-pages.ts'

export function EarnedList({ first }: { first: EarnedPageView }) {
  const { rows, busy, more } = usePages('/agents/purchases', first)
  return (
    <section className="mt-12" aria-labelledby="purchases">
      <h2 className="h3" id="purchases">
        {m.agents_purchases()}
      </h2>
      {rows.length === 0 ? (
        <p className="mt-4 border-y border-line py-5 text-ink-2">{m.agents_purchases_none()}</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {rows.map((row) => (
            <Earned key={row.commission_id} row={row} />
          ))}
        </ul>
      )}
      {more && (
        <Button kind="ghost" className="mt-4" busy={busy} onClick={more}>
          {m.agents_more()}
        </Button>
      )}
    </section>
  )
}

function Earned({ row }: { row: EarnedView }) {
  const inMoney = (amount: string) => money({ amount, currency: row.currency })
  const isWaiting = row.state === 'pending'
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_auto]">
      <span className="min-w-0 font-semibold break-words">{row.client}</span>
      <span className="font-semibold tabular-nums sm:text-right">{inMoney(row.commission)}</span>
      <span className="small text-ink-2">
        {row.kind === 'grams' ? m.agents_kind_grams() : m.agents_kind_order()} {row.number} · {inMoney(row.amount)} ·{' '}
        <Moment at={row.paid_at} />
      </span>
      <span className="flex flex-wrap items-center gap-2 sm:justify-end">
        {row.prepared && <Tag>{m.agents_was_prepared()}</Tag>}
        <Tag tone={commissionTones[row.state]}>{commissionWords[row.state]()}</Tag>
      </span>
      {isWaiting && (
        <span className="fine col-span-full text-ink-2">
          {row.due_at ? (
            <>
              {m.agents_pending_until()} <Moment at={row.due_at} />
            </>
          ) : (
            m.agents_pending_unknown()
          )}
        </span>
      )}
      {!/^0(\.0+)?$/.test(row.reversed) && (
        <span className="fine col-span-full text-ink-2">{m.agents_reversed({ amount: inMoney(row.reversed) })}</span>
      )}
    </li>
  )
}
