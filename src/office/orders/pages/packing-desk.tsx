/** Packing: the pieces of an order are scanned one after the other, or their numbers typed; what each scan means is said at once. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { PieceScannedView } from '../../../orders/core/office-contract.ts'
import type { ScanOutcome } from '../../../orders/parcels/scan-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { MoveProps } from './order-moves.tsx'

type Answer = PieceScannedView & { typed: string }

const words: Record<ScanOutcome, (serial: string) => string> = {
  scanned: (serial) => m.office_orders_scan_scanned({ serial }),
  replaced: (serial) => m.office_orders_scan_replaced({ serial }),
  already: (serial) => m.office_orders_scan_already({ serial }),
  may_replace: (serial) => m.office_orders_scan_may_replace({ serial }),
  enough: (serial) => m.office_orders_scan_enough({ serial }),
  other_kind: (serial) => m.office_orders_scan_other_kind({ serial }),
  not_free: (serial) => m.office_orders_scan_not_free({ serial }),
  unclear: () => m.office_orders_scan_unclear(),
  unknown: (typed) => m.office_orders_scan_unknown({ typed }),
}
const isGood = (outcome: ScanOutcome) => outcome === 'scanned' || outcome === 'replaced' || outcome === 'already'
const toneOf = (outcome: ScanOutcome) =>
  isGood(outcome) ? 'text-up' : outcome === 'may_replace' ? 'text-warn' : 'text-down'

export function PackingDesk({ order, reload }: MoveProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const form = useForm({ number: '' }, { number: (text) => (text.trim() ? undefined : m.office_orders_scan_empty()) })
  const { busy, refusal, submit } = useOfficeForm(form)
  // The number was typed before: the field is empty again.
  const swap = useOfficeForm({ check: () => true, takeErrors: form.takeErrors })
  const { pieces, scanned } = order.packing

  async function scan(number: string, inPlaceOf?: string) {
    const wish = { order_id: order.order_id, number, ...(inPlaceOf ? { in_place_of: inPlaceOf } : {}) }
    const said = await officePost<PieceScannedView>('/orders/scan', wish, { quiet: true })
    setAnswer({ ...said, typed: number })
    form.clear('number')
    if (said.scanned === said.pieces && isGood(said.outcome)) toastDone(m.office_orders_scan_all({ n: said.pieces }))
    if (isGood(said.outcome)) await reload()
  }

  return (
    <>
      <Form form={form} onSubmit={() => submit(() => scan(form.values.number.trim()))} className="grid gap-3">
        <TextField
          label={m.office_orders_scan()}
          help={m.office_orders_scan_help({ scanned: scanned.length, pieces })}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          {...form.text('number')}
        />
        {(refusal ?? swap.refusal) && <FieldError>{refusal ?? swap.refusal}</FieldError>}
        <Button type="submit" kind="ghost" busy={busy || swap.busy}>
          {m.office_orders_scan_check()}
        </Button>
      </Form>
      <div role="status" className="grid gap-2">
        {answer && <Said answer={answer} replace={(serial) => swap.submit(() => scan(answer.typed, serial))} />}
      </div>
      <Pieces order={order} />
    </>
  )
}

const Said = ({ answer, replace }: { answer: Answer; replace: (serial: string) => void }) => (
  <>
    <p className={`flex items-start gap-2 ${toneOf(answer.outcome)}`}>
      <Icon name={isGood(answer.outcome) ? 'check-circle' : 'warning-circle'} />
      <span className="min-w-0 break-words">{words[answer.outcome](answer.serial ?? answer.typed)}</span>
    </p>
    {answer.may_replace.map((serial) => (
      <Button key={serial} kind="ghost" size="s" onClick={() => replace(serial)}>
        {m.office_orders_scan_replace({ serial })}
      </Button>
    ))}
  </>
)

const Pieces = ({ order: { lines, packing } }: { order: MoveProps['order'] }) => (
  <ul className="small grid gap-2" aria-label={m.office_orders_serials()}>
    {lines.flatMap(({ serials, name }) =>
      serials.map((serial) => {
        const isThere = packing.scanned.includes(serial)
        return (
          <li key={serial} className="flex items-start gap-2">
            <Icon name={isThere ? 'check-circle' : 'clock'} size="s" className={isThere ? 'text-up' : 'text-ink-2'} />
            <span className="min-w-0">
              <span className="font-semibold">{serial}</span> {name}
              <span className="sr-only">{isThere ? m.office_orders_scan_there() : m.office_orders_scan_missing()}</span>
            </span>
          </li>
        )
      }),
    )}
  </ul>
)
