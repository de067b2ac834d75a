/** Writes an answer. It stays as typed through every refusal; the same answer sent again is sent once. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { InboxRowView } from '../../../community/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { oneKey } from '../../../ui/one-key.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { leavesOpen } from '../../../ui/use-attempt.ts'
import { useForm } from '../../../ui/use-form.ts'
import { languageName } from '../../kit/pages/language-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMe } from '../../kit/pages/use-office.ts'

/** What somebody has typed and not sent, by person and message: it stays when the list around it is read anew. */
const drafts = new Map<string, string>()

export function AnswerForm({ row, reload }: { row: InboxRowView; reload: () => Promise<void> }) {
  const draft = `${useMe().id} ${row.id}`
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ text: string; moved: boolean }>()
  const [send] = useState(() => oneKey(() => crypto.randomUUID(), leavesOpen))
  const form = useForm(
    { text: drafts.get(draft) ?? '' },
    { text: (text) => (text.trim().length >= 10 ? undefined : m.office_inbox_answer_error()) },
  )
  const { text } = form.values
  useEffect(() => void drafts.set(draft, text), [draft, text])
  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    const wish = { message_id: row.id, revision: row.revision, text: form.values.text.trim() }
    try {
      await send(JSON.stringify(wish), (key) => officePost('/inbox/answer', wish, { quiet: true, key }))
      form.clear('text')
      toastDone(m.office_inbox_answer_done())
      await reload()
    } catch (failure) {
      if (form.takeErrors(failure)) return
      const moved = failure instanceof ApiError && ['handled_meanwhile', 'answer_sent'].includes(failure.error ?? '')
      setRefusal({ text: failure instanceof ApiError ? failure.message : m.ui_system_error(), moved })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit} className="grid gap-3">
      <TextArea
        label={m.office_inbox_answer()}
        help={m.office_inbox_answer_help({ email: row.email, language: languageName(row.language) })}
        rows={6}
        maxLength={4000}
        lang={row.language}
        {...form.text('text')}
      />
      {refusal && <FieldError>{refusal.text}</FieldError>}
      {refusal?.moved && (
        <Link
          to={`/admin/inbox?q=${row.number}&open=${row.id}`}
          className="link small"
          onClick={async () => {
            setRefusal(undefined)
            await reload()
          }}
        >
          {m.office_inbox_look()}
        </Link>
      )}
      <Button type="submit" className="justify-self-start" busy={busy}>
        {m.office_inbox_answer_do()}
      </Button>
    </Form>
  )
}
