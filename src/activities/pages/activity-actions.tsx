/** What a holder does about an activity with one press, or with a reason. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { OwnActivityView } from '../contract.ts'

type Props = { one: OwnActivityView; onChanged: (now: OwnActivityView) => void }

/** One call at a time; a refusal is said in a toast unless the form has its field. */
export function useDoing(onChanged: Props['onChanged']) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  async function doIt(path: string, body: object, done: string, refuse?: (failure: unknown) => boolean) {
    setBusy(true)
    try {
      onChanged(
        await dataOf(send<OwnActivityView>(path, body, refuse ? { beside: true } : {}), refuse ? { beside: true } : {}),
      )
      toastDone(done)
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      refuse?.(failure)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, doIt }
}

export function TakeBackButton({ one: { activity_id, state }, onChanged }: Props) {
  const { busy, doIt } = useDoing(onChanged)
  const isRejected = state === 'rejected'
  return (
    <Button
      kind={isRejected ? 'primary' : 'ghost'}
      busy={busy}
      onClick={() => void doIt('/activity/takeBack', { activity_id }, m.activities_taken_back_done())}
    >
      {isRejected ? m.activities_write_anew() : m.activities_take_back()}
    </Button>
  )
}

const needsReason = ['approved', 'live', 'suspended']

/** A draft is thrown away; of what people signed up for they are told why. */
export function CancelButton({ one, onChanged }: Props) {
  const [open, setOpen] = useState(false)
  const { busy, doIt } = useDoing(onChanged)
  const isPublic = needsReason.includes(one.state)
  const form = useForm(
    { reason: '' },
    { reason: (text) => (!isPublic || text.trim().length >= 3 ? undefined : m.activities_reason_error()) },
  )
  const title = isPublic ? m.activities_cancel() : m.activities_discard()

  async function cancel() {
    if (!form.check()) return
    const reason = isPublic ? form.values.reason.trim() : 'discarded'
    const said = { activity_id: one.activity_id, reason }
    if (await doIt('/activity/cancel', said, m.activities_cancelled_done(), form.takeErrors)) setOpen(false)
  }

  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        text={isPublic ? m.activities_cancel_text({ count: one.taken + one.waiting }) : m.activities_discard_text()}
      >
        <Form form={form} onSubmit={cancel}>
          {isPublic && <TextArea label={m.activities_reason()} maxLength={300} {...form.text('reason')} />}
          <Button type="submit" kind="danger" busy={busy}>
            {title}
          </Button>
        </Form>
      </Dialog>
    </>
  )
}
