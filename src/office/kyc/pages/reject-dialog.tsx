/** Says what is wrong, to the member and for the record; stays open with what was typed when it is refused. */

import { faults } from '../../../kyc/fault-rules.ts'
import type { OfficeReviewView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { faultWords, kindWords } from './kyc-words.ts'

type Rejection = { fault: string; words?: string; reason: string }
type Props = {
  review: OfficeReviewView
  open: boolean
  confirm: string
  onClose: () => void
  run: (rejection: Rejection) => Promise<unknown>
}

export function RejectDialog({ review, open, confirm, onClose, run }: Props) {
  const names = { kind: kindWords[review.kind](), name: review.told?.name ?? review.account_name }
  return (
    <Dialog open={open} onClose={onClose} title={m.office_kyc_reject_title(names)} text={m.office_kyc_reject_text()}>
      <RejectForm kind={review.kind} confirm={confirm} onClose={onClose} run={run} />
    </Dialog>
  )
}

type FormProps = Pick<Props, 'confirm' | 'onClose' | 'run'> & Pick<OfficeReviewView, 'kind'>

function RejectForm({ kind, confirm, onClose, run }: FormProps) {
  const form = useForm(
    { fault: '', words: '', reason: '' },
    {
      fault: (text) => (text ? undefined : m.office_kyc_fault_error()),
      words: (text, { fault }) => (fault === 'other' && !text.trim() ? m.office_kyc_words_error() : undefined),
      reason: reasonError,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function ask() {
    const { fault, words, reason } = form.values
    await run({ fault, ...(words.trim() ? { words: words.trim() } : {}), reason: reason.trim() })
  }

  return (
    <Form form={form} onSubmit={() => submit(ask)}>
      <Select
        label={m.office_kyc_fault()}
        empty={m.office_kyc_fault_choose()}
        choices={faults[kind].map((value) => ({ value, label: faultWords[value]() }))}
        {...form.text('fault')}
      />
      <TextArea label={m.office_kyc_words()} help={m.office_kyc_words_help()} maxLength={500} {...form.text('words')} />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      <DialogEnd confirm={confirm} tone="danger" busy={busy} refusal={refusal} close={onClose} />
    </Form>
  )
}
