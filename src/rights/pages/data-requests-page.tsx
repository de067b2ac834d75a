/** /user/dataRequests: a copy of one's data, at once; correction, restriction, deletion, answered by a person; and what became of it. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import type { DataRequestsView } from '../contract.ts'
import type { Route } from './+types/data-requests-page'
import { AskForm } from './ask-form.tsx'
import { CopyForm } from './copy-form.tsx'
import { RequestList } from './request-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<DataRequestsView>('/user/dataRequests'))

export default function DataRequestsPage({ loaderData }: Route.ComponentProps) {
  const [known, setKnown] = useState(loaderData)
  return (
    <div className="max-w-[720px]">
      <PageTitle>{m.ui_rights_title()}</PageTitle>
      <h1 className="h1">{m.ui_rights_title()}</h1>
      <p className="mt-3 text-ink-2">{m.rights_lead()}</p>
      <section className="mt-10" aria-labelledby="data-copy">
        <h2 id="data-copy" className="h2">
          {m.rights_copy_title()}
        </h2>
        <p className="mt-2 mb-6 text-ink-2">{m.rights_copy_text()}</p>
        <CopyForm left={known.copies_left} onMade={setKnown} />
      </section>
      <section className="mt-12" aria-labelledby="data-ask">
        <h2 id="data-ask" className="h2">
          {m.rights_ask_title()}
        </h2>
        <p className="mt-2 mb-6 text-ink-2">{m.rights_ask_text({ hours: known.hours })}</p>
        <AskForm onAsked={setKnown} />
      </section>
      <section className="mt-12" aria-labelledby="data-requests">
        <h2 id="data-requests" className="h2 mb-4">
          {m.rights_list()}
        </h2>
        <RequestList requests={known.requests} onChanged={setKnown} />
      </section>
    </div>
  )
}
