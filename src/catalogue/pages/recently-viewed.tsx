/** What was looked at before in this browser, at the price of this moment. */
import { useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { get } from '../../ui/api-client.ts'
import { forgetSeen, useSeenSkus } from '../../ui/session.ts'
import type { ProductCardView, SkuCardsView } from '../contract.ts'
import { ProductCard } from './product-card.tsx'

const SHOWN = 4

/** Nothing until something else was looked at; `except` is what the page itself shows. */
export function RecentlyViewed({ except }: { except?: number }) {
  const { cards, forget } = useCards(except)
  if (cards.length === 0) return null
  return (
    <section className="mt-16 md:mt-28" aria-labelledby="seen">
      <div className="mb-6 flex items-end justify-between gap-4">
        <h2 className="h2" id="seen">
          {m.catalogue_seen_title()}
        </h2>
        <button type="button" className="link min-h-11 text-sm" onClick={forget}>
          {m.catalogue_seen_forget()}
        </button>
      </div>
      <ul className="grid grid-cols-2 gap-x-3.5 gap-y-7 md:grid-cols-4 md:gap-x-6">
        {cards.map((card) => (
          <li key={card.sku_id}>
            <ProductCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useCards(except: number | undefined) {
  const seen = useSeenSkus()
  const wanted = seen.filter((id) => id !== except).join()
  const [cards, setCards] = useState<ProductCardView[]>([])
  useEffect(() => {
    if (!wanted) return setCards([])
    const stop = new AbortController()
    get<SkuCardsView>('/product/getSkuCards', { sku_ids: wanted }, { quiet: true, signal: stop.signal }).then(
      (answer) => answer.status === 'success' && setCards(answer.data.items.slice(0, SHOWN)),
      () => {},
    )
    return () => stop.abort()
  }, [wanted])
  return { cards, forget: forgetSeen }
}
