/** Which pieces of an order, and how many of each, a request is about. */
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { language } from '../../ui/language.ts'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import type { AskedPieces } from '../refunds/refund-rules.ts'

type Props = { status: RefundStatusView; chosen: AskedPieces; onChange: (chosen: AskedPieces) => void }

export function RefundPieces({ status, chosen, onChange }: Props) {
  const without = (position: number) => chosen.filter((one) => one.position !== position)
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{m.orders_refund_which()}</legend>
      <ul className="grid border-t border-line">
        {status.order.lines.map((line) => (
          <Piece
            key={line.position}
            line={line}
            quantity={chosen.find((one) => one.position === line.position)?.quantity ?? 0}
            onChange={(quantity) =>
              onChange(
                quantity > 0
                  ? [...without(line.position), { position: line.position, quantity }]
                  : without(line.position),
              )
            }
          />
        ))}
      </ul>
    </fieldset>
  )
}

type PieceProps = {
  line: RefundStatusView['order']['lines'][number]
  quantity: number
  onChange: (quantity: number) => void
}

function Piece({ line, quantity, onChange }: PieceProps) {
  const name = [line.name, attributesLabel(line.attributes, language())].filter(Boolean).join(', ')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <label className="flex min-h-11 min-w-0 flex-1 basis-60 items-center gap-3">
        <input
          type="checkbox"
          className="checkbox"
          checked={quantity > 0}
          disabled={line.free === 0}
          onChange={(event) => onChange(event.currentTarget.checked ? line.free : 0)}
        />
        <span className="min-w-0">
          <span className="block font-semibold">{name}</span>
          <span className="small block text-ink-2">
            {m.orders_refund_free({ free: line.free, quantity: line.quantity })}
          </span>
        </span>
      </label>
      {quantity > 0 && line.free > 1 && (
        <QuantityStepper
          value={quantity}
          max={line.free}
          onChange={onChange}
          label={m.orders_refund_pieces_of({ name })}
        />
      )}
    </li>
  )
}
