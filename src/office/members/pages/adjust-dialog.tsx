/** Asks for the second person who corrects what a member has. */
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { member: { id: string; name: string; store: string }; close: () => void }

const useAdjustForm = (store: string) =>
  useForm(
    { store, way: 'add', asset: 'gold', amount: '', told: '', reason: '' },
    {
      amount: (text) => (Number(text.trim()) > 0 ? undefined : m.office_members_adjust_amount_error()),
      told: (text) => (text.trim().length < 3 ? m.office_members_adjust_told_error() : undefined),
      reason: reasonError,
    },
  )

export function AdjustDialog({ member: { id, name, store }, close }: Props) {
  const { stores } = useShell()
  const form = useAdjustForm(store)
  const { busy, refusal, submit } = useOfficeForm(form)
  const ask = () =>
    submit(async () => {
      const { amount, told, reason, ...rest } = form.values
      const wish = { ...rest, amount: amount.trim(), told: told.trim(), reason: reason.trim() }
      await officePost('/members/adjust', { member_id: id, ...wish }, { quiet: true })
      toastDone(m.office_give_up_asked())
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_members_adjust_title({ name })} text={m.office_members_adjust_text()}>
      <Form form={form} onSubmit={ask}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Select
            label={m.office_store()}
            choices={stores.map(({ code, name: shop }) => ({ value: code, label: shop }))}
            {...form.text('store')}
          />
          <Select
            label={m.office_members_adjust_way()}
            choices={[
              { value: 'add', label: m.office_members_adjust_add() },
              { value: 'take', label: m.office_members_adjust_take() },
            ]}
            {...form.text('way')}
          />
          <Select
            label={m.office_members_adjust_asset()}
            choices={[
              { value: 'gold', label: m.office_members_vault_gold() },
              { value: 'cash', label: m.office_members_vault_cash() },
            ]}
            {...form.text('asset')}
          />
          <TextField
            label={m.office_members_adjust_amount()}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            {...form.text('amount')}
          />
        </div>
        <TextArea label={m.office_members_adjust_told()} rows={2} maxLength={300} {...form.text('told')} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_prices_spread_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
