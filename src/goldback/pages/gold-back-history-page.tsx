/** /user/goldBackHistroy: what the member sold back, or is selling. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState, Tag } from '../../ui/states.tsx'
import type { GoldBackCasesView } from '../contract.ts'
import type { Route } from './+types/gold-back-history-page'
import { stateTones, stateWords } from './case-words.ts'
import { goldbackPlaces } from './goldback-places.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<GoldBackCasesView>('/trade/goldBack_cases'))

export default function GoldBackHistoryPage({ loaderData: { cases } }: Route.ComponentProps) {
  return (
    <div className="max-w-[760px]">
      <PageTitle>{m.goldback_history()}</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="h1">{m.goldback_history()}</h1>
        <Link to={goldbackPlaces.sell} className="link min-h-11 content-center">
          {m.goldback_sell()}
        </Link>
      </div>
      {cases.length === 0 ? (
        <div className="mt-8">
          <EmptyState
            text={m.goldback_history_empty()}
            action={<ButtonLink to={goldbackPlaces.sell}>{m.goldback_sell()}</ButtonLink>}
          />
        </div>
      ) : (
        <ul className="mt-6 border-t border-line">
          {cases.map((one) => (
            <Case key={one.case_id} one={one} />
          ))}
        </ul>
      )}
    </div>
  )
}

const Case = ({ one }: { one: GoldBackCasesView['cases'][number] }) => (
  <li className="border-b border-line">
    <Link to={goldbackPlaces.case(one.case_id)} className="group grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto]">
      <span className="font-semibold group-hover:text-nila">
        {one.pieces === 1 ? one.first_name : m.goldback_more_pieces({ name: one.first_name, count: one.pieces - 1 })}
      </span>
      <span className="font-semibold sm:text-right">{money({ amount: one.amount, currency: one.currency })}</span>
      <span className="small text-ink-2">
        {one.number} · {formatGrams(one.weight, language())} · <Moment at={one.booked_at} />
      </span>
      <span className="sm:text-right">
        <Tag tone={stateTones[one.state]}>{stateWords[one.state]()}</Tag>
      </span>
    </Link>
  </li>
)
