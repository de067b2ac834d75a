/** /admin/agents: applications and agents, what waits first. */
import { agentStates } from '../../../agents/agent-rules.ts'
import type { OfficeAgentRowView } from '../../../agents/office-contract.ts'
import { stateTones, stateWords } from '../../../agents/pages/agent-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'

export const handle: OfficeHandle = { permission: 'agents.see' }

export default function AgentsPage() {
  const { age } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1">{m.office_agents_title()}</h1>
      <p className="mt-1 mb-4 max-w-3xl text-ink-2">{m.office_agents_lead()}</p>
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
