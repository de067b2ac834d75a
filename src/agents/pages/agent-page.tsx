/** /user/agents/purchases: what an agent is, the application to become one, and what its member has of it. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { language } from '../../ui/language.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { AgentPageView } from '../contract.ts'
import type { Route } from './+types/agent-page'
import { Agency } from './agency.tsx'
import { termsOf } from './agent-terms.ts'
import { ApplyForm } from './apply-form.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<AgentPageView>('/agents/me'))

export default function AgentPage({ loaderData }: Route.ComponentProps) {
  const [page, setPage] = useState(loaderData)
  const { agent, may_apply: mayApply } = page
  return (
    <>
      <title>{`${m.agents_title()} · Karat`}</title>
      <div className="max-w-[720px]">
        <h1 className="h1">{m.agents_title()}</h1>
        <p className="mt-3 text-ink-2">{m.agents_lead()}</p>
        {agent && <Agency agent={agent} onChanged={setPage} />}
        {mayApply && <Apply page={page} onApplied={setPage} />}
      </div>
    </>
  )
}

type Applying = { page: AgentPageView; onApplied: (page: AgentPageView) => void }

function Apply({ page, onApplied }: Applying) {
  const { level, terms } = page
  const said = termsOf(terms, language())
  return (
    <>
      <section className="mt-10" aria-labelledby="terms">
        <h2 className="h3" id="terms">
          {m.agents_terms()}
        </h2>
        <ol className="mt-4 grid list-decimal gap-3 pl-5 marker:text-ink-2">
          {said.map((one) => (
            <li key={one} className="pl-1">
              {one}
            </li>
          ))}
        </ol>
      </section>
      {level.enough ? (
        <ApplyForm terms={terms} onApplied={onApplied} />
      ) : (
        <div className="mt-8">
          <EmptyState
            text={
              <>
                <strong className="block font-semibold">{m.agents_verify()}</strong>
                {m.agents_verify_text({ needs: level.needs, has: level.has })}
              </>
            }
            action={
              <ButtonLink to="/user/kyc/kyc?return=%2Fuser%2Fagents%2Fpurchases">{m.agents_verify_action()}</ButtonLink>
            }
          />
        </div>
      )}
    </>
  )
}
