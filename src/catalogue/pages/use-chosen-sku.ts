/** The piece that the address names, and choosing another one of the same product. */
import { useNavigate, useSearchParams } from 'react-router'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { chosenSku } from './sku-choice.ts'

export function useChosenSku(product: ProductDetailsView): SkuDetailsView {
  const [search] = useSearchParams()
  return chosenSku(product, search)
}

/** Puts another sku into the address in the place of this one; whatever else stands there stays. */
export function useChooseSku(product: ProductDetailsView) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (sku: SkuDetailsView) => {
    const next = new URLSearchParams(search)
    next.set('id', String(product.product_id))
    next.set('sku', String(sku.sku_id))
    void navigate(`?${next}`, { replace: true, preventScrollReset: true })
  }
}
