/** /admin/orders/run?id=: what became of each order of a bulk action, while it is done and afterwards. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { RunCountsView, RunView } from '../../../orders/bulk/bulk-contract.ts'
import { bulkResults } from '../../../orders/bulk/bulk-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { usePolling } from '../../../ui/use-polling.ts'
import { LinesTable } from '../../kit/pages/lines-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import { officeDownload, officeGet, officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OneById } from '../../kit/pages/one-by-id.tsx'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { actionName, ResultTag, resultName } from './bulk-words.tsx'

export const handle: OfficeHandle = { permission: 'orders.bulk' }

export default function RunPage() {
  return (
    <OneById<RunView>
      path="/orders/run"
      field="run_id"
      back={{ to: '/admin/orders/runs', name: m.office_orders_runs() }}
      title={m.office_orders_bulk()}
      none={m.office_orders_run_none()}
      failed={m.office_orders_run_failed()}
    >
      {(run, reload) => <Run key={run.run_id} run={run} reload={reload} />}
    </OneById>
  )
}

function Run({ run, reload }: { run: RunView; reload: () => Promise<void> }) {
  const { moment } = useTimes()
  const { run_id } = run
  const isRunning = run.counts.waiting > 0
  const [told, setTold] = useState(run.counts)
  const counts = isRunning ? told : run.counts
  usePolling(async () => {
    const now = await officeGet<RunCountsView>('/orders/runCounts', { run_id }, { quiet: true })
    if (now.counts.waiting === 0) await reload()
    else setTold(now.counts)
  }, isRunning)
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-h1">{actionName[run.action]()}</h1>
        <p className="text-ink-2">
          {run.by} · {moment(run.begun_at)}
        </p>
        {run.reason && <p>{run.reason}</p>}
      </div>
      <dl className="office-strip" aria-live="polite">
        {bulkResults
          .filter((result) => counts[result] > 0)
          .map((result) => (
            <div key={result}>
              <dt>{resultName[result]()}</dt>
              <dd>{counts[result]}</dd>
            </div>
          ))}
      </dl>
      <RunActions run={run} reload={reload} />
      <Results orders={run.orders} />
    </div>
  )
}

function RunActions({ run, reload }: { run: RunView; reload: () => Promise<void> }) {
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const { ask, dialog } = useReasonDialog(reload)
  const { run_id } = run
  async function save() {
    setBusy(true)
    await officeDownload('/orders/runFile', { run_id }).catch(() => null)
    setBusy(false)
  }
  const stop = {
    ...{ title: m.office_orders_run_stop_title(), text: m.office_orders_run_stop_text() },
    ...{ confirm: m.office_orders_run_stop(), withoutReason: true, done: m.office_orders_run_stopped() },
    run: () => officePost('/orders/stopRun', { run_id }, { quiet: true }),
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {run.counts.waiting > 0 && (
        <Button kind="ghost" size="s" onClick={() => ask(stop)}>
          {m.office_orders_run_stop()}
        </Button>
      )}
      {may('orders.export') && (
        <Button kind="ghost" size="s" busy={busy} onClick={save}>
          <Icon name="download-simple" size="s" />
          {m.office_export()}
        </Button>
      )}
      {dialog}
    </div>
  )
}

function Results({ orders }: Pick<RunView, 'orders'>) {
  const may = useMay()
  return (
    <LinesTable
      name={m.office_orders_run_orders()}
      rows={orders}
      rowKey={({ order_id }) => order_id}
      columns={[
        {
          head: m.office_number(),
          cell: (row) => (
            <Link to={`/admin/order?id=${row.order_id}`} className="link">
              <NumberAndBuyer {...row} />
            </Link>
          ),
          phone: 'title',
        },
        { head: m.office_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span>, phone: 'hidden' },
        { head: m.office_orders_run_result(), cell: ({ result }) => <ResultTag result={result} />, phone: 'side' },
        {
          head: m.office_reason(),
          cell: ({ says, approval_id }) =>
            approval_id && may('approvals.see') ? (
              <Link to="/admin/approvals" className="link">
                {m.office_orders_run_approval()}
              </Link>
            ) : (
              (says ?? '')
            ),
          phone: 'below',
          wrap: true,
        },
      ]}
    />
  )
}
