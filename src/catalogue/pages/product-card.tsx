/** One product in one weight: picture, name, weight, price now, and how far that is above spot. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Moved } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { ratesOf, wireMoney } from '../../ui/price.ts'
import { Tag } from '../../ui/states.tsx'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import type { ProductCardView } from '../contract.ts'
import { pieceOfWire } from '../live-price-rules.ts'
import { piecePrice } from '../sku-price-rules.ts'

export function ProductCard({ card, eager = false }: { card: ProductCardView; eager?: boolean }) {
  const { amount, overSpotBps, currency } = usePriceOf(card)
  return (
    <Link
      to={`/product/productDetail?id=${card.product_id}&sku=${card.sku_id}`}
      prefetch="intent"
      className="group block"
    >
      <span className="tile relative mb-3.5 aspect-square">
        {card.picture && (
          <ProductPicture
            picture={card.picture}
            sizes="(min-width: 1024px) 300px, (min-width: 768px) 32vw, 46vw"
            priority={eager}
            className="w-[96%] transition-transform duration-200 group-hover:scale-[1.02]"
          />
        )}
        <span className="absolute top-2.5 left-2.5">
          <Badge card={card} />
        </span>
      </span>
      <span className="block truncate text-[15px] leading-5 font-medium group-hover:text-nila md:text-base">
        {card.name}
      </span>
      <span className="small block text-ink-2">
        {card.weight_label}
        {card.karat < 24 && ` · ${card.karat}K`}
      </span>
      <span className="mt-1.5 block text-[17px] font-semibold tracking-[-0.012em] whitespace-nowrap md:text-xl">
        {card.from && <span className="text-sm font-normal text-ink-2">{m.card_from()} </span>}
        <Moved amount={amount} currency={currency} />
      </span>
      <span className="fine mt-0.5 block text-ink-2 md:text-sm">
        {m.card_over_spot({ percent: formatBps(overSpotBps, language(), { sign: true }) })}
      </span>
    </Link>
  )
}

/** The price of the card now, as it was rendered until the page knows better. */
function usePriceOf(card: ProductCardView) {
  const price = useLivePrice()
  if (!price) return { amount: card.price_with_tax, overSpotBps: card.over_spot_bps, currency: 'IDR' }
  const now = piecePrice(pieceOfWire(card.kind, card, price.currency), ratesOf(price))
  return {
    amount: wireMoney(now.withTax, price.currency),
    overSpotBps: now.overSpotBps as number,
    currency: price.currency,
  }
}

function Badge({ card: { stock, is_new } }: { card: ProductCardView }) {
  if (stock.state === 'out_of_stock') return <Tag>{m.stock_out()}</Tag>
  if (stock.state === 'low') return <Tag tone="warn">{m.stock_left({ count: stock.left ?? 0 })}</Tag>
  return is_new ? <Tag tone="nila">{m.card_new()}</Tag> : null
}
