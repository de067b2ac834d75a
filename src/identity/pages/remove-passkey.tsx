/** Takes a passkey off the account, after the password. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { PasskeysView } from '../passkey-contract.ts'
import { PasswordField } from './password-field.tsx'

type Passkey = PasskeysView['passkeys'][number]

export function RemovePasskey({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        size="s"
        className="justify-self-start max-sm:col-start-2 max-sm:-ml-3"
        aria-label={`${m.passkeys_remove()}: ${passkey.name}`}
        onClick={() => setOpen(true)}
      >
        {m.passkeys_remove()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.passkeys_remove_title({ name: passkey.name })}
        text={m.passkeys_remove_text()}
      >
        <RemovalForm id={passkey.id} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function RemovalForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm({ password: '' }, { password: (text) => (text ? undefined : m.account_password_error()) })

  async function remove() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send('/user/removePasskey', { id, ...form.values }, { quiet: true }))
      toastDone(m.passkeys_removed())
      onClose()
      await revalidate()
    } catch (failure) {
      if (form.takeErrors(failure)) return
      if (!(failure instanceof ApiError)) return form.refuse('password', m.system_error())
      form.refuse('password', failure.error === 'sign_in_refused' ? m.app_password_wrong() : failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={remove} className="grid gap-5">
      <PasswordField label={m.account_password()} autoComplete="current-password" {...form.text('password')} />
      <Button type="submit" size="l" kind="danger" busy={busy} className="w-full">
        {m.passkeys_remove()}
      </Button>
    </Form>
  )
}
