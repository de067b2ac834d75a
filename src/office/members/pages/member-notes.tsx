/** Notes of the staff on a member; they stay as they were written. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import type { MemberDetailView } from '../members-contract.ts'

type Props = { memberId: string; notes: MemberDetailView['notes']; onWritten: () => Promise<void> }

export function MemberNotes({ memberId, notes, onWritten }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const form = useForm({ text: '' }, { text: (text) => (text.trim() ? undefined : m.office_members_note_error()) })
  async function submit() {
    if (!form.check()) return
    setBusy(true)
    try {
      await officePost('/members/note', { member_id: memberId, text: form.values.text })
      form.clear('text')
      toastDone(m.office_members_note_done())
      await onWritten()
    } catch (failure) {
      form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="office-panel">
      <h2 className="h3 mb-3">{m.office_members_notes()}</h2>
      {may('members.note') && (
        <Form form={form} onSubmit={submit} className="grid gap-3">
          <TextArea label={m.office_members_note()} maxLength={2000} {...form.text('text')} />
          <div>
            <Button type="submit" kind="ghost" size="s" busy={busy}>
              {m.office_members_note_do()}
            </Button>
          </div>
        </Form>
      )}
      <ul className="mt-4">
        {notes.map((note) => (
          <li key={note.id} className="border-t border-line py-3">
            <p className="break-words whitespace-pre-wrap">{note.text}</p>
            <p className="fine mt-1 text-ink-2">
              {note.by} · {moment(note.created_at)}
            </p>
          </li>
        ))}
      </ul>
      {notes.length === 0 && <p className="small text-ink-2">{m.office_members_no_notes()}</p>}
    </section>
  )
}
