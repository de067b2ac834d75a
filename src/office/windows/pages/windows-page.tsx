/** /admin/windows: sales at a wrong price, looked at, taken back by two people, followed to their end. */
import * as m from '../../../locale/paraglide/messages.js'
import type { WindowSaleView, WindowView } from '../../../orders/price-windows/window-contract.ts'
import { Skeleton, Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail } from '../../kit/pages/detail.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { LineActions } from './line-actions.tsx'
import { SalesTable } from './sales-table.tsx'
import { WindowForm } from './window-form.tsx'
import { stateWords } from './window-words.ts'

export const handle: OfficeHandle = { permission: 'prices.see' }

export default function WindowsPage() {
  const may = useMay()
  const { second } = useTimes()
  const { nameOf } = useStores()
  const columns: Column<WindowView>[] = [
    {
      key: 'when',
      head: m.office_windows_when(),
      // Two moments beside each other are wider than a phone, and than the table beside its panel.
      cell: ({ from, to }) => (
        <>
          <span className="block whitespace-nowrap">{`${second(from)} –`}</span>
          <span className="block whitespace-nowrap">{second(to)}</span>
        </>
      ),
      phone: 'title',
    },
    { key: 'store', head: m.office_store(), cell: ({ store }) => nameOf(store), phone: 'below' },
    { key: 'reason', head: m.office_reason(), cell: ({ reason }) => <span className="office-cut">{reason}</span> },
    { key: 'by', head: m.office_windows_by(), cell: (row) => `${row.requested_by}, ${row.approved_by}` },
    { key: 'progress', head: m.office_windows_progress(), cell: (row) => <Progress row={row} />, phone: 'below-side' },
  ]
  return (
    <>
      <h1 className="office-h1">{m.office_windows_title()}</h1>
      <p className="mt-1 mb-4 max-w-[80ch] text-ink-2">{m.office_windows_lead()}</p>
      {may('prices.window') && <WindowForm reload={async () => {}} />}
      <h2 className="mt-8 mb-3 font-semibold">{m.office_windows_closed()}</h2>
      <DataTable<WindowView>
        name={m.office_windows_closed()}
        path="/windows/list"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ reason }) => reason}
        empty={m.office_windows_empty()}
        detail={(row, close, reload) => <OneWindow key={row.id} row={row} close={close} reload={reload} />}
      />
    </>
  )
}

function Progress({ row: { sales, waiting, choosing, listed } }: { row: WindowView }) {
  const done = m.office_windows_progress_of({ done: sales - waiting - choosing - listed, n: sales })
  return listed > 0 ? (
    <>
      {done} <Tag tone="warn">{`${listed} ${m.office_windows_does_list()}`}</Tag>
    </>
  ) : (
    done
  )
}

function OneWindow({ row, close, reload }: { row: WindowView; close: () => void; reload: () => Promise<void> }) {
  const { moment, second } = useTimes()
  const { data, reload: again } = useOffice<{ rows: WindowSaleView[] }>('/windows/sales', {
    window_id: row.id,
    size: 100,
  })
  return (
    <Detail
      title={`${second(row.from)} – ${second(row.to)}`}
      aside={`${row.requested_by}, ${row.approved_by} · ${moment(row.approved_at)}`}
      onClose={close}
    >
      <p className="border-l-2 border-line pl-3">{row.reason}</p>
      {data ? (
        <SalesTable
          sales={data.rows}
          what={({ state, because }) => stateWords(state, because)}
          below={(sale) => (
            <LineActions
              sale={sale}
              reload={async () => {
                await Promise.all([again(), reload()])
              }}
            />
          )}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Detail>
  )
}
