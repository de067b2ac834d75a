/** Asks for the reason of an action, says what will happen, and stays open with what was typed when it is refused. */
import { type ReactNode, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from './dialog-end.tsx'
import { useOfficeForm } from './use-office-form.ts'

export type ReasonedAction = {
  title: string
  /** One plain sentence: what will be true afterwards. */
  text: ReactNode
  /** Repeats the result, never "OK". */
  confirm: string
  tone?: 'plain' | 'danger'
  /** The action needs no reason; it is confirmed all the same. */
  withoutReason?: boolean
  /** Does it; call with `quiet`, what is refused is said here. */
  run: (reason: string) => Promise<unknown>
  /** Said when it is done. */
  done: string
}

/** `ask(action)` opens the dialog; put `dialog` into the page. `then` follows what was done, and what was refused as old. */
export function useReasonDialog(then: () => void | Promise<void> = () => {}): {
  ask: (action: ReasonedAction) => void
  dialog: ReactNode
} {
  const [action, setAction] = useState<ReasonedAction | null>(null)
  const [open, setOpen] = useState(false)
  const dialog = action && (
    <Dialog open={open} onClose={() => setOpen(false)} title={action.title} text={action.text}>
      <ReasonForm
        key={action.title}
        action={action}
        onCancel={() => setOpen(false)}
        onOld={then}
        onDone={async () => {
          toastDone(action.done)
          await then()
          setOpen(false)
        }}
      />
    </Dialog>
  )
  return {
    dialog,
    ask: (next) => {
      setAction(next)
      setOpen(true)
    },
  }
}

type FormProps = {
  action: ReasonedAction
  onCancel: () => void
  onOld: () => void | Promise<void>
  onDone: () => Promise<void>
}

function ReasonForm({ action, onCancel, onOld, onDone }: FormProps) {
  const least = action.withoutReason ? 0 : 3
  const form = useForm(
    { reason: '' },
    { reason: (text) => (text.trim().length < least ? m.office_reason_error() : undefined) },
  )
  const { busy, refusal, submit } = useOfficeForm(form, async ({ error }) => {
    if (error === 'edited_meanwhile') await onOld()
    return false
  })

  async function ask() {
    await action.run(form.values.reason.trim())
    await onDone()
  }

  return (
    <Form form={form} onSubmit={() => submit(ask)}>
      {!action.withoutReason && (
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      )}
      <DialogEnd confirm={action.confirm} tone={action.tone} busy={busy} refusal={refusal} close={onCancel} />
    </Form>
  )
}
