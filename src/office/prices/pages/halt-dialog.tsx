/** Halting a store's price: why, and what becomes of the prices that members were promised before. */
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { RadioCards, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { StorePriceView } from '../price-contract.ts'

type Props = { store: StorePriceView; open: boolean; close: () => void; reload: () => Promise<void> }

export const HaltDialog = ({ store, open, close, reload }: Props) => (
  <Dialog
    open={open}
    onClose={close}
    title={m.office_prices_halt_title({ store: store.name })}
    text={m.office_prices_halt_text()}
  >
    <HaltForm store={store} close={close} reload={reload} />
  </Dialog>
)

function HaltForm({ store, close, reload }: Omit<Props, 'open'>) {
  const form = useForm({ guarantees: 'honoured', reason: '' }, { reason: reasonError })
  const { busy, refusal, submit } = useOfficeForm(form)

  async function halt() {
    const { guarantees, reason } = form.values
    await officePost('/prices/halt', { store: store.store, guarantees, reason: reason.trim() }, { quiet: true })
    toastDone(m.office_prices_halt_done({ store: store.name }))
    await reload()
    close()
  }

  return (
    <Form form={form} onSubmit={() => submit(halt)}>
      <RadioCards
        legend={m.office_prices_halt_promises()}
        name="guarantees"
        value={form.values.guarantees}
        onChange={(chosen) => form.set('guarantees', chosen)}
        cards={[
          { value: 'honoured', title: m.office_prices_halt_honoured(), text: m.office_prices_halt_honoured_help() },
          { value: 'held', title: m.office_prices_halt_held(), text: m.office_prices_halt_held_help() },
        ]}
      />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      <DialogEnd confirm={m.office_prices_halt_confirm()} tone="danger" busy={busy} refusal={refusal} close={close} />
    </Form>
  )
}
