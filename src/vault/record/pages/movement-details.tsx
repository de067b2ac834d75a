/** What stands behind a movement, with its receipt. */
import * as m from '../../../locale/paraglide/messages.js'
import { Moment, money } from '../../../ui/figures.tsx'
import { ReceiptLink } from '../../pages/receipt-link.tsx'
import type { MovementView } from '../record-contract.ts'

export function MovementDetails({ one, currency }: { one: MovementView; currency: string }) {
  const isOut = (one.gold === '0.0000' ? one.money : one.gold).startsWith('-')
  const rows: [string, string | null][] = [
    [m.vault_record_number(), one.number],
    [m.vault_record_price(), one.price && money({ amount: one.price, currency })],
    [m.vault_record_right_price(), one.right_price && money({ amount: one.right_price, currency })],
    [isOut ? m.vault_record_to_whom() : m.vault_record_from_whom(), one.other],
    [m.vault_record_note(), one.note],
  ]
  return (
    <div className="panel mt-3 p-5" data-details={one.movement_id}>
      {one.became && (
        <p className="small mb-3">{one.became === 'undone' ? m.vault_record_undone() : m.vault_record_repriced()}</p>
      )}
      <dl className="kv small">
        {rows.map(([name, value]) =>
          value ? (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ) : null,
        )}
        <dt>{m.vault_record_posted()}</dt>
        <dd>
          <Moment at={one.posted_at} />
        </dd>
      </dl>
      {one.receipt_of && (
        <div className="mt-4 border-t border-line pt-3">
          <ReceiptLink of={one.receipt_of} />
        </div>
      )}
    </div>
  )
}
