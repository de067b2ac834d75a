/** What an agent earned by month, what is open of it, and the slips. */
import * as m from '../../locale/paraglide/messages.js'
import type { DestinationsView } from '../../payouts/contract.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { money } from '../../ui/figures.tsx'
import { formatMonth } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { MonthsView } from '../commissions/commission-contract.ts'
import { SlipWay } from './slip-way.tsx'
import { wentSentence } from './went-words.ts'

type Props = { months: MonthsView; accounts: DestinationsView; onChanged: (months: MonthsView) => void }

export function Months({ months, accounts, onChanged }: Props) {
  const { currency, pending, due, goes, rows } = months
  const inMoney = (amount: string) => money({ amount, currency })
  return (
    <section className="mt-12" aria-labelledby="months">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 className="h3" id="months">
          {m.agents_months()}
        </h2>
        <DownloadButton path="/agents/purchases_file" query={{}} name={m.agents_file()} size="s" />
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-4 sm:max-w-[440px]">
        <div>
          <dt className="small text-ink-2">{m.agents_pending_sum()}</dt>
          <dd className="fig-l">{inMoney(pending)}</dd>
        </div>
        <div>
          <dt className="small text-ink-2">{m.agents_due_sum()}</dt>
          <dd className="fig-l">{inMoney(due)}</dd>
        </div>
      </dl>
      {due.startsWith('-') && <p className="small mt-2 text-ink-2">{m.agents_set_off()}</p>}
      <SlipWay key={`${goes.to} ${goes.destination_id}`} goes={goes} accounts={accounts} onChanged={onChanged} />
      {rows.length > 0 && (
        <ul className="mt-5 border-t border-line">
          {rows.map(({ month, purchases, volume, commission, slip }) => (
            <li key={month} className="grid gap-x-6 gap-y-1 border-b border-line py-4 sm:grid-cols-[1fr_auto]">
              <span className="font-semibold">{formatMonth(Date.parse(month), 'UTC', language())}</span>
              <span className="font-semibold tabular-nums sm:text-right">{inMoney(commission)}</span>
              <span className="small text-ink-2">
                {m.agents_month_bought({ count: purchases, volume: inMoney(volume) })}
              </span>
              {slip && (
                <div className="small col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                  <span className="text-ink-2">
                    {m.agents_month_slip({
                      gross: inMoney(slip.gross),
                      withheld: inMoney(slip.withheld),
                      net: inMoney(slip.net),
                    })}
                    <span className="block">{wentSentence(slip.went, goes.keeps_balance)}</span>
                  </span>
                  <DownloadButton
                    path="/agents/slip"
                    query={{ slip_id: slip.slip_id }}
                    name={m.agents_slip_download({ number: slip.number })}
                    size="s"
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
