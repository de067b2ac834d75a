/** Asks for the second person who lets what a held member has go to an heir, or where a court says. */
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type LegalAsset, type LegalKind, legalAssets, legalKinds } from '../../../vault/legal-rules.ts'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

const kindWords: Record<LegalKind, () => string> = {
  succession: m.office_cases_succession,
  court_order: m.office_cases_court_order,
}
const assetWords: Record<LegalAsset, () => string> = { gold: m.office_cases_gold, cash: m.office_cases_cash }
type Props = { caseId: string; done: () => Promise<void> }

export const CarryOut = ({ caseId, done }: Props) => (
  <DialogButton
    name={m.office_cases_carry_out_ask()}
    dialog={(close) => <CarryOutDialog caseId={caseId} done={done} close={close} />}
  />
)

const useCarryForm = () =>
  useForm(
    { kind: 'succession', asset: 'gold', amount: '', to: '', authority: '', reason: '' },
    {
      amount: (text) => (/^\d+(\.\d{1,4})?$/.test(text.trim()) ? undefined : m.office_cases_amount_error()),
      to: (text, all) => (text.trim() || all.authority.trim() ? undefined : m.office_cases_to_error()),
      reason: reasonError,
    },
  )

function CarryOutDialog({ caseId, done, close }: Props & { close: () => void }) {
  const form = useCarryForm()
  const { busy, refusal, submit } = useOfficeForm(form)
  const ask = () =>
    submit(async () => {
      const { kind, asset, amount, to, authority, reason } = form.values
      const wish = {
        ...{ case_id: caseId, kind, asset, amount: amount.trim(), reason: reason.trim() },
        ...(to.trim() ? { to: to.trim() } : { authority: authority.trim() }),
      }
      await officePost('/cases/carryOut', wish, { quiet: true })
      toastDone(m.office_cases_asked())
      await done()
      close()
    })
  return (
    <Dialog open onClose={close} title={m.office_cases_carry_out_title()} text={m.office_cases_carry_out_text()}>
      <Form form={form} onSubmit={ask}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Select
            label={m.office_cases_carry_out_kind()}
            choices={legalKinds.map((value) => ({ value, label: kindWords[value]() }))}
            {...form.text('kind')}
          />
          <Select
            label={m.office_cases_asset()}
            choices={legalAssets.map((value) => ({ value, label: assetWords[value]() }))}
            {...form.text('asset')}
          />
        </div>
        <TextField label={m.office_cases_amount()} autoComplete="off" inputMode="decimal" {...form.text('amount')} />
        <TextField label={m.office_cases_to()} autoComplete="off" maxLength={254} {...form.text('to')} />
        <TextField label={m.office_cases_authority()} autoComplete="off" maxLength={120} {...form.text('authority')} />
        <TextArea label={m.office_reason()} rows={2} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_cases_carry_out_ask()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
