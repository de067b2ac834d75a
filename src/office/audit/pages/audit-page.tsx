/** /admin/audit: everything the staff did and everything that was refused to them. */
import type { ReactNode } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { ActionView } from '../../../staff/contract.ts'
import { permissions } from '../../../staff/permission-rules.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { actionName } from '../../kit/pages/words.ts'
import { auditFacts } from './audit-facts.ts'
import { didName } from './did-words.ts'

export const handle: OfficeHandle = { permission: 'audit.see' }

const subjectOf = ({ subject_kind, subject_id }: ActionView) => (subject_kind ? `${subject_kind} ${subject_id}` : '–')

export default function AuditPage() {
  const { moment } = useTimes()
  const columns: Column<ActionView>[] = [
    {
      key: 'action',
      head: m.office_audit_action(),
      cell: (row) => <Wrapping>{actionName(row.action)}</Wrapping>,
      phone: 'title',
    },
    {
      key: 'did',
      head: m.office_audit_did(),
      cell: (row) => (
        <Wrapping>
          <Outcome row={row} />
        </Wrapping>
      ),
      phone: 'below',
    },
    { key: 'person', head: m.office_audit_person(), cell: ({ person }) => person, phone: 'side' },
    {
      key: 'reason',
      head: m.office_reason(),
      cell: ({ reason }) => <span className="office-cut">{reason ?? '–'}</span>,
    },
    { key: 'at', head: m.office_audit_at(), cell: ({ at }) => moment(at), right: true, phone: 'below-side' },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_audit()}</h1>
      <DataTable<ActionView>
        name={m.office_audit()}
        path="/audit/list"
        csv="/audit/export"
        filters={auditFilters()}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(row) => `${actionName(row.action)}, ${row.person}`}
        detail={(row, close) => <ActionDetail row={row} close={close} />}
      />
    </>
  )
}

const auditFilters = (): Filter[] => [
  {
    name: 'action',
    kind: 'choice',
    label: m.office_audit_action(),
    choices: permissions.map((permission) => ({ value: permission, label: actionName(permission) })),
  },
  {
    name: 'outcome',
    kind: 'choice',
    label: m.office_audit_outcome(),
    choices: [
      { value: 'done', label: m.office_audit_done() },
      { value: 'refused', label: m.office_audit_refused() },
    ],
  },
  { name: 'by', kind: 'search', label: m.office_audit_by() },
  { name: 'subject', kind: 'search', label: m.office_audit_subject_search() },
  { name: 'from', kind: 'day', label: m.office_audit_from() },
  { name: 'to', kind: 'day', label: m.office_audit_to() },
]

const Wrapping = ({ children }: { children: ReactNode }) => (
  <span className="whitespace-normal [&_.tag]:whitespace-normal">{children}</span>
)

const Outcome = ({ row }: { row: ActionView }) =>
  row.outcome === 'refused' ? (
    <Tag tone="down">{m.office_audit_refused()}</Tag>
  ) : (
    <Tag>{didName(row.details.did) ?? m.office_audit_done()}</Tag>
  )

function ActionDetail({ row, close }: { row: ActionView; close: () => void }) {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  return (
    <Detail title={actionName(row.action)} aside={`${row.person} · ${moment(row.at)}`} onClose={close}>
      <div>
        <Outcome row={row} />
      </div>
      {row.reason && <p className="border-l-2 border-line pl-3">{row.reason}</p>}
      <Facts
        facts={[
          {
            label: m.office_audit_subject(),
            value: (
              <SubjectLink kind={row.subject_kind} id={row.subject_id}>
                {subjectOf(row)}
              </SubjectLink>
            ),
          },
          ...(row.store ? [{ label: m.office_store(), value: nameOf(row.store) }] : []),
          ...auditFacts(row.details, moment),
          { label: m.office_audit_address(), value: row.address },
          { label: m.office_audit_request(), value: row.request_id },
        ]}
      />
    </Detail>
  )
}
