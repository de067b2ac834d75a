/** /admin/catalogue/product?id=…: one product with what a dealer changes daily: price, stock, what is shown, its words. */
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { OfficeProductView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { ShownTag, Thumbnail } from './goods-parts.tsx'
import { ProductBasics } from './product-basics.tsx'
import { ProductPictures } from './product-pictures.tsx'
import { ProductTexts } from './product-texts.tsx'
import { ShowDialog } from './show-dialog.tsx'
import { SkuList } from './sku-list.tsx'
import { StockMoves } from './stock-moves.tsx'

export const handle: OfficeHandle = { permission: 'catalogue.see' }

const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text)

export default function ProductPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const reading = useOffice<OfficeProductView>(isId(id) ? '/catalogue/product' : null, { id })
  const product = String(reading.data?.id) === id ? reading.data : null
  return (
    <>
      <Link to="/admin/catalogue" className="link small min-h-11 !font-medium">
        <Icon name="arrow-left" size="s" />
        {m.office_goods_back()}
      </Link>
      {!isId(id) || (reading.failed && !product) ? (
        <>
          <h1 className="office-h1 mb-4">{m.office_goods_title()}</h1>
          <ErrorState
            title={isId(id) ? m.office_goods_failed() : m.office_goods_none()}
            action={isId(id) && <Button onClick={reading.reload}>{m.office_try_again()}</Button>}
          />
        </>
      ) : product ? (
        <OneProduct key={id} product={product} reload={reading.reload} />
      ) : (
        <Waiting />
      )}
    </>
  )
}

const Waiting = () => (
  <div className="grid gap-4" aria-busy="true">
    <h1 className="sr-only">{m.office_loading()}</h1>
    <Skeleton className="h-16 w-80" />
    <Skeleton className="h-64" />
    <Skeleton className="h-64" />
  </div>
)

type Props = { product: OfficeProductView; reload: () => Promise<void> }

function OneProduct({ product, reload }: Props) {
  const { moment } = useTimes()
  const { nameOf } = useStores()
  return (
    <>
      <title>{`${product.name} · Karat`}</title>
      <div className="flex flex-wrap items-start gap-4">
        <Thumbnail src={product.picture} large />
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 className="office-h1 break-words">{product.name}</h1>
            <ShownTag shown={product.shown} draft={product.draft} />
          </div>
          <p className="small mt-1 text-ink-2">
            {[product.brand, product.category, nameOf(product.store), m.office_goods_number_is({ n: product.id })].join(
              ' · ',
            )}
            {product.updated_by && (
              <> · {m.office_goods_changed_by({ who: product.updated_by, at: moment(product.updated_at) })}</>
            )}
          </p>
        </div>
        <Publishing product={product} reload={reload} />
      </div>
      {product.missing.length > 0 && <Missing missing={product.missing} />}
      <div className="mt-6 grid gap-5">
        <SkuList product={product} reload={reload} />
        <ProductPictures product={product} reload={reload} />
        <StockMoves product={product} />
        <ProductBasics product={product} reload={reload} />
        <ProductTexts product={product} reload={reload} />
      </div>
    </>
  )
}

const missingWords = {
  texts: m.office_goods_missing_texts,
  picture: m.office_goods_missing_picture,
  picture_texts: m.office_goods_missing_picture_texts,
  sku: m.office_goods_missing_sku,
}

/** What stands between the product and its visitors, to be worked off. */
const Missing = ({ missing }: Pick<OfficeProductView, 'missing'>) => (
  <section className="office-panel mt-5 max-w-3xl" aria-label={m.office_goods_missing()}>
    <p className="font-semibold">{m.office_goods_missing()}</p>
    <ul className="mt-2 list-disc pl-5 text-ink-2">
      {missing.map((one) => (
        <li key={one}>{missingWords[one]()}</li>
      ))}
    </ul>
  </section>
)

function Publishing({ product, reload }: Props) {
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const { id, shown } = product
  return (
    <div className="flex flex-wrap gap-2">
      {shown && (
        <Link to={`/product/productDetail?id=${id}`} className="btn" data-kind="quiet" data-size="s">
          {m.office_goods_see_in_shop()}
        </Link>
      )}
      {may('catalogue.publish') && (
        <Button kind={shown ? 'ghost' : 'primary'} size="s" onClick={() => setAsking(true)}>
          {shown ? m.office_goods_hide() : m.office_goods_show()}
        </Button>
      )}
      {asking && <ShowDialog product={product} sku={null} reload={reload} close={() => setAsking(false)} />}
    </div>
  )
}
