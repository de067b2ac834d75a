/** Begins a bulk action, with the reason that the action asks for. */
import { useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { type BulkAction, bulkPermission } from '../../../orders/bulk/bulk-rules.ts'
import type { CauseOfferedView } from '../../../orders/give-up/give-up-contract.ts'
import { needsReason } from '../../../staff/permission-rules.ts'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { CauseField, causeError } from './cause-field.tsx'
import type { Picked } from './use-chosen.ts'
import { chosenOrders } from './use-preview.ts'

type Props = { action: BulkAction; causes: readonly CauseOfferedView[]; orders: Picked[] }

export function BeginForm({ action, causes, orders }: Props) {
  const reasoned = needsReason(bulkPermission[action])
  const form = useForm(
    { cause: '', reason: '' },
    { ...(reasoned && { reason: reasonError }), ...(action === 'give_up' && { cause: causeError }) },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const navigate = useNavigate()

  async function begin() {
    const { cause, reason } = form.values
    const { run_id } = await officePost<{ run_id: string }>(
      '/orders/beginRun',
      {
        action,
        cause: action === 'give_up' ? cause : null,
        reason: reasoned ? reason.trim() : null,
        orders: chosenOrders(orders),
      },
      { quiet: true },
    )
    await navigate(`/admin/orders/run?id=${run_id}`, { replace: true })
  }

  return (
    <Form form={form} onSubmit={() => submit(begin)}>
      <div className="grid max-w-md gap-4">
        {action === 'give_up' && <CauseField causes={causes} {...form.text('cause')} />}
        {reasoned && (
          <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        )}
        <DialogEnd
          confirm={m.office_orders_bulk_begin({ n: orders.length })}
          tone={action === 'give_up' ? 'danger' : 'plain'}
          busy={busy}
          refusal={refusal}
        />
      </div>
    </Form>
  )
}
