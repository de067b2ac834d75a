/** Takes a passkey off the account, after the password. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { PasskeysView } from '../passkey-contract.ts'
import { type FactorAsked, FactorField, sayFactor, useFactor } from './factor-field.tsx'
import { PasswordField } from './password-field.tsx'

type Passkey = PasskeysView['passkeys'][number]

type Props = { passkey: Passkey; asked: FactorAsked }

export function RemovePasskey({ passkey, asked }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="quiet"
        size="s"
        className="justify-self-start max-sm:col-start-2 max-sm:-ml-3"
        aria-label={`${m.identity_passkeys_remove()}: ${passkey.name}`}
        onClick={() => setOpen(true)}
      >
        {m.identity_passkeys_remove()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.identity_passkeys_remove_title({ name: passkey.name })}
        text={m.identity_passkeys_remove_text()}
      >
        <RemovalForm id={passkey.id} asked={asked} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function RemovalForm({ id, asked, onClose }: { id: string; asked: FactorAsked; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const factor = useFactor(asked)
  const form = useForm(
    { password: '', code: '' },
    { password: (text) => (text ? undefined : m.identity_password_error()), code: factor.check },
  )

  async function remove() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { password, code } = form.values
      await dataOf(send('/user/removePasskey', { id, password, ...(await factor.proof(code)) }, { beside: true }))
      toastDone(m.identity_passkeys_removed())
      onClose()
      await revalidate()
    } catch (failure) {
      if (form.takeErrors(failure)) return
      const { at, words } = sayFactor(failure) ?? { at: 'password', words: m.ui_system_error() }
      form.refuse(at, words)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={remove} className="grid gap-5">
      <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
      <FactorField factor={factor} field={form.text('code')} />
      <Button type="submit" size="l" kind="danger" busy={busy} className="w-full">
        {m.identity_passkeys_remove()}
      </Button>
    </Form>
  )
}
