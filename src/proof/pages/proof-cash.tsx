/** What the day says of members' cash, which is in no tree. */
import * as m from '../../locale/paraglide/messages.js'
import { formatDay, formatMoney } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { ProofCash as Cash } from '../contract.ts'

export const ProofCash = ({ cash }: { cash: Cash[] }) => (
  <section
    className="mt-12 grid gap-x-18 gap-y-4 md:mt-18 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    aria-labelledby="proof-cash"
  >
    <div>
      <h2 className="h2" id="proof-cash">
        {m.proof_cash_title()}
      </h2>
      <p className="small mt-2 max-w-[52ch] text-pretty text-ink-2">{m.proof_cash_text()}</p>
    </div>
    {cash.map(({ currency, owed, at_bank, statement_date }) => (
      <dl key={currency} data-cash={currency}>
        <Line name={m.proof_cash_owed()} sum={formatMoney(owed, currency, language())} />
        <Line
          name={m.proof_cash_at({ day: formatDay(Date.parse(statement_date), 'UTC', language()) })}
          sum={formatMoney(at_bank, currency, language())}
        />
      </dl>
    ))}
  </section>
)

const Line = ({ name, sum }: { name: string; sum: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-4">
    <dt>{name}</dt>
    <dd className="text-[21px] font-medium whitespace-nowrap">{sum}</dd>
  </div>
)
