/** What a member may do with a complaint of theirs: say more, take it back, have it looked at again. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { ComplaintView, OwnComplaintsView } from '../contract.ts'

type Props = { one: ComplaintView; onChanged: (known: OwnComplaintsView) => void }

export function ComplaintMoves({ one, onChanged }: Props) {
  const [writing, setWriting] = useState(false)
  const send = useAttempt()
  const isOpen = one.state === 'open'
  if (!isOpen && !one.reopen_until) return null
  const label = isOpen ? m.complaints_add() : m.complaints_reopen()

  async function withdraw() {
    const question = { title: one.number, text: m.complaints_withdraw_text(), confirm: m.complaints_withdraw() }
    if (!(await ask({ ...question, cancel: m.complaints_withdraw_keep() }))) return
    try {
      const body = { complaint_id: one.complaint_id }
      onChanged(await dataOf(send<OwnComplaintsView>('/user/withdrawComplaint', body, { loading: true })))
      toastDone(m.complaints_withdrawn())
    } catch {
      // The refusal was said in a toast; the list stands as it was.
    }
  }

  if (writing) return <Words one={one} label={label} onChanged={onChanged} close={() => setWriting(false)} />
  return (
    <div className="-ml-3 flex flex-wrap gap-1">
      <Button kind="quiet" size="s" aria-label={`${label}: ${one.number}`} onClick={() => setWriting(true)}>
        {label}
      </Button>
      {isOpen && (
        <Button kind="quiet" size="s" aria-label={`${m.complaints_withdraw()}: ${one.number}`} onClick={withdraw}>
          {m.complaints_withdraw()}
        </Button>
      )}
    </div>
  )
}

function Words({ one, label, onChanged, close }: Props & { label: string; close: () => void }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { text: '' },
    { text: (text) => (text.trim().length < 10 ? m.complaints_text_error() : undefined) },
  )
  const isOpen = one.state === 'open'

  async function write() {
    if (!form.check()) return
    setBusy(true)
    try {
      const path = isOpen ? '/user/addToComplaint' : '/user/reopenComplaint'
      const body = { complaint_id: one.complaint_id, text: form.values.text.trim() }
      onChanged(await dataOf(send<OwnComplaintsView>(path, body, { beside: true })))
      toastDone(isOpen ? m.complaints_added() : m.complaints_reopened())
      close()
    } catch (failure) {
      // What no field takes was said in a toast; what was typed stays.
      form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }

  const until = one.reopen_until && formatDay(Date.parse(one.reopen_until), 'UTC', language())
  return (
    <Form form={form} onSubmit={write} className="mt-2 grid gap-3">
      {until && <p className="text-ink-2">{m.complaints_reopen_text({ day: until })}</p>}
      <TextArea label={label} rows={4} maxLength={4000} {...form.text('text')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {isOpen ? m.complaints_add_do() : m.complaints_reopen()}
        </Button>
        <Button kind="quiet" onClick={close}>
          {m.complaints_cancel()}
        </Button>
      </div>
    </Form>
  )
}
