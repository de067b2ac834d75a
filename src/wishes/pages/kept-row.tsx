/** One saved piece: picture, name, weight, live price, what it says about itself, and what can be done with it. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ProductCardView } from '../../catalogue/contract.ts'
import { pieceOfWire } from '../../catalogue/live-price-rules.ts'
import { piecePrice } from '../../catalogue/sku-price-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { IconButton } from '../../ui/button.tsx'
import { Change, Moved } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProductPicture } from '../../ui/picture.tsx'
import { changeBetween, minorOf, ratesOf, wireMoney } from '../../ui/price.ts'
import { Tag } from '../../ui/states.tsx'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import type { WishItemView } from '../contract.ts'

type Props = {
  card: ProductCardView
  note: ReactNode
  /** What the bin is called; without it there is none. */
  removeName?: string
  onRemove?: () => void
  children: ReactNode
}

export function KeptRow({ card, note, removeName, onRemove, children }: Props) {
  const { amount, currency } = useNow(card)
  const to = `/product/productDetail?id=${card.product_id}&sku=${card.sku_id}`
  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-4 border-b border-line py-5 md:grid-cols-[96px_minmax(0,1fr)_210px_44px] md:items-center md:gap-x-6">
      <Link to={to} className="tile size-[72px] rounded-control md:size-24" tabIndex={-1} aria-hidden="true">
        {card.picture && <ProductPicture picture={card.picture} alt="" sizes="96px" />}
      </Link>
      <div className="min-w-0 max-md:col-span-2 max-md:row-start-1 max-md:col-start-2 max-md:pr-11">
        <Link to={to} className="font-semibold hover:text-nila">
          {card.name}
        </Link>
        <p className="small text-ink-2">
          {card.weight_label}
          {card.karat < 24 && ` · ${card.karat}K`}
        </p>
        <p className="fig-m mt-1">
          <Moved amount={amount} currency={currency} />
        </p>
        {note}
        {card.stock.state === 'out_of_stock' && (
          <p className="mt-2">
            <Tag tone="warn">{m.ui_stock_out()}</Tag>
          </p>
        )}
      </div>
      <div className="max-md:col-span-3">{children}</div>
      {removeName && (
        <IconButton
          label={removeName}
          className="max-md:col-start-3 max-md:row-start-1 max-md:-mt-2"
          onClick={onRemove}
        >
          <Icon name="trash" />
        </IconButton>
      )}
    </li>
  )
}

/** How far the price is from where it was when the piece was saved, with the day. */
export function SinceAdded({ item, added }: { item: WishItemView; added: string }) {
  const { amount, currency } = useNow(item)
  if (item.price_when_added === null) return <p className="small text-ink-2">{added}</p>
  const change = changeBetween(minorOf(item.price_when_added, currency), minorOf(amount, currency))
  return (
    <p className="small flex flex-wrap gap-x-4 text-ink-2">
      {change.way === 'flat' ? (
        <span>{m.wishes_same()}</span>
      ) : (
        <span>
          <Change change={change} currency={currency} /> {m.wishes_since()}
        </span>
      )}
      <span>{added}</span>
    </p>
  )
}

/** The price of this moment, as the card says it until the page knows a newer one. */
function useNow(card: ProductCardView) {
  const price = useLivePrice()
  const currency = price?.currency ?? 'IDR'
  if (!price) return { amount: card.price_with_tax, currency }
  const { withTax } = piecePrice(pieceOfWire(card, currency), ratesOf(price))
  return { amount: wireMoney(withTax, currency), currency }
}
