/** /admin/approvals: what one person asked for and another one decides. */

import * as m from '../../../locale/paraglide/messages.js'
import { approvalStates } from '../../../staff/approval-rules.ts'
import type { ApprovalView } from '../../../staff/contract.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { actionName, approvalStateName } from '../../kit/pages/words.ts'
import { approvalFacts } from './approval-facts.tsx'
import { ApprovalState } from './approval-state.tsx'

export const handle: OfficeHandle = { permission: 'approvals.see' }

export default function ApprovalsPage() {
  const { age } = useTimes()
  const columns: Column<ApprovalView>[] = [
    { key: 'action', head: m.office_audit_action(), cell: ({ action }) => actionName(action), phone: 'title' },
    { key: 'state', head: m.office_state(), cell: ({ state }) => <ApprovalState state={state} />, phone: 'below' },
    { key: 'by', head: m.office_approvals_by(), cell: (row) => <RequestedBy row={row} />, phone: 'side' },
    { key: 'reason', head: m.office_reason(), cell: ({ reason }) => <span className="office-cut">{reason}</span> },
    { key: 'age', head: m.office_age(), cell: (row) => age(row.requested_at), right: true, phone: 'below-side' },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_approvals()}</h1>
      <DataTable<ApprovalView>
        name={m.office_approvals()}
        path="/approvals/list"
        filters={[
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: approvalStates.map((state) => ({ value: state, label: approvalStateName(state) })),
          },
        ]}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(row) => `${actionName(row.action)}, ${row.requested_by}`}
        empty={m.office_approvals_empty()}
        detail={(row, close, reload) => <ApprovalDetail key={row.id} row={row} close={close} reload={reload} />}
      />
    </>
  )
}

const goneWords = {
  disabled: { short: m.office_approvals_by_disabled, long: m.office_approvals_requester_disabled },
  not_permitted: { short: m.office_approvals_by_not_permitted, long: m.office_approvals_requester_not_permitted },
}

/** Why a waiting request can no longer be approved; undefined when it can. */
const goneOf = ({ state, requester_is }: ApprovalView) =>
  state === 'waiting' && requester_is !== 'active' ? goneWords[requester_is] : undefined

function RequestedBy({ row }: { row: ApprovalView }) {
  const gone = goneOf(row)
  return (
    <>
      {row.requested_by}
      {gone && <span className="text-ink-2"> · {gone.short()}</span>}
    </>
  )
}

/** Whose id nothing else in the request says; what it is about otherwise stands among its facts. */
const subjectOf = ({ subject_kind: kind, subject_id: id, store }: ApprovalView, nameOf: (code: string) => string) => [
  ...(store ? [{ label: m.office_approvals_fact_store(), value: nameOf(store) }] : []),
  ...(kind === 'member' && id
    ? [
        {
          label: m.office_approvals_fact_member(),
          value: (
            <SubjectLink kind={kind} id={id}>
              {id}
            </SubjectLink>
          ),
        },
      ]
    : []),
]

type DetailProps = { row: ApprovalView; close: () => void; reload: () => Promise<void> }

function ApprovalDetail({ row, close, reload }: DetailProps) {
  const { moment } = useTimes()
  const { nameOf, currencyOf } = useStores()
  const decided = row.decided_at
    ? [
        { label: m.office_approvals_decided_by(), value: row.decided_by ?? '–' },
        { label: m.office_approvals_decided_at(), value: moment(row.decided_at) },
        ...(row.decided_because ? [{ label: m.office_approvals_because(), value: row.decided_because }] : []),
      ]
    : []
  return (
    <Detail title={actionName(row.action)} aside={`${row.requested_by} · ${moment(row.requested_at)}`} onClose={close}>
      <div>
        <ApprovalState state={row.state} />
      </div>
      <p className="border-l-2 border-line pl-3">{row.reason}</p>
      <Facts
        facts={[
          ...subjectOf(row, nameOf),
          ...approvalFacts(row.facts, moment, currencyOf(row.store)),
          { label: m.office_approvals_until(), value: moment(row.expires_at) },
          ...decided,
        ]}
      />
      <Decision row={row} reload={reload} />
    </Detail>
  )
}

function Decision({ row, reload }: Omit<DetailProps, 'close'>) {
  const { ask, dialog } = useReasonDialog(reload)
  const body = { approval_id: row.id }
  const name = actionName(row.action)
  const quiet = { quiet: true }
  if (row.state !== 'waiting') return null
  if (row.is_own)
    return (
      <div className="grid gap-3">
        <p className="small text-ink-2">{m.office_approvals_own()}</p>
        <Button
          kind="ghost"
          onClick={() =>
            ask({
              title: m.office_approvals_withdraw(),
              text: m.office_approvals_withdraw_text({ name }),
              confirm: m.office_approvals_withdraw(),
              withoutReason: true,
              run: () => officePost('/approvals/withdraw', body, quiet),
              done: m.office_approvals_withdrawn(),
            })
          }
        >
          {m.office_approvals_withdraw()}
        </Button>
        {dialog}
      </div>
    )
  if (!row.may_decide) return null
  const gone = goneOf(row)
  return (
    <div className="grid grid-cols-2 gap-3">
      {gone && <p className="small col-span-2 text-ink-2">{gone.long({ by: row.requested_by })}</p>}
      <Button
        kind="danger"
        onClick={() =>
          ask({
            title: m.office_approvals_reject(),
            text: m.office_approvals_reject_text({ name, by: row.requested_by }),
            confirm: m.office_approvals_reject(),
            tone: 'danger',
            run: (reason) => officePost('/approvals/reject', { ...body, reason }, quiet),
            done: m.office_approvals_rejected(),
          })
        }
      >
        {m.office_approvals_reject()}
      </Button>
      {!gone && (
        <Button
          onClick={() =>
            ask({
              title: m.office_approvals_approve(),
              text: m.office_approvals_approve_text({ name, by: row.requested_by }),
              confirm: m.office_approvals_approve(),
              withoutReason: true,
              run: () => officePost('/approvals/approve', body, quiet),
              done: m.office_approvals_approved(),
            })
          }
        >
          {m.office_approvals_approve()}
        </Button>
      )}
      {dialog}
    </div>
  )
}
