/** /user/agents/purchases: what an agent is, the application to become one, and what its member has of it. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import type { DestinationsView } from '../../payouts/contract.ts'
import { dataOf, get } from '../../ui/api-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { language } from '../../ui/language.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { ClientsPageView, EarnedPageView, MonthsView } from '../commissions/commission-contract.ts'
import type { AgentPageView } from '../contract.ts'
import type { ListForClientView, PreparedListView } from '../preparations/preparation-contract.ts'
import type { Route } from './+types/agent-page'
import { Agency } from './agency.tsx'
import { AgentLink } from './agent-link.tsx'
import { termsOf } from './agent-terms.ts'
import { ApplyForm } from './apply-form.tsx'
import { ClientList } from './client-list.tsx'
import { EarnedList } from './earned-list.tsx'
import { Months } from './months.tsx'
import { PreparedList } from './prepared-list.tsx'
import { YourAgent } from './your-agent.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

async function read() {
  const [page, mine] = await Promise.all([
    dataOf(get<AgentPageView>('/agents/me')),
    dataOf(get<ListForClientView>('/agents/for_me')),
  ])
  return { page, mine, work: page.was_agent ? await readWork() : null }
}

async function readWork() {
  const [earned, clients, months, prepared, accounts] = await Promise.all([
    dataOf(get<EarnedPageView>('/agents/purchases')),
    dataOf(get<ClientsPageView>('/agents/clients')),
    dataOf(get<MonthsView>('/agents/months')),
    dataOf(get<PreparedListView>('/agents/prepared')),
    dataOf(get<DestinationsView>('/user/getPayoutAccounts')),
  ])
  return { earned, clients, months, prepared, accounts }
}

export const clientLoader = read

export default function AgentPage({ loaderData: { page: first, mine, work } }: Route.ComponentProps) {
  const [page, setPage] = useState(first)
  const { agent, may_apply: mayApply } = page
  return (
    <>
      <PageTitle>{m.agents_title()}</PageTitle>
      <div className="max-w-[720px]">
        <h1 className="h1">{m.agents_title()}</h1>
        <p className="mt-3 text-ink-2">{m.agents_lead()}</p>
        <YourAgent first={mine} />
        {agent && <Agency agent={agent} onChanged={setPage} />}
        {agent?.state === 'active' && agent.link && <AgentLink link={agent.link} />}
        {work && <Work {...work} isActive={agent?.state === 'active'} />}
        {mayApply && <Apply page={page} onApplied={setPage} />}
      </div>
    </>
  )
}

type WorkProps = Awaited<ReturnType<typeof readWork>> & { isActive: boolean }

function Work({ earned, clients, months: firstMonths, prepared: first, accounts, isActive }: WorkProps) {
  const [months, setMonths] = useState(firstMonths)
  const [prepared, setPrepared] = useState(first)
  return (
    <>
      <Months months={months} accounts={accounts} onChanged={setMonths} />
      <ClientList first={clients} mayPrepare={isActive} onPrepared={setPrepared} />
      <PreparedList list={prepared} onChanged={setPrepared} />
      <EarnedList first={earned} />
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
