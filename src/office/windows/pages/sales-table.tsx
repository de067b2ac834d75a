/** Sales of a price window, before and after it was closed: what each was sold at, and what would have been right. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { WindowPreviewView } from '../../../orders/price-windows/window-contract.ts'
import { money } from '../../../ui/figures.tsx'
import { kindName } from './window-words.ts'

type Sale = Omit<WindowPreviewView['sales'][number], 'does' | 'sold_at'>

/** A list, not a table: it stands in the side panel of a list and on phones as well. */
export const SalesTable = <S extends Sale>({
  sales,
  what,
  below,
}: {
  sales: S[]
  what: (sale: S) => string
  below?: (sale: S) => ReactNode
}) => (
  <ul className="office-table">
    {sales.map((sale) => (
      <li key={`${sale.kind} ${sale.id}`} className="grid gap-1 border-line px-4 py-3 not-first:border-t">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-semibold">
            {sale.order_id ? (
              <Link to={`/admin/order?id=${sale.order_id}`} className="link">
                {sale.number}
              </Link>
            ) : (
              kindName(sale.kind)
            )}{' '}
            {sale.kind === 'cancellation' && <span className="font-normal">{kindName(sale.kind)} </span>}
            {!sale.order_id && sale.number && <span className="font-normal">{sale.number} </span>}
            <span className="font-normal">{sale.buyer}</span>
          </span>
          <span>{what(sale)}</span>
        </p>
        <p className="small text-ink-2">
          {m.office_windows_per_gram()}: {pair(sale.sold_ask, sale.right_ask, sale.currency)}
        </p>
        {sale.total && (
          <p className="small text-ink-2">
            {totalName(sale.kind)}: {pair(sale.total, sale.right_total, sale.currency)}
          </p>
        )}
        {below?.(sale)}
      </li>
    ))}
  </ul>
)

function totalName(kind: Sale['kind']): string {
  if (kind === 'cancellation') return m.office_windows_given()
  return kind === 'order' ? m.office_windows_total() : m.office_windows_trade_total()
}

function pair(amount: string, rightAmount: string | null, currency: Sale['currency']): string {
  const sold = money({ amount, currency })
  return rightAmount ? m.office_windows_instead({ sold, right: money({ amount: rightAmount, currency }) }) : sold
}
