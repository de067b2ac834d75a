/** What became of each line of a product export that was read in. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type LineColumn, LinesTable } from '../../kit/pages/lines-table.tsx'
import type { PlanRowView } from '../products/products-contract.ts'
import { productFault } from './product-fault-words.ts'
import type { Imported } from './products-plan.tsx'

export function ProductsDone({ done, next }: { done: Imported; next: () => void }) {
  const { plan, take, texts, answer } = done
  const { products, skus, changed } = answer
  const columns: LineColumn<PlanRowView>[] = [
    { head: m.office_goods_import_code(), cell: ({ code, title }) => code || title, phone: 'title' },
    { head: m.office_goods_import_line(), cell: ({ line }) => m.office_goods_fault_line({ line }), phone: 'side' },
    {
      head: m.office_goods_products_result(),
      cell: (row) => (
        <Result row={row} taken={take.has(row.line)} texts={texts.has(row.product_line)} asked={isAsked(done)} />
      ),
      phone: 'below',
      wrap: true,
    },
  ]
  return (
    <section className="grid gap-4" aria-label={m.office_goods_products_result()}>
      <p className="font-semibold" role="status">
        {m.office_goods_products_done({ products, skus, changed })}
      </p>
      {isAsked(done) && <p>{m.office_goods_products_asked()}</p>}
      <LinesTable
        name={m.office_goods_products_result()}
        rows={plan.rows}
        rowKey={({ line }) => String(line)}
        columns={columns}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="ghost" onClick={next}>
          {m.office_goods_products_next()}
        </Button>
        <Link to="/admin/catalogue" className="link">
          {m.office_goods_import_back()}
        </Link>
      </div>
    </section>
  )
}

const isAsked = ({ answer }: Imported) => answer.approval_id !== null

type ResultProps = { row: PlanRowView; taken: boolean; texts: boolean; asked: boolean }

function Result({ row: { does, problem, told }, taken, texts, asked }: ResultProps) {
  if (problem) return <span className="text-down">{productFault(problem, told)}</span>
  const premium = asked ? m.office_goods_products_premium_asked() : m.office_goods_products_premium_set()
  return (
    <span className="flex flex-wrap gap-2">
      {taken && <Tag tone="up">{does === 'known' ? premium : m.office_goods_products_came()}</Tag>}
      {texts && <Tag tone="up">{m.office_goods_products_texts_set()}</Tag>}
      {!taken && !texts && <Tag>{m.office_goods_products_passed()}</Tag>}
    </span>
  )
}
