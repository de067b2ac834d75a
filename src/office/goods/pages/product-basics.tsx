/** How a product is filed, who makes it, of which series it is; changed in a dialog, for it is done seldom and with a reason. */
import { useState } from 'react'
import type { OfficeProductView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { BasicsDialog } from './basics-dialog.tsx'
import { formName } from './goods-parts.tsx'

type Props = { product: OfficeProductView; reload: () => Promise<void> }

export function ProductBasics({ product, reload }: Props) {
  const may = useMay()
  const [changing, setChanging] = useState(false)
  const { form, category, brand, series } = product
  return (
    <section className="office-panel" aria-label={m.office_goods_basics()}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{m.office_goods_basics()}</h2>
        {may('catalogue.add') && (
          <Button kind="ghost" size="s" onClick={() => setChanging(true)}>
            {m.office_goods_basics_change()}
          </Button>
        )}
      </div>
      <div className="max-w-xl">
        <Facts
          facts={[
            { label: m.office_goods_form(), value: formName(form) },
            { label: m.office_goods_category(), value: category },
            { label: m.office_goods_maker(), value: brand },
            { label: m.office_goods_series(), value: series ?? m.office_goods_series_none() },
          ]}
        />
      </div>
      {changing && <BasicsDialog product={product} reload={reload} close={() => setChanging(false)} />}
    </section>
  )
}
