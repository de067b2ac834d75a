/** Product exports that were read in, each of which can be taken back while nothing of it was shown, stocked or changed. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { type Reading, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { ProductImportView } from '../products/products-contract.ts'
import { sourceNames } from './source-names.ts'

export function PastImports({ data, failed, reload }: Reading<{ imports: ProductImportView[] }>) {
  const { ask, dialog } = useReasonDialog(reload)
  const { moment } = useTimes()
  const { nameOf } = useStores()
  const undo = ({ id, products, skus, changed }: ProductImportView) =>
    ask({
      title: m.office_goods_products_undo(),
      text: m.office_goods_products_undo_text({ products, skus, changed }),
      confirm: m.office_goods_products_undo(),
      tone: 'danger',
      run: (reason) => officePost('/catalogue/undoImport', { id, reason }, { quiet: true }),
      done: m.office_goods_products_undone(),
    })
  const columns: LineColumn<ProductImportView>[] = [
    {
      head: m.office_goods_products_file(),
      cell: ({ source, store }) => `${sourceNames[source]}, ${nameOf(store)}`,
      phone: 'title',
    },
    {
      head: m.office_goods_products_by(),
      cell: ({ made_by: by, made_at: at }) => `${by}, ${moment(at)}`,
      phone: 'below',
      wrap: true,
    },
    {
      head: m.office_goods_products_brought(),
      cell: ({ products, skus, changed }) => m.office_goods_products_counts({ products, skus, changed }),
      phone: 'side',
      wrap: true,
    },
    {
      head: m.office_goods_products_state(),
      cell: (row) =>
        row.undone_by && row.undone_at ? (
          <span className="grid gap-1">
            <Tag>{m.office_goods_products_is_undone()}</Tag>
            <span className="small text-ink-2">{`${row.undone_by}, ${moment(row.undone_at)}`}</span>
          </span>
        ) : (
          <Button kind="ghost" size="s" onClick={() => undo(row)}>
            {m.office_goods_products_undo()}
          </Button>
        ),
      phone: 'below-side',
    },
  ]
  return (
    <section className="grid gap-3" aria-label={m.office_goods_products_past()}>
      <h2 className="h3">{m.office_goods_products_past()}</h2>
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-24" />}
      {data?.imports.length === 0 && <p className="text-ink-2">{m.office_goods_products_none()}</p>}
      {data && data.imports.length > 0 && (
        <LinesTable
          name={m.office_goods_products_past()}
          rows={data.imports}
          rowKey={({ id }) => id}
          columns={columns}
        />
      )}
      {dialog}
    </section>
  )
}
