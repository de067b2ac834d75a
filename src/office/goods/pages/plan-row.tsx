/** A sku of an export: weight, fineness and premium, each with where it comes from. */
import type { ReactNode } from 'react'
import { ruleOf } from '../../../catalogue/new-goods-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Checkbox } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { formatBps, formatDecimal, formatFineness } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { Said } from '../products/plan-products.ts'
import type { PlanRowView } from '../products/products-contract.ts'
import { productFault } from './product-fault-words.ts'
import { SayDialog } from './say-dialog.tsx'

type Props = {
  row: PlanRowView
  store: string
  said: Said | undefined
  say: (said: Said) => void
  isAble: boolean
  taken: boolean
  turn: (on: boolean) => void
}

export function PlanRow({ row, store, said, say, isAble, taken, turn }: Props) {
  const { code, line, problem, told } = row
  return (
    <li className="grid grid-cols-2 items-start gap-x-4 gap-y-3 border-t border-line py-3 lg:grid-cols-[1.4fr_1fr_1fr_1.3fr_auto]">
      <div className="col-span-2 lg:col-span-1">
        {isAble ? (
          <Checkbox
            label={<span className="font-semibold break-words">{code}</span>}
            aria-label={m.office_goods_products_take({ code })}
            checked={taken}
            onChange={({ currentTarget }) => turn(currentTarget.checked)}
          />
        ) : (
          <p className="font-semibold break-words">{code || '–'}</p>
        )}
        <p className="small text-ink-2">{m.office_goods_fault_line({ line })}</p>
      </div>
      <Weight row={row} said={said} />
      <Fineness row={row} said={said} />
      <Premium row={row} store={store} />
      <div className="col-span-2 flex flex-wrap items-center gap-3 lg:col-span-1 lg:justify-end">
        <DialogButton
          name={m.office_goods_products_correct()}
          dialog={(close) => <SayDialog row={row} said={said} say={say} close={close} />}
        />
      </div>
      {problem && <p className="col-span-full text-down">{productFault(problem, told)}</p>}
      {row.differs && <p className="col-span-full text-warn">{m.office_goods_products_differs()}</p>}
    </li>
  )
}

const Value = ({ head, value, children }: { head: string; value: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <p className="small text-ink-2">{head}</p>
    <p className="font-semibold">{value}</p>
    <p className="small break-words text-ink-2">{children}</p>
  </div>
)

const placeWords = {
  option: m.office_goods_products_read_option,
  attribute: m.office_goods_products_read_attribute,
  title: m.office_goods_products_read_title,
}
type Read = { words: string; from: keyof typeof placeWords } | null

/** In whose words: of the one who looks at it, or of the file. */
const sourceOf = (read: Read, isSaid: boolean): string =>
  isSaid
    ? m.office_goods_products_read_said()
    : read
      ? placeWords[read.from]({ words: read.words })
      : m.office_goods_products_read_nowhere()

/** Bars and coins are named by their fine gold. */
export const isByFine = (form: PlanRowView['form']) => form !== null && ruleOf(form).kind !== 'jewellery'

const Weight = ({ row, said }: Pick<Props, 'row' | 'said'>) => (
  <Value
    head={isByFine(row.form) ? m.office_goods_weight() : m.office_goods_products_weight()}
    value={row.weight === null ? '–' : `${formatDecimal(row.weight, language())} g`}
  >
    {sourceOf(row.weight_read, Boolean(said?.weight))}
  </Value>
)

const Fineness = ({ row, said }: Pick<Props, 'row' | 'said'>) => (
  <Value
    head={m.office_goods_fineness()}
    value={row.fineness === null ? '–' : `${row.karat}K · ${formatFineness(row.fineness, language())}`}
  >
    {sourceOf(row.fineness_read, Boolean(said?.karat))}
  </Value>
)

/** The price of the file is never taken; what it would be as a premium at the price of gold now stands beside it. */
function Premium({
  row: { premium_bps: points, proposed_bps: proposed, now_bps: now, price },
  store,
}: Pick<Props, 'row' | 'store'>) {
  const { stores } = useShell()
  const currency = stores.find(({ code }) => code === store)?.currency ?? ''
  const amount = price && money({ amount: price, currency })
  return (
    <Value
      head={m.office_goods_products_premium_row()}
      value={
        <span className="flex flex-wrap items-center gap-2">
          {formatBps(points, language())}
          {now !== null && now !== points && (
            <Tag tone="warn">{m.office_goods_products_now({ percent: formatBps(now, language()) })}</Tag>
          )}
        </span>
      }
    >
      {proposed === null
        ? amount && m.office_goods_products_price_only({ price: amount })
        : m.office_goods_products_price({ price: amount, percent: formatBps(proposed, language()) })}
    </Value>
  )
}
