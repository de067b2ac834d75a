/** What the house does with an open complaint: writes, takes longer, decides. What is typed stays when it is refused. */
import { useState } from 'react'
import { complaintOutcomes } from '../../../complaints/complaint-rules.ts'
import type { OfficeComplaintView } from '../../../complaints/office-contract.ts'
import { outcomeWords } from '../../../complaints/pages/complaint-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { oneKey } from '../../../ui/one-key.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { leavesOpen } from '../../../ui/use-attempt.ts'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { one: OfficeComplaintView; reload: () => Promise<void> }

export function ComplaintActions({ one, reload }: Props) {
  const may = useMay()
  return (
    <>
      {may('complaints.decide') && <DecideForm one={one} reload={reload} />}
      {may('complaints.answer') && <AnswerForm one={one} reload={reload} />}
      {may('complaints.prolong') && one.may_prolong && <Prolong one={one} reload={reload} />}
    </>
  )
}

/** The same wish sent again is done once. */
function useSend(path: string) {
  const [send] = useState(() => oneKey(() => crypto.randomUUID(), leavesOpen))
  return (wish: object) => send(JSON.stringify(wish), (key) => officePost(path, wish, { quiet: true, key }))
}

const seen = ({ complaint_id, revision }: OfficeComplaintView) => ({ complaint_id, revision })
const tooShort = (text: string) => (text.trim().length < 10 ? m.office_complaints_text_error() : undefined)

function AnswerForm({ one, reload }: Props) {
  const send = useSend('/complaints/answer')
  const form = useForm({ text: '' }, { text: tooShort })
  const { busy, refusal, submit } = useOfficeForm(form)
  async function answer() {
    await send({ ...seen(one), text: form.values.text.trim() })
    toastDone(m.office_complaints_answer_done())
    await reload()
  }
  return (
    <section className="office-panel">
      <h2 className="h3 mb-3">{m.office_complaints_answer()}</h2>
      <Form form={form} onSubmit={() => submit(answer)} className="grid gap-3">
        <TextArea
          label={m.office_complaints_answer()}
          help={m.office_complaints_answer_help()}
          rows={4}
          maxLength={4000}
          {...form.text('text')}
        />
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" kind="ghost" className="justify-self-start" busy={busy}>
          {m.office_complaints_answer_do()}
        </Button>
      </Form>
    </section>
  )
}

function Prolong({ one, reload }: Props) {
  const { ask, dialog } = useReasonDialog(reload)
  const prolong = () =>
    ask({
      title: m.office_complaints_prolong(),
      text: m.office_complaints_prolong_text(),
      confirm: m.office_complaints_prolong_do(),
      run: (reason) => officePost('/complaints/prolong', { ...seen(one), reason }, { quiet: true }),
      done: m.office_complaints_prolong_done(),
    })
  return (
    <div>
      <Button kind="ghost" onClick={prolong}>
        {m.office_complaints_prolong()}
      </Button>
      {dialog}
    </div>
  )
}

function DecideForm({ one, reload }: Props) {
  const send = useSend('/complaints/decide')
  const form = useForm(
    { outcome: '', text: '', done: '' },
    {
      outcome: (outcome) => (outcome ? undefined : m.office_complaints_decide_outcome_error()),
      text: tooShort,
      done: (done): string | undefined =>
        ['upheld', 'partly'].includes(form.values.outcome) && done.trim().length < 3
          ? m.office_complaints_decide_done_error()
          : undefined,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  async function decide() {
    const { outcome, text, done } = form.values
    await send({ ...seen(one), outcome, text: text.trim(), done: done.trim() })
    toastDone(m.office_complaints_decided())
    await reload()
  }
  return (
    <section className="office-panel">
      <h2 className="h3 mb-3">{m.office_complaints_decide()}</h2>
      <Form form={form} onSubmit={() => submit(decide)} className="grid gap-3">
        <Select
          label={m.office_complaints_outcome()}
          empty={m.office_complaints_decide_choose()}
          choices={complaintOutcomes.map((value) => ({ value, label: outcomeWords[value]() }))}
          {...form.text('outcome')}
        />
        <TextArea label={m.office_complaints_decide_text()} rows={5} maxLength={4000} {...form.text('text')} />
        <TextArea
          label={m.office_complaints_decide_done()}
          help={m.office_complaints_decide_done_help()}
          rows={2}
          maxLength={1000}
          {...form.text('done')}
        />
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" className="justify-self-start" busy={busy}>
          {m.office_complaints_decide_do()}
        </Button>
      </Form>
    </section>
  )
}
