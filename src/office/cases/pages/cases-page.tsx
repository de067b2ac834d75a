/** /admin/cases: what is looked into about members, the open ones first. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { caseKinds, caseStates } from '../../../cases/case-rules.ts'
import type { CaseRowView } from '../../../cases/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { CaseDetail } from './case-detail.tsx'
import { aboutCase, kindWords, stateTones, stateWords } from './case-words.ts'
import { HoldDialog } from './hold-dialog.tsx'

export const handle: OfficeHandle = { permission: 'cases.see' }

export default function CasesPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1">{m.office_cases_title()}</h1>
      <p className="mt-1 mb-4 max-w-3xl text-ink-2">{m.office_cases_lead()}</p>
      <OfficeTabs />
      <DataTable<CaseRowView>
        name={m.office_cases_title()}
        path="/cases/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, name }) => `${number}, ${name}`}
        detail={(row, close, reload) => (
          <CaseDetail key={`${row.id} ${row.state}`} row={row} close={close} done={reload} />
        )}
        empty={m.office_cases_empty()}
        action={(reload) => <NewHold done={reload} />}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_cases_search() },
  {
    name: 'kind',
    kind: 'choice',
    label: m.office_cases_kind(),
    choices: caseKinds.map((value) => ({ value, label: kindWords[value]() })),
  },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_state(),
    choices: caseStates.map((value) => ({ value, label: stateWords[value]() })),
  },
]

const columnsOf = (moment: (text: string) => string): Column<CaseRowView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, name }) => <NumberAndBuyer number={number} buyer={name} />,
    phone: 'title',
  },
  { key: 'member', head: m.office_cases_member(), cell: ({ name }) => <span className="office-cut">{name}</span> },
  { key: 'kind', head: m.office_cases_kind(), cell: aboutCase, phone: 'below' },
  {
    key: 'state',
    head: m.office_state(),
    cell: ({ state }) => <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>,
    phone: 'side',
  },
  {
    key: 'opened',
    head: m.office_cases_opened(),
    cell: ({ opened_at: at }) => moment(at),
    right: true,
    phone: 'below-side',
  },
]

/** Open at once when a member's page leads here. */
function NewHold({ done }: { done: () => Promise<void> }) {
  const may = useMay()
  const [search, setSearch] = useSearchParams()
  const of = search.get('hold') ?? ''
  const [open, setOpen] = useState(of !== '')
  if (!may('cases.hold')) return null
  return (
    <>
      <Button kind="ghost" size="s" onClick={() => setOpen(true)}>
        {m.office_cases_new_hold()}
      </Button>
      {open && (
        <HoldDialog
          memberId={of}
          done={done}
          close={() => {
            setOpen(false)
            if (of) setSearch({}, { replace: true })
          }}
        />
      )}
    </>
  )
}
