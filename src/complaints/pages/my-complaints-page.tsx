/** /user/complaints: a new complaint, and what became of those before. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import type { OwnComplaintsView } from '../contract.ts'
import type { Route } from './+types/my-complaints-page'
import { ComplaintForm } from './complaint-form.tsx'
import { ComplaintList } from './complaint-list.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<OwnComplaintsView>('/user/complaints'))

export default function ComplaintsPage({ loaderData }: Route.ComponentProps) {
  const [known, setKnown] = useState(loaderData)
  const { body } = known
  return (
    <div className="max-w-[720px]">
      <PageTitle>{m.ui_complaints_title()}</PageTitle>
      <h1 className="h1">{m.ui_complaints_title()}</h1>
      <p className="mt-3 text-ink-2">{m.complaints_lead()}</p>
      <section className="mt-10" aria-labelledby="complaint-new">
        <h2 id="complaint-new" className="h2">
          {m.complaints_new()}
        </h2>
        <p className="mt-2 mb-6 text-ink-2">{m.complaints_new_text({ n: known.answer_days })}</p>
        <ComplaintForm orders={known.orders} onMade={setKnown} />
      </section>
      <section className="mt-12" aria-labelledby="complaints-made">
        <h2 id="complaints-made" className="h2 mb-4">
          {m.complaints_list()}
        </h2>
        <ComplaintList complaints={known.complaints} onChanged={setKnown} />
      </section>
      {body && (
        <section className="mt-12" aria-labelledby="complaint-body">
          <h2 id="complaint-body" className="h2">
            {m.complaints_body()}
          </h2>
          <p className="mt-2 text-ink-2">{m.complaints_body_text()}</p>
          <address className="mt-3 grid break-words not-italic">
            <strong className="font-semibold">{body.name}</strong>
            {body.address && <span>{body.address}</span>}
            {body.contact && <span>{body.contact}</span>}
          </address>
        </section>
      )}
    </div>
  )
}
