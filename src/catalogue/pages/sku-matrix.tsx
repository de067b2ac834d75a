/** The choice between the skus of a product: every value as a button with its price, impossible ones dashed. */
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { formatShortMoney } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ratesOf, wireMoney } from '../../ui/price.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { pieceOfWire } from '../live-price-rules.ts'
import { piecePrice } from '../sku-price-rules.ts'
import { type Option, type OptionGroup, optionGroups } from './sku-choice.ts'

type Props = { product: ProductDetailsView; sku: SkuDetailsView }

export function SkuMatrix({ product, sku }: Props) {
  if (product.skus.length < 2) return null
  return (
    <div className="grid gap-5">
      {optionGroups(product, sku).map((group) => (
        <Group key={group.name} group={group} product={product} />
      ))}
    </div>
  )
}

function Group({ group, product }: { group: OptionGroup; product: ProductDetailsView }) {
  const navigate = useNavigate()
  const name = useId()
  const chosen = group.options.find((option) => option.chosen)?.value
  const [picked, setPicked] = useState(chosen)
  useEffect(() => setPicked(chosen), [chosen])
  const choose = ({ value, sku: next }: Option) => {
    setPicked(value)
    void navigate(`?id=${product.product_id}&sku=${next.sku_id}`, { replace: true, preventScrollReset: true })
  }
  return (
    <fieldset>
      <legend className="mb-2.5 flex w-full items-baseline justify-between text-sm font-semibold">
        {group.label}
        {group.name === 'weight' && <span className="font-normal text-ink-2">{m.matrix_hint()}</span>}
      </legend>
      <div className="grid grid-cols-4 gap-2">
        {group.options.map((option) => (
          <label
            key={option.value}
            className="sku"
            data-off={!option.fits || option.sku.stock.state === 'out_of_stock'}
          >
            <input
              type="radio"
              className="absolute inset-0 cursor-pointer opacity-0"
              name={name}
              checked={option.value === picked}
              onChange={() => choose(option)}
            />
            {option.label}
            <Below option={option} product={product} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The short price, or why the value is not to be had as things are chosen. */
function Below({ option, product }: { option: Option; product: ProductDetailsView }) {
  const live = useLivePrice()
  const rates = ratesOf(live ?? { ...product.price, currency: product.currency })
  const { withTax } = piecePrice(pieceOfWire(product.kind, option.sku, product.currency), rates)
  const short = formatShortMoney(wireMoney(withTax, product.currency), language())
  return (
    <small>{!option.fits ? m.matrix_other() : option.sku.stock.state === 'out_of_stock' ? m.stock_out() : short}</small>
  )
}
