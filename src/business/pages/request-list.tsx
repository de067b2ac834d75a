/** What a member has asked the desk for, the newest first. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Moment } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { Tag } from '../../ui/states.tsx'
import type { RequestRowView } from '../contract.ts'
import { deliveryWords, sideWords, stateTones, stateWords } from './business-words.ts'

export function RequestList({ requests }: { requests: RequestRowView[] }) {
  if (requests.length === 0) return null
  return (
    <section className="mt-12 max-w-[720px]" aria-labelledby="requests">
      <h2 className="h3 mb-2" id="requests">
        {m.business_requests()}
      </h2>
      <ul className="border-t border-line">
        {requests.map((request) => (
          <li key={request.request_id} className="grid gap-2 border-b border-line py-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <Link className="link font-semibold" to={`/user/trade/business/request?id=${request.request_id}`}>
                {m.business_row({ side: sideWords[request.side](), number: request.number })}
              </Link>
              <span className="font-semibold tabular-nums">{formatGrams(request.weight, language())}</span>
            </div>
            <p className="small flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
              <Tag tone={stateTones[request.state]}>{stateWords[request.state]()}</Tag>
              <span>{deliveryWords[request.delivery]()}</span>
              {request.pay_by ? (
                <span className="font-medium text-ink">
                  {m.business_pay_by()} <Moment at={request.pay_by} />
                </span>
              ) : (
                <Moment at={request.made_at} />
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
