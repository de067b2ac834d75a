/** /admin/stock: numbered pieces, where each is and what happened to it. */
import type { PieceRow } from '../../../catalogue/office-contract.ts'
import { pieceSteps } from '../../../catalogue/piece-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { useShell } from '../../../ui/shell-data.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { PieceTag, pieceStateName } from './goods-parts.tsx'
import { PieceDetail } from './piece-detail.tsx'

export const handle: OfficeHandle = { permission: 'stock.see' }

export default function StockPage() {
  const may = useMay()
  const { stores } = useShell()
  const { moment } = useTimes()
  const columns: Column<PieceRow>[] = [
    {
      key: 'serial',
      head: m.office_goods_pieces_serial(),
      cell: ({ serial }) => <span className="tabular-nums">{serial}</span>,
      phone: 'title',
    },
    { key: 'state', head: m.office_state(), cell: ({ state }) => <PieceTag state={state} />, phone: 'side' },
    {
      key: 'what',
      head: m.office_goods_product(),
      cell: ({ name, label }) => (
        <span className="office-cut">
          {name}, {label}
        </span>
      ),
      phone: 'below',
    },
    { key: 'code', head: m.office_goods_import_code(), cell: ({ code }) => code },
    { key: 'order', head: m.office_goods_pieces_order(), cell: ({ order }) => order?.number ?? '–' },
    {
      key: 'since',
      head: m.office_goods_pieces_since(),
      cell: ({ since }) => (since ? moment(since) : '–'),
      right: true,
    },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_pieces_title()}</h1>
      <DataTable<PieceRow>
        name={m.office_pieces_title()}
        path="/stock/pieces"
        {...(may('stock.export') ? { csv: '/stock/export' } : {})}
        filters={[
          { name: 'q', kind: 'search', label: m.office_goods_pieces_search() },
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: pieceSteps.map((state) => ({ value: state, label: pieceStateName(state) })),
          },
          {
            name: 'store',
            kind: 'choice',
            label: m.office_store(),
            choices: stores.map(({ code, name }) => ({ value: code, label: name })),
          },
        ]}
        columns={columns}
        rowId={({ serial }) => serial}
        rowName={({ serial, name }) => `${serial}, ${name}`}
        detail={(row, close, reload) => <PieceDetail key={row.serial} row={row} close={close} reload={reload} />}
        empty={m.office_goods_pieces_empty()}
      />
    </>
  )
}
