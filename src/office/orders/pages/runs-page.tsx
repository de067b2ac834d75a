/** /admin/orders/runs: bulk actions, the newest first. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { RunRowView } from '../../../orders/bulk/bulk-contract.ts'
import { bulkResults } from '../../../orders/bulk/bulk-rules.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/states.tsx'
import { DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { actionName, resultName } from './bulk-words.tsx'

export const handle: OfficeHandle = { permission: 'orders.bulk' }

export default function RunsPage() {
  const { moment } = useTimes()
  return (
    <>
      <Link to="/admin/orders" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.office_orders_back()}
      </Link>
      <h1 className="office-h1 mb-4">{m.office_orders_runs()}</h1>
      <DataTable<RunRowView>
        name={m.office_orders_runs()}
        path="/orders/runs"
        columns={[
          { key: 'action', head: m.office_orders_bulk(), cell: ({ action }) => actionName[action](), phone: 'title' },
          { key: 'by', head: m.office_audit_person(), cell: ({ by }) => by, phone: 'below' },
          {
            key: 'orders',
            head: m.office_orders_run_orders(),
            cell: ({ counts }) => bulkResults.reduce((sum, result) => sum + counts[result], 0),
            right: true,
            phone: 'side',
          },
          {
            key: 'result',
            head: m.office_orders_run_result(),
            cell: ({ counts }) => (
              <span className="flex flex-wrap gap-1.5">
                {bulkResults
                  .filter((result) => counts[result] > 0)
                  .map((result) => (
                    <Tag key={result}>{`${resultName[result]()} ${counts[result]}`}</Tag>
                  ))}
              </span>
            ),
          },
          {
            key: 'at',
            head: m.office_audit_at(),
            cell: ({ begun_at }) => moment(begun_at),
            right: true,
            phone: 'below-side',
          },
        ]}
        rowId={({ run_id }) => run_id}
        rowName={({ action, begun_at }) => `${actionName[action]()}, ${moment(begun_at)}`}
        leadsTo={({ run_id }) => `/admin/orders/run?id=${run_id}`}
        empty={m.office_orders_runs_empty()}
      />
    </>
  )
}
