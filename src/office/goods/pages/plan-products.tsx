/** Products of an export with their skus: what was read and in which words, what is asked, and which lines come in. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields.tsx'
import { Tag } from '../../../ui/states.tsx'
import type { Said } from '../products/plan-products.ts'
import type { PlanRowView, ProductPlanView } from '../products/products-contract.ts'
import { formName } from './goods-parts.tsx'
import { PlanRow } from './plan-row.tsx'

type Lines = ReadonlySet<number>
type Props = {
  plan: ProductPlanView
  store: string
  said: ReadonlyMap<number, Said>
  setSaid: (said: ReadonlyMap<number, Said>) => void
  /** Lines that could come in, those of them that do, and products here whose texts become those of the file. */
  able: number[]
  take: Lines
  setTake: (lines: Lines) => void
  texts: Lines
  setTexts: (lines: Lines) => void
}
const SHOWN_AT_FIRST = 50
const turned = (lines: Lines, line: number, on: boolean): Lines =>
  new Set([...lines, line].filter((one) => on || one !== line))

export function PlanProducts(props: Props) {
  const { plan, able, take, setTake } = props
  const [all, setAll] = useState(false)
  const products = [...Map.groupBy(plan.rows, ({ product_line: line }) => line).values()]
  return (
    <section className="grid gap-3" aria-label={m.office_goods_products()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{m.office_goods_products()}</h2>
        {able.length > 0 && (
          <Button kind="ghost" size="s" onClick={() => setTake(new Set(take.size > 0 ? [] : able))}>
            {take.size > 0 ? m.office_goods_import_take_none() : m.office_goods_products_take_all({ n: able.length })}
          </Button>
        )}
      </div>
      <p className="max-w-3xl text-ink-2">{m.office_goods_products_confirm()}</p>
      {(all ? products : products.slice(0, SHOWN_AT_FIRST)).map((rows) => (
        <PlanProduct key={rows[0]?.product_line} {...props} rows={rows} />
      ))}
      {!all && products.length > SHOWN_AT_FIRST && (
        <Button kind="ghost" size="s" className="justify-self-start" onClick={() => setAll(true)}>
          {m.office_table_more({ n: products.length })}
        </Button>
      )}
    </section>
  )
}

function PlanProduct({ rows, ...props }: Props & { rows: PlanRowView[] }) {
  const { store, said, setSaid, able, take, setTake, texts, setTexts } = props
  const [first] = rows
  if (!first) return null
  const { title, brand, category, form, cut, product_line: line, product_id: known } = first
  const place = [brand, category, form && formName(form)].filter(Boolean).join(' · ')
  return (
    <section className="office-panel" aria-label={title}>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{title}</h3>
          <p className="small text-ink-2">{place || m.office_goods_products_no_place()}</p>
        </div>
        <span className="flex flex-wrap gap-2">
          {known !== null && <Tag>{m.office_goods_products_here({ id: known })}</Tag>}
          {cut && <Tag tone="warn">{m.office_goods_products_cut()}</Tag>}
        </span>
      </div>
      {known !== null && (
        <Checkbox
          label={m.office_goods_products_texts()}
          aria-label={m.office_goods_products_texts_of({ title })}
          checked={texts.has(line)}
          onChange={({ currentTarget }) => setTexts(turned(texts, line, currentTarget.checked))}
        />
      )}
      <ul>
        {rows.map((row) => (
          <PlanRow
            key={row.line}
            row={row}
            store={store}
            said={said.get(row.line)}
            say={(next) => setSaid(new Map([...said, [row.line, next]]))}
            isAble={able.includes(row.line)}
            taken={take.has(row.line)}
            turn={(on) => setTake(turned(take, row.line, on))}
          />
        ))}
      </ul>
    </section>
  )
}
