/** /user/trade/business: the company that a member trades for, and large trades that the desk prices. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { weight, weightText } from '../../money/money.ts'
import { dataOf, get } from '../../ui/api-client.ts'
import { formatPieceWeight } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import type { BusinessView } from '../contract.ts'
import { leastWeight } from '../request-rules.ts'
import type { Route } from './+types/business-page'
import { Company } from './company.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestList } from './request-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<BusinessView>('/trade/business'))

export default function BusinessPage({ loaderData }: Route.ComponentProps) {
  const [business, setBusiness] = useState(loaderData)
  const navigate = useNavigate()
  const { company, may_request: mayRequest, requests } = business
  return (
    <>
      <PageTitle>{m.business_title()}</PageTitle>
      <div className="max-w-[640px]">
        <h1 className="h1">{m.business_title()}</h1>
        <p className="mt-3 text-ink-2">
          {m.business_lead({ least: formatPieceWeight(weightText(weight(leastWeight)), language()) })}
        </p>
        <Company key={company ? 'told' : 'new'} company={company} onSaved={setBusiness} />
        {company &&
          (mayRequest ? (
            <RequestForm onMade={({ request_id: id }) => navigate(`/user/trade/business/request?id=${id}`)} />
          ) : (
            <p className="panel mt-8 p-5">{m.business_enough_open()}</p>
          ))}
      </div>
      <RequestList requests={requests} />
    </>
  )
}
