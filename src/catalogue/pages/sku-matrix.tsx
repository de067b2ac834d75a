/** The choice between the skus of a product: every value with its price; what is not made is dashed, and said. */
import { useId, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Input } from '../../ui/control.tsx'
import { formatShortMoney } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ratesOf, wireMoney } from '../../ui/price.ts'
import { useFollowing } from '../../ui/use-following.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { pieceOfWire } from '../live-price-rules.ts'
import { piecePrice } from '../sku-price-rules.ts'
import { type Option, type OptionGroup, optionGroups, type SkuGrid, skuGrid } from './sku-choice.ts'
import { useChooseSku } from './use-chosen-sku.ts'

type Props = { product: ProductDetailsView; sku: SkuDetailsView }

export function SkuMatrix({ product, sku }: Props) {
  if (product.skus.length < 2) return null
  const grid = skuGrid(product)
  return (
    <div className="grid gap-5">
      {grid ? (
        <Grid grid={grid} product={product} sku={sku} />
      ) : (
        optionGroups(product, sku)
          .filter(({ options }) => options.length > 1)
          .map((group) => <Group key={group.name} group={group} product={product} />)
      )}
    </div>
  )
}

/** One attribute: a row of values. A value that does not go with the rest changes the rest too, and that is said. */
function Group({ group, product }: { group: OptionGroup; product: ProductDetailsView }) {
  const choose = useChooseSku(product)
  const name = useId()
  const chosen = group.options.find((option) => option.chosen)?.value
  const [picked, setPicked] = useFollowing(chosen)
  const [said, setSaid] = useState('')
  const take = (option: Option) => {
    setPicked(option.value)
    setSaid(option.fits ? '' : m.catalogue_matrix_changed({ name: option.sku.label }))
    choose(option.sku)
  }
  return (
    <fieldset>
      <legend className="mb-2.5 flex w-full items-baseline justify-between text-sm font-semibold">
        {group.label}
        {group.name === 'weight' && <span className="font-normal text-ink-2">{m.catalogue_matrix_hint()}</span>}
      </legend>
      <div className="grid grid-cols-4 gap-2">
        {group.options.map((option) => (
          <label key={option.value} className="sku" data-off={!option.fits || isOut(option.sku)}>
            <Input
              type="radio"
              className="absolute inset-0 cursor-pointer opacity-0"
              name={name}
              checked={option.value === picked}
              onChange={() => take(option)}
            />
            {option.label}
            <small>{option.fits ? <Below sku={option.sku} product={product} /> : m.catalogue_matrix_other()}</small>
          </label>
        ))}
      </div>
      <Said>{said}</Said>
    </fieldset>
  )
}

/** Two attributes: rows and columns, one choice. */
function Grid({ grid: { rows, columns, at }, product, sku }: Props & { grid: SkuGrid }) {
  const choose = useChooseSku(product)
  const name = useId()
  const [picked, setPicked] = useFollowing(sku.sku_id)
  const [said, setSaid] = useState('')
  const take = (cell: SkuDetailsView | null, what: string) => {
    setSaid(cell ? '' : m.catalogue_matrix_impossible({ name: what }))
    if (!cell) return
    setPicked(cell.sku_id)
    choose(cell)
  }
  return (
    <fieldset>
      <legend className="sr-only">
        {rows.label}, {columns.label}
      </legend>
      <table className="sku-grid">
        <thead>
          <tr>
            <th scope="col">{rows.label}</th>
            {columns.values.map(({ value, label }) => (
              <th key={value} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.values.map((row) => (
            <tr key={row.value}>
              <th scope="row">{row.label}</th>
              {columns.values.map((column) => {
                const cell = at(row.value, column.value)
                const what = `${row.label}, ${column.label}`
                return (
                  <td key={column.value}>
                    <label className="sku" data-off={!cell || isOut(cell)} data-none={!cell}>
                      <Input
                        type="radio"
                        className="absolute inset-0 cursor-pointer opacity-0"
                        name={name}
                        checked={cell?.sku_id === picked}
                        aria-disabled={!cell}
                        onChange={() => take(cell, what)}
                      />
                      <span className="sr-only">{what}: </span>
                      <small>
                        {cell ? (
                          <Below sku={cell} product={product} />
                        ) : (
                          <>
                            <span aria-hidden="true">–</span>
                            <span className="sr-only">{m.catalogue_matrix_none()}</span>
                          </>
                        )}
                      </small>
                    </label>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Said>{said}</Said>
    </fieldset>
  )
}

const isOut = ({ stock }: SkuDetailsView) => stock.state === 'out_of_stock'

/** The short price, or that it is sold out and somebody can be told when it is back. */
function Below({ sku, product }: Props) {
  const live = useLivePrice()
  if (isOut(sku)) return m.catalogue_matrix_tell()
  const rates = ratesOf(live ?? { ...product.price, currency: product.currency })
  const { withTax } = piecePrice(pieceOfWire(sku, product.currency), rates)
  return formatShortMoney(wireMoney(withTax, product.currency), language())
}

const Said = ({ children }: { children: string }) => (
  <p className="small mt-2 text-ink-2 empty:hidden" role="status">
    {children}
  </p>
)
