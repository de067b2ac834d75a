/** What can be done with a piece besides buying it: keep it, compare it, pass it on. */
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { WishButton } from '../../ui/wish-button.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { compareHref, useCompared } from './compare-choice.ts'
import { CompareToggle } from './compare-toggle.tsx'

type Props = { product: ProductDetailsView; sku: SkuDetailsView }

export function KeepAndShare({ product, sku }: Props) {
  const name = `${product.name} ${sku.weight_label}`
  return (
    <div className="mt-3 flex flex-wrap gap-x-6">
      <WishButton skuId={sku.sku_id} name={name} labelled />
      <Compare product={product} sku={sku} />
      <Link to="/user/trade/alerts" className="link min-h-11 text-sm">
        <Icon name="bell" /> {m.catalogue_price_alert()}
      </Link>
      <ShareButton path={`/product/productDetail?id=${product.product_id}&sku=${sku.sku_id}`} title={name} />
    </div>
  )
}

function Compare({ product, sku: { sku_id, weight_label, picture } }: Props) {
  const { product_id, name, gallery } = product
  return (
    <>
      <CompareToggle pick={{ sku_id, product_id, name, weight_label, picture: gallery[picture] ?? null }} look="link" />
      <CompareNow />
    </>
  )
}

/** Where the buy bar hides the tray. */
function CompareNow() {
  const picks = useCompared()
  if (picks.length < 2) return null
  return (
    <Link to={compareHref(picks.map(({ sku_id }) => sku_id))} className="link min-h-11 text-sm md:hidden">
      {m.catalogue_compare_now({ count: picks.length })} <Icon name="arrow-right" size="s" />
    </Link>
  )
}
