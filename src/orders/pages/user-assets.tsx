/** What a member's assets with the store are made of, at the price of this moment, and their numbered pieces by picture. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { type PricePerGram, parseDecimal, weight } from '../../money/money.ts'
import { buybackOf } from '../../pricing/price-rules.ts'
import { Change, money } from '../../ui/figures.tsx'
import { formatDay, formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { changeBetween, type LivePrice, minorOf, ratesOf, sells, wireMoney } from '../../ui/price.ts'
import type { HoldingView } from '../../vault/contract.ts'
import type { OwnedPiecesView } from '../core/owned-pieces-contract.ts'
import { sharesOf } from './asset-shares.ts'

/** `price` is that of the store's currency; null: none is known. */
type Priced = { pieces: OwnedPiecesView; price: LivePrice | null }

const units = (grams: string) => weight(parseDecimal(grams, 4) ?? 0n)

/** Nothing where there is only one thing, or nothing, to divide. */
export function Allocation({ holding, pieces, price }: Priced & { holding: HoldingView }) {
  const { currency } = holding
  if (!price) return null
  const { bid } = ratesOf(price)
  const parts = [
    {
      ...{ name: m.orders_assets_vault(), colour: 'bg-gold' },
      worth: buybackOf(weight(units(holding.gold) + units(holding.gold_held)), bid),
    },
    { name: m.orders_assets_pieces(), colour: 'bg-nila', worth: buybackOf(units(pieces.weight), bid) },
    {
      ...{ name: m.orders_assets_cash(), colour: 'bg-line-strong' },
      worth: minorOf(holding.cash, currency) + minorOf(holding.cash_held, currency),
    },
  ].filter(({ worth }) => worth > 0n)
  if (parts.length < 2) return null
  const shares = sharesOf(parts.map(({ worth }) => worth))
  return (
    <section aria-labelledby="assets">
      <h2 className="h3" id="assets">
        {m.orders_assets()}
      </h2>
      <div className="mt-3.5 mb-3 flex h-2.5 gap-0.5 overflow-hidden rounded-full" aria-hidden="true">
        {parts.map(({ name, colour }, place) => (
          <span key={name} className={colour} style={{ flexGrow: shares[place] }} />
        ))}
      </div>
      <dl className="kv small">
        {parts.map(({ name, colour, worth }, place) => (
          <div key={name} className="contents">
            <dt className="flex items-center gap-2">
              <span className={`size-2 flex-none rounded-full ${colour}`} aria-hidden="true" />
              {name}
            </dt>
            <dd>
              <span className="text-ink-2">{money({ amount: wireMoney(worth, currency), currency })}</span>
              <span className="ml-3 inline-block min-w-[3.5ch] font-semibold">{shares[place]}%</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="fine mt-2 text-ink-2">{m.orders_assets_note()}</p>
    </section>
  )
}

export function OwnPieces({ pieces: { count, weight: all, pieces }, currency, price }: Priced & { currency: string }) {
  if (count === 0) return null
  const bid = price && sells(price) ? ratesOf(price).bid : null
  const worth = bid && money({ amount: wireMoney(buybackOf(units(all), bid), currency), currency })
  return (
    <section aria-labelledby="pieces">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="h3" id="pieces">
          {m.orders_own_pieces()}
        </h2>
        <p className="small text-ink-2">
          {m.orders_own_pieces_sum({ grams: formatGrams(all, language()) })}
          {worth && <> · {m.orders_own_pieces_worth({ worth })}</>}
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-3">
        {pieces.map((piece) => (
          <li key={piece.serial} className="min-w-0">
            <Link to={`/product/passport?serial=${encodeURIComponent(piece.serial)}`} className="group block">
              <span className="tile block aspect-square rounded-panel">
                <img src={piece.image} alt="" width="320" height="320" loading="lazy" />
              </span>
              <span className="mt-2.5 block truncate font-semibold group-hover:text-nila">{piece.name}</span>
              <span className="small block text-ink-2">{formatGrams(piece.weight, language())}</span>
              <span className="fine block text-ink-2">{piece.serial}</span>
            </Link>
            {bid && piece.currency === currency && <Worth piece={piece} bid={bid} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the house pays for it back now, and the difference to what it cost in money. */
function Worth({ piece, bid }: { piece: OwnedPiecesView['pieces'][number]; bid: PricePerGram }) {
  const { currency, paid, paid_at: at } = piece
  const now = buybackOf(units(piece.weight), bid)
  return (
    <p className="small mt-2 border-t border-line pt-2">
      <span className="block font-semibold">{money({ amount: wireMoney(now, currency), currency })}</span>
      {paid !== null && (
        <>
          <Change change={changeBetween(minorOf(paid, currency), now)} currency={currency} />
          <span className="fine block text-ink-2">
            {m.orders_own_piece_since({ day: formatDay(Date.parse(at), 'UTC', language()) })}
          </span>
        </>
      )}
    </p>
  )
}
