import { Link } from 'react-router'
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Button, IconButton } from '../../ui/button.tsx'
import { Money, money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { Tag } from '../../ui/states.tsx'
import type { CartLineView } from '../contract.ts'

const MOST = 100

type Props = {
  line: CartLineView
  currency: string
  /** What was asked for and not answered yet. */
  wanted: number | undefined
  /** Undefined for a line that cannot be ordered now. */
  chosen: boolean | undefined
  onChoose: (yes: boolean) => void
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

export function CartRow({ line, currency, wanted, chosen, onChoose, onQuantity, onRemove }: Props) {
  const { name, quantity, available } = line
  const most = Math.min(MOST, line.pieces_left ?? MOST)
  return (
    <li className="grid grid-cols-[28px_72px_minmax(0,1fr)] gap-x-3 border-b border-line py-5 md:grid-cols-[28px_96px_minmax(0,1fr)_auto] md:gap-x-5">
      <span className="-ml-2 grid size-11 place-items-center md:mt-6">
        {chosen !== undefined && (
          <input
            type="checkbox"
            className="checkbox"
            checked={chosen}
            aria-label={m.cart_choose({ name })}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
      </span>
      <Link
        to={`/product/productDetail?id=${line.product_id}&sku=${line.sku_id}`}
        className="tile size-[72px] rounded-control md:size-24"
        tabIndex={-1}
        aria-hidden="true"
      >
        <img src={line.image} alt="" width="96" height="96" className={available === 'no' ? 'opacity-50' : ''} />
      </Link>
      <div className="min-w-0">
        <Link
          to={`/product/productDetail?id=${line.product_id}&sku=${line.sku_id}`}
          className="font-semibold hover:text-nila"
        >
          {name}
        </Link>
        <p className="small text-ink-2">
          {attributesLabel(line.attributes, language())} · <Money amount={line.unit_price} currency={currency} />{' '}
          {m.cart_each()}
        </p>
        <Moved line={line} currency={currency} />
        <Left line={line} onQuantity={onQuantity} />
      </div>
      <div className="col-span-3 mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:col-span-1 md:flex-nowrap md:mt-0 md:flex-col md:items-end">
        <LineTotal line={line} currency={currency} unsettled={wanted !== undefined} />
        <span className="order-first flex items-center gap-1 md:order-none">
          {available !== 'no' && (
            <QuantityStepper
              value={wanted ?? quantity}
              max={Math.max(most, 1)}
              label={`${m.ui_quantity()}: ${name}`}
              onChange={onQuantity}
            />
          )}
          <IconButton label={m.cart_remove({ name })} onClick={onRemove}>
            <Icon name="trash" />
          </IconButton>
        </span>
      </div>
    </li>
  )
}

/** Keeps its place while the server works out the new amount. */
const LineTotal = ({ line, currency, unsettled }: { line: CartLineView; currency: string; unsettled: boolean }) =>
  line.available === 'no' ? (
    <span />
  ) : (
    <span className={`fig-m transition-opacity ${unsettled ? 'opacity-35' : ''}`} aria-busy={unsettled}>
      {money({ amount: line.line_total, currency })}
      {unsettled && <span className="sr-only">{m.cart_counting()}</span>}
    </span>
  )

/** "naik Rp 31.200 sejak ditambahkan": arrow, word and amount. */
function Moved({ line, currency }: { line: CartLineView; currency: string }) {
  if (line.available === 'no' || /^-?[0.]+$/.test(line.unit_change)) return null
  const fell = line.unit_change.startsWith('-')
  const amount = money({ amount: line.unit_change.replace(/^-/, ''), currency })
  return (
    <p className={`small ${fell ? 'text-up' : 'text-ink-2'}`}>
      <span aria-hidden="true">{fell ? '▼ ' : '▲ '}</span>
      {fell ? m.cart_fell({ amount }) : m.cart_rose({ amount })}
    </p>
  )
}

type LeftProps = { line: CartLineView; onQuantity: (quantity: number) => void }

function Left({ line: { name, available, pieces_left }, onQuantity }: LeftProps) {
  if (available === 'no')
    return (
      <p className="mt-2">
        <Tag tone="warn">{m.cart_sold_out()}</Tag>
      </p>
    )
  if (available === 'too_few' && pieces_left)
    return (
      <p className="small flex flex-wrap items-center gap-x-3 text-warn">
        {m.cart_only_left({ count: pieces_left })}
        <Button
          kind="quiet"
          size="s"
          className="-ml-3 md:ml-0"
          aria-label={m.cart_take_left_of({ count: pieces_left, name })}
          onClick={() => onQuantity(pieces_left)}
        >
          {m.cart_take_left({ count: pieces_left })}
        </Button>
      </p>
    )
  return pieces_left === null ? null : <p className="small text-warn">{m.cart_pieces_left({ count: pieces_left })}</p>
}
