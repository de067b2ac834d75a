/** Asks for the second person with whom waiting money counts as paid at the bank. */
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import type { WaitingView } from '../../../vault/remittances/remittance-contract.ts'
import { digitsOfAccount } from '../../../vault/remittances/remittance-rules.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { row: WaitingView; done: () => Promise<void>; close: () => void }

/** An authority is paid as its order says; a former member has named an account. */
function useRemitForm(toAccount: boolean) {
  const needed = (error: () => string) => (text: string) => (toAccount && text.trim() === '' ? error() : undefined)
  return useForm(
    { bank: '', account: '', holder: '', reference: '', reason: '' },
    {
      bank: needed(m.office_payouts_remit_bank_error),
      account: (text) => (toAccount && !digitsOfAccount(text) ? m.office_payouts_remit_account_error() : undefined),
      holder: needed(m.office_payouts_remit_holder_error),
      reference: (text) => (text.trim() === '' ? m.office_payouts_remit_reference_error() : undefined),
      reason: reasonError,
    },
  )
}

export function RemitDialog({ row, done, close }: Props) {
  const { id, kind, authority, amount, currency } = row
  const toAccount = authority === null
  const form = useRemitForm(toAccount)
  const { busy, refusal, submit } = useOfficeForm(form)
  const ask = () =>
    submit(async () => {
      const { bank, account, holder, reference, reason } = form.values
      const to = toAccount ? { bank: bank.trim(), account: account.trim(), holder: holder.trim() } : {}
      const wish = { kind, id, ...to, reference: reference.trim(), reason: reason.trim() }
      await officePost('/payouts/remit', wish, { quiet: true })
      toastDone(m.office_give_up_asked())
      await done()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={m.office_payouts_remit_title({ amount: money({ amount, currency }) })}
      text={
        toAccount
          ? m.office_payouts_remit_text_payout()
          : m.office_payouts_remit_text_court({ authority: authority ?? '' })
      }
    >
      <Form form={form} onSubmit={ask}>
        {toAccount && <AccountFields form={form} />}
        <TextField label={m.office_owed_reference()} autoComplete="off" maxLength={100} {...form.text('reference')} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_prices_spread_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}

const AccountFields = ({ form }: { form: ReturnType<typeof useRemitForm> }) => (
  <>
    <div className="grid items-start gap-4 md:grid-cols-2">
      <TextField label={m.office_payouts_remit_bank()} autoComplete="off" maxLength={60} {...form.text('bank')} />
      <TextField
        label={m.office_payouts_remit_account()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={60}
        {...form.text('account')}
      />
    </div>
    <TextField label={m.office_payouts_remit_holder()} autoComplete="off" maxLength={100} {...form.text('holder')} />
  </>
)
