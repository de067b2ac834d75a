/** What may be done with the orders that are chosen. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { FoundOrdersView } from '../../../orders/bulk/bulk-contract.ts'
import { MOST_SLIPS } from '../../../orders/core/order-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { officeGet, type Query } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import { SlipsButton } from './slips-button.tsx'
import type { useChosen } from './use-chosen.ts'

/** `filter` is what the list is narrowed to. */
export function ChosenBar({ chosen, filter }: { chosen: ReturnType<typeof useChosen>; filter: Query }) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const may = useMay()
  if (chosen.orders.length === 0) return null
  async function all() {
    setBusy(true)
    const found = await officeGet<FoundOrdersView>('/orders/found', filter).catch(() => null)
    setBusy(false)
    if (!found) return
    chosen.set(found.orders, true)
    const n = found.orders.length
    if (found.total > n) toastDone(m.office_orders_bulk_most({ n, total: found.total }))
  }
  return (
    <section className="office-chosen" aria-label={m.office_orders_bulk()}>
      <p role="status" className="font-semibold">
        {m.office_orders_bulk_chosen({ n: chosen.orders.length })}
      </p>
      <Button kind="quiet" size="s" busy={busy} onClick={all}>
        {m.office_orders_bulk_all()}
      </Button>
      <Button kind="quiet" size="s" onClick={chosen.clear}>
        {m.office_orders_bulk_clear()}
      </Button>
      <span className="ml-auto" />
      {may('orders.prepare') && chosen.orders.length <= MOST_SLIPS && (
        <SlipsButton of={{ orders: chosen.orders.map(({ id }) => id).join(',') }} name={m.office_orders_slips()} />
      )}
      <Button size="s" onClick={() => navigate('/admin/orders/bulk', { state: chosen.orders })}>
        {m.office_orders_bulk()}
      </Button>
    </section>
  )
}
