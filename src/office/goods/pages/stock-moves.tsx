/** What changed the stock of a product beside its orders, the newest first. */
import type { OfficeProductView } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { useTimes } from '../../kit/pages/use-office.ts'

const words = {
  received: m.office_goods_move_received,
  held: m.office_goods_move_held,
  released: m.office_goods_move_released,
  counted: m.office_goods_move_counted,
  returned: m.office_goods_move_returned,
  stolen: m.office_goods_move_stolen,
  recovered: m.office_goods_move_recovered,
  moved: m.office_goods_move_moved,
  quarantined: m.office_goods_move_quarantined,
}

export function StockMoves({ product }: { product: OfficeProductView }) {
  const { moment } = useTimes()
  return (
    <section className="office-panel" aria-label={m.office_goods_moves()}>
      <h2 className="font-semibold">{m.office_goods_moves()}</h2>
      {product.moves.length === 0 && <p className="mt-2 text-ink-2">{m.office_goods_moves_none()}</p>}
      <ul className="mt-2">
        {product.moves.slice(0, 8).map(({ at, code, quantity, reason, by, note }) => (
          <li
            key={`${at} ${code} ${reason}`}
            className="grid gap-x-4 border-t border-line py-2.5 first:border-t-0 md:grid-cols-[4rem_minmax(0,1fr)_auto]"
          >
            <span className="font-semibold tabular-nums">
              {quantity > 0 ? '+' : '−'}
              {Math.abs(quantity)}
            </span>
            <span className="min-w-0 break-words">
              {words[reason]()} · {code}
              {by && (
                <span className="fine block text-ink-2">
                  {[by, note === 'received' ? '' : note].filter(Boolean).join(': ')}
                </span>
              )}
            </span>
            <span className="fine text-ink-2">{moment(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
