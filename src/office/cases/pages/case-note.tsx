/** Keeps what somebody found out. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'

export function CaseNote({ caseId, noted }: { caseId: string; noted: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { text: '' },
    { text: (text) => (text.trim().length < 3 ? m.office_cases_note_error() : undefined) },
  )
  async function submit() {
    if (!form.check()) return
    setBusy(true)
    try {
      await officePost('/cases/note', { case_id: caseId, text: form.values.text })
      form.clear('text')
      toastDone(m.office_cases_note_done())
      await noted()
    } catch (failure) {
      form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit} className="grid gap-3">
      <TextArea label={m.office_cases_note()} rows={2} maxLength={2000} {...form.text('text')} />
      <div>
        <Button type="submit" kind="ghost" size="s" busy={busy}>
          {m.office_cases_note_do()}
        </Button>
      </div>
    </Form>
  )
}
