/** `/product/compare?skus=`: up to four pieces side by side, at the price of this moment. The address is the comparison. */
import { Link, useNavigate } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { ratesOf } from '../../ui/price.ts'
import { FollowsGold } from '../../ui/price-chip.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { unlistedMeta } from '../../ui/unlisted-meta.ts'
import { useLivePrice } from '../../ui/use-live-price.tsx'
import { compareSkus } from '../compare-queries.ts'
import { comparePieces } from '../compare-rules.ts'
import { type ComparedView, CompareQuery } from '../contract.ts'
import { pieceOfWire } from '../live-price-rules.ts'
import type { Route } from './+types/compare-page'
import { compareHref, dropCompared, MOST_COMPARED } from './compare-choice.ts'
import { CompareTable } from './compare-table.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, currency, language } = context.get(pageContext)
  const query = CompareQuery.safeParse({ skus: new URL(request.url).searchParams.get('skus') })
  return compareSkus(karat, { store, currency, language, skus: query.success ? query.data.skus : [] })
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, m.catalogue_compare_title())

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { items } = loaderData
  return (
    <div className="pt-5 md:pt-7">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="h1">{m.catalogue_compare_title()}</h1>
          <p className="mt-2 max-w-[60ch] text-ink-2">{m.catalogue_compare_text()}</p>
        </div>
        <FollowsGold />
      </div>
      {items.length === 0 ? (
        <EmptyState
          text={m.catalogue_compare_nothing()}
          action={
            <Link to="/product/product" className="btn">
              {m.catalogue_compare_choose()}
            </Link>
          }
        />
      ) : (
        <Compared view={loaderData} />
      )}
    </div>
  )
}

function Compared({ view: { items, currency, price } }: { view: ComparedView }) {
  const rates = ratesOf(useLivePrice() ?? { ...price, currency })
  const pieces = comparePieces(
    items.map(({ sku }) => pieceOfWire(sku, currency)),
    rates,
  )
  const navigate = useNavigate()
  const remove = (skuId: number) => {
    dropCompared(skuId)
    const rest = items.map(({ sku }) => sku.sku_id).filter((id) => id !== skuId)
    void navigate(compareHref(rest), { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <CompareTable items={items} pieces={pieces} currency={currency} onRemove={remove} />
      {items.length < MOST_COMPARED && (
        <Link to="/product/product" className="link mt-6 min-h-11">
          <Icon name="plus" size="s" /> {m.catalogue_compare_add()}
        </Link>
      )}
      <p className="small mt-6 max-w-[68ch] text-ink-2">{m.catalogue_compare_note()}</p>
    </>
  )
}
