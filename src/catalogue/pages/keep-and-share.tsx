/** What can be done with a piece besides buying it: keep it, pass it on; `children` stand between the two. */
import type { ReactNode } from 'react'
import { ShareButton } from '../../ui/share-button.tsx'
import { WishButton } from '../../ui/wish-button.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'

type Props = { product: ProductDetailsView; sku: SkuDetailsView; children: ReactNode }

export function KeepAndShare({ product, sku, children }: Props) {
  const name = `${product.name} ${sku.weight_label}`
  return (
    <div className="mt-3 flex flex-wrap gap-x-6">
      <WishButton skuId={sku.sku_id} name={name} labelled />
      {children}
      <ShareButton path={`/product/productDetail?id=${product.product_id}&sku=${sku.sku_id}`} title={name} />
    </div>
  )
}
