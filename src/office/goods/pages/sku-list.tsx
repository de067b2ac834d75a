/** The skus of a product: what each costs now, how many there are, and what is done with them daily. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { OfficeProductView, OfficeSku } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Money, money, pieceWeight } from '../../../ui/figures.tsx'
import { formatBps, formatFineness } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { CountDialog } from './count-dialog.tsx'
import { ShownTag } from './goods-parts.tsx'
import { PremiumDialog } from './premium-dialog.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { ShowDialog } from './show-dialog.tsx'
import { SkuDialog } from './sku-dialog.tsx'

type Props = { product: OfficeProductView; reload: () => Promise<void> }
type What = 'premium' | 'count' | 'receive' | 'change' | 'show'
type Doing = { what: What; sku: number } | { what: 'add'; sku: null } | null

export function SkuList({ product, reload }: Props) {
  const may = useMay()
  const [doing, setDoing] = useState<Doing>(null)
  const sku = product.skus.find(({ id }) => id === doing?.sku)
  const dialog = { product, reload, close: () => setDoing(null) }
  return (
    <section aria-label={m.office_goods_skus()}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{m.office_goods_skus()}</h2>
        {may('catalogue.add') && (
          <Button kind="ghost" size="s" onClick={() => setDoing({ what: 'add', sku: null })}>
            {m.office_goods_sku_add()}
          </Button>
        )}
      </div>
      {product.skus.length === 0 && <p className="text-ink-2">{m.office_goods_skus_none()}</p>}
      <ul className="office-table">
        {product.skus.map((one) => (
          <OneSku key={one.id} sku={one} product={product} act={(what) => setDoing({ what, sku: one.id })} />
        ))}
      </ul>
      {sku && doing?.what === 'premium' && <PremiumDialog key={sku.id} sku={sku} {...dialog} />}
      {sku && doing?.what === 'count' && <CountDialog key={sku.id} sku={sku} {...dialog} />}
      {sku && doing?.what === 'receive' && <ReceiveDialog key={sku.id} sku={sku} {...dialog} />}
      {sku && doing?.what === 'change' && <SkuDialog key={sku.id} sku={sku} {...dialog} />}
      {sku && doing?.what === 'show' && <ShowDialog key={sku.id} sku={sku} {...dialog} />}
      {doing?.what === 'add' && <SkuDialog sku={null} {...dialog} />}
    </section>
  )
}

type OneProps = Pick<Props, 'product'> & { sku: OfficeSku; act: (what: What) => void }

function OneSku({ sku, product, act }: OneProps) {
  const { currency } = product
  const hasMaking = /[1-9]/.test(sku.making)
  return (
    <li className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line p-4 first:border-t-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_auto] lg:items-center">
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {sku.label}
          {!sku.shown && <ShownTag shown={false} />}
        </p>
        <p className="fine break-words text-ink-2">
          {[
            sku.code,
            ...(product.numbered ? [] : [pieceWeight(sku.gross_weight)]),
            formatFineness(sku.fineness, language()),
          ].join(' · ')}
        </p>
      </div>
      <div className="min-w-0">
        <p className="font-semibold">
          {sku.unit_price ? <Money amount={sku.unit_price} currency={currency} /> : m.office_goods_no_price()}
        </p>
        <p className="fine text-ink-2">
          {m.office_goods_premium()} {formatBps(sku.premium_bps, language())}
          {hasMaking && ` + ${money({ amount: sku.making, currency })}`}
        </p>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {m.office_goods_free({ n: sku.stock })}
          {sku.stolen > 0 && <Tag tone="down">{m.office_goods_stolen({ n: sku.stolen })}</Tag>}
        </p>
        <p className="fine text-ink-2">{m.office_goods_promised({ n: sku.promised })}</p>
      </div>
      <SkuButtons sku={sku} product={product} act={act} />
    </li>
  )
}

function SkuButtons({ sku, product, act }: OneProps) {
  const may = useMay()
  const { code, shown } = sku
  return (
    <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1 lg:justify-end">
      {may('catalogue.price') && (
        <Button
          kind="ghost"
          size="s"
          aria-label={m.office_goods_change_premium_of({ code })}
          onClick={() => act('premium')}
        >
          {m.office_goods_change_premium()}
        </Button>
      )}
      {!sku.ordered && may('catalogue.price') && (
        <Button kind="ghost" size="s" aria-label={m.office_goods_sku_change_of({ code })} onClick={() => act('change')}>
          {m.office_goods_sku_change()}
        </Button>
      )}
      {!product.numbered && may('stock.count') && (
        <Button kind="ghost" size="s" aria-label={m.office_goods_count_of({ code })} onClick={() => act('count')}>
          {m.office_goods_count()}
        </Button>
      )}
      {product.numbered && may('stock.receive') && (
        <Button kind="ghost" size="s" aria-label={m.office_goods_receive_of({ code })} onClick={() => act('receive')}>
          {m.office_goods_receive()}
        </Button>
      )}
      {product.numbered && may('stock.see') && (
        <Link
          to={`/admin/stock?q=${code}`}
          className="btn"
          data-kind="quiet"
          data-size="s"
          aria-label={m.office_goods_see_pieces_of({ code })}
        >
          {m.office_goods_see_pieces()}
        </Link>
      )}
      {may('catalogue.publish') && (
        <Button
          kind="quiet"
          size="s"
          aria-label={shown ? m.office_goods_sku_hide_of({ code }) : m.office_goods_sku_show_of({ code })}
          onClick={() => act('show')}
        >
          {shown ? m.office_goods_sku_hide() : m.office_goods_sku_show()}
        </Button>
      )}
    </div>
  )
}
