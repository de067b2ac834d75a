/** /admin/agents: applications and agents, what waits first. */
import { agentStates } from '../../../agents/agent-rules.ts'
import type { OfficeAgentRowView, OfficeRatesView } from '../../../agents/office-contract.ts'
import { stateTones, stateWords } from '../../../agents/pages/agent-words.ts'
import { formatPpm } from '../../../agents/pages/rate-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { RatesDialog } from './rates-dialog.tsx'

export const handle: OfficeHandle = { permission: 'agents.see' }

export default function AgentsPage() {
  const { age } = useTimes()
  const may = useMay()
  const { data } = useOffice<OfficeRatesView>('/agents/rates', {})
  const stores = useStores()
  const choices = stores.filter.kind === 'choice' ? stores.filter.choices : []
  return (
    <>
      <h1 className="office-h1">{m.office_agents_title()}</h1>
      <p className="mt-1 mb-4 max-w-3xl text-ink-2">{m.office_agents_lead()}</p>
      <section className="office-panel mb-5 grid gap-2" aria-label={m.office_agents_rates()}>
        {data?.now.map((now) => (
          <p key={now.store}>
            {stores.nameOf(now.store)} · {m.office_agents_rates_now(rateWords(now))}
          </p>
        ))}
        {data && data.rows.length > 0 && (
          <details className="small">
            <summary className="min-h-11 cursor-pointer content-center font-medium">
              {m.office_agents_rates_set()}
            </summary>
            <ul className="grid gap-2">
              {data.rows.map((row) => (
                <li key={`${row.store} ${row.valid_from}`}>
                  {stores.nameOf(row.store)} · {m.office_agents_rates_row({ day: row.valid_from, ...rateWords(row) })}
                  <span className="block text-ink-2">
                    {row.set_by}: {row.reason}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
        <div className="flex flex-wrap gap-2">
          {may('agents.rates') && data && (
            <DialogButton
              name={m.office_agents_rates()}
              dialog={(close) => <RatesDialog stores={choices} now={data.now} close={close} />}
            />
          )}
          {may('agents.export') && (
            <Button
              kind="ghost"
              size="s"
              onClick={() => void officeDownload('/agents/commissions.csv', {}).catch(() => null)}
            >
              {m.office_agents_export()}
            </Button>
          )}
        </div>
      </section>
      <DataTable<OfficeAgentRowView>
        name={m.office_agents_title()}
        path="/agents/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(age)}
        rowId={({ agent_id: id }) => id}
        rowName={({ number, member }) => `${number}, ${member}`}
        leadsTo={({ agent_id: id }) => `/admin/agents/agent?id=${id}`}
        empty={m.office_agents_empty()}
      />
    </>
  )
}

const rateWords = (rates: OfficeRatesView['now'][number]) => ({
  commission: formatPpm(rates.commission_ppm, language()),
  withheld: formatPpm(rates.withheld_ppm, language()),
  unnumbered: formatPpm(rates.withheld_unnumbered_ppm, language()),
})

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_agents_search() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_state(),
    choices: agentStates.map((value) => ({ value, label: stateWords[value]() })),
  },
]

const columnsOf = (age: (text: string) => string): Column<OfficeAgentRowView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, member }) => <NumberAndBuyer number={number} buyer={member} />,
    phone: 'title',
  },
  {
    key: 'member',
    head: m.office_agents_member(),
    cell: ({ member }) => <span className="office-cut">{member}</span>,
  },
  {
    key: 'state',
    head: m.office_state(),
    cell: ({ state }) => <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>,
    phone: 'side',
  },
  {
    key: 'contract',
    head: m.office_agents_contract(),
    cell: ({ contract }) => <span className="whitespace-nowrap">{contract ?? '–'}</span>,
    phone: 'below',
  },
  {
    key: 'age',
    head: m.office_agents_age(),
    cell: ({ applied_at: at }) => age(at),
    right: true,
    phone: 'below-side',
  },
]
