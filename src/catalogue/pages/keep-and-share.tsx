/** What can be done with a piece besides buying it: keep it, pass it on, be told when it is back. */
import { ShareButton } from '../../ui/share-button.tsx'
import { TellMeButton, WishButton } from '../../ui/wish-button.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'

export function KeepAndShare({ product, sku }: { product: ProductDetailsView; sku: SkuDetailsView }) {
  const name = `${product.name} ${sku.weight_label}`
  return (
    <>
      {sku.stock.state === 'out_of_stock' && <TellMeButton skuId={sku.sku_id} name={name} className="mt-3 w-full" />}
      <div className="mt-3 flex flex-wrap gap-x-6">
        <WishButton skuId={sku.sku_id} name={name} labelled />
        <ShareButton path={`/product/productDetail?id=${product.product_id}&sku=${sku.sku_id}`} title={name} />
      </div>
    </>
  )
}
