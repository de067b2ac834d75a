/** Sales of a price window, before and after it was closed. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { WindowPreviewView } from '../../../orders/price-windows/window-contract.ts'
import { money } from '../../../ui/figures.tsx'
import { kindName } from './window-words.ts'

type Sale = Omit<WindowPreviewView['sales'][number], 'does' | 'sold_at'>

export const SalesTable = <S extends Sale>({ sales, what }: { sales: S[]; what: (sale: S) => string }) => (
  <div className="office-table overflow-x-auto">
    <table className="w-full">
      <thead>
        <tr>
          <th>{m.windows_sale()}</th>
          <th>{m.windows_buyer()}</th>
          <th className="text-right">{m.windows_sold_right()}</th>
          <th className="text-right">{m.windows_total_right()}</th>
          <th>{m.windows_what()}</th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={`${sale.kind} ${sale.id}`}>
            <td>
              {sale.order_id ? (
                <Link to={`/admin/order?id=${sale.order_id}`} className="link">
                  {sale.number}
                </Link>
              ) : (
                kindName(sale.kind)
              )}
            </td>
            <td>
              <span className="office-cut">{sale.buyer}</span>
            </td>
            <td className="text-right">{pair(sale.sold_ask, sale.right_ask, sale.currency)}</td>
            <td className="text-right">{sale.total ? pair(sale.total, sale.right_total, sale.currency) : '–'}</td>
            <td>{what(sale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const pair = (sold: string, right: string | null, currency: Sale['currency']) =>
  [sold, right].flatMap((amount) => (amount ? money({ amount, currency }) : [])).join(' · ')
