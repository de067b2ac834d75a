/** One product in one weight: picture, name, weight, price now, what a gram of it costs, and how far that is above spot. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Moved, money } from '../../ui/figures.tsx'
import { formatBps } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { ratesOf, wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import { Tag } from '../../ui/states.tsx'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import { WishButton } from '../../ui/wish-button.tsx'
import type { ProductCardView } from '../contract.ts'
import { pieceOfWire } from '../live-price-rules.ts'
import { piecePrice } from '../sku-price-rules.ts'

type Props = {
  card: ProductCardView
  /** Seen first: its picture is fetched before the rest. */
  eager?: boolean
  buyback?: boolean
  onOpen?: () => void
  /** Stands over the picture's upper right corner; the heart where nothing else does. */
  corner?: ReactNode
  /** Stands over the picture's foot. */
  foot?: ReactNode
}

export function ProductCard({ card, eager = false, buyback = false, onOpen, corner, foot }: Props) {
  const heart = (
    <WishButton skuId={card.sku_id} name={`${card.name} ${card.weight_label}`} className="-mt-1.5 -mr-1.5" />
  )
  const out = card.stock.state === 'out_of_stock'
  return (
    <div className="relative">
      <Link
        to={`/product/productDetail?id=${card.product_id}&sku=${card.sku_id}`}
        prefetch="intent"
        className="group block rounded-panel"
        data-sku={card.sku_id}
        onClick={onOpen}
      >
        <span className="tile mb-3.5 aspect-square">
          {card.picture && (
            <ProductPicture
              picture={card.picture}
              sizes="(min-width: 1024px) 300px, (min-width: 768px) 32vw, 46vw"
              priority={eager}
              className={`w-[96%] transition-transform duration-200 group-hover:scale-[1.02] ${out ? 'opacity-55' : ''}`}
            />
          )}
        </span>
        <Words card={card} buyback={buyback} />
      </Link>
      <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-square flex-col justify-between p-2.5 [&>*>*]:pointer-events-auto">
        <div className="flex items-start justify-between">
          <Badge card={card} />
          {corner ?? heart}
        </div>
        <div className="flex">{foot}</div>
      </div>
    </div>
  )
}

function Words({ card, buyback }: { card: ProductCardView; buyback: boolean }) {
  const now = usePriceOf(card)
  const { currency } = now
  const perGram = money({ amount: now.perGram, currency })
  return (
    <>
      <span className="block text-[15px] leading-5 font-medium text-pretty group-hover:text-nila md:text-base">
        {card.name}
      </span>
      <span className="small block text-ink-2">
        {card.weight_label}
        {card.karat < 24 && ` · ${card.karat}K`}
      </span>
      <span className="mt-1.5 block text-[17px] font-semibold tracking-[-0.012em] whitespace-nowrap md:text-xl">
        {card.from && <span className="text-sm font-normal text-ink-2">{m.catalogue_card_from()} </span>}
        <Moved amount={now.amount} currency={currency} />
      </span>
      <span className="fine mt-1 flex flex-wrap gap-x-2 text-ink-2 md:text-sm">
        <span className="whitespace-nowrap">
          {card.karat < 24
            ? m.catalogue_card_per_fine_gram({ price: perGram })
            : m.catalogue_card_per_gram({ price: perGram })}
        </span>
        <span className="whitespace-nowrap">
          {m.catalogue_card_over_spot({ percent: formatBps(now.overSpotBps, language(), { sign: true }) })}
        </span>
      </span>
      {buyback && (
        <span className="fine mt-1 block whitespace-nowrap md:text-sm">
          <span className="text-ink-2">{m.catalogue_card_buyback()}</span>{' '}
          <span className="font-medium">{money({ amount: now.buyback, currency })}</span>
        </span>
      )}
    </>
  )
}

type PriceNow = { amount: string; perGram: string; buyback: string; overSpotBps: number; currency: string }

/** The price of the card now, as it was rendered until the page knows better. */
function usePriceOf(card: ProductCardView): PriceNow {
  const { currency } = useShell()
  const price = useLivePrice()
  if (!price)
    return {
      ...{ amount: card.price_with_tax, perGram: card.price_per_gram, buyback: card.buyback, currency },
      overSpotBps: card.over_spot_bps,
    }
  const now = piecePrice(pieceOfWire(card, price.currency), ratesOf(price))
  const wire = (units: bigint) => wireMoney(units, price.currency)
  return {
    ...{ amount: wire(now.withTax), perGram: wire(now.perGram), buyback: wire(now.buyback), currency: price.currency },
    overSpotBps: now.overSpotBps,
  }
}

function Badge({ card: { stock, is_new } }: { card: ProductCardView }) {
  if (stock.state === 'out_of_stock') return <Tag>{m.ui_stock_out()}</Tag>
  if (stock.state === 'low') return <Tag tone="warn">{m.catalogue_stock_left({ count: stock.left ?? 0 })}</Tag>
  return is_new ? <Tag tone="nila">{m.catalogue_card_new()}</Tag> : <span />
}
