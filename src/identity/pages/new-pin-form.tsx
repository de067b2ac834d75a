/** The first payment PIN of an account, set where something asked for one: `?return=` leads back to that. */
import { useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { innerPath } from '../../ui/inner-path-rules.ts'
import { PinField } from '../../ui/pin-field.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { PasswordField } from './password-field.tsx'
import { againError, newPinError } from './pin-checks.ts'

export function NewPinForm() {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const back = innerPath(useSearchParams()[0].get('return'))
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { pin: '', again: '', password: '' },
    {
      pin: newPinError,
      again: (again, { pin }) => againError(again, pin),
      password: (text) => (text ? undefined : m.identity_password_error()),
    },
  )

  async function setPin() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { pin, password } = form.values
      await dataOf(send('/user/setPin', { pin, password }, { loading: true }))
      toastDone(m.identity_pin_now_set())
      await (back ? navigate(back, { replace: true }) : revalidate())
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure)) sayBeside(failure)
    } finally {
      setBusy(false)
    }
  }

  function sayBeside({ error, message }: ApiError) {
    if (error === 'pin_too_weak') form.refuse('pin', message)
    if (error.startsWith('sign_in_')) form.refuse('password', m.identity_pin_password_wrong())
    if (error === 'pin_already_set') void revalidate()
  }

  return (
    <Form form={form} onSubmit={setPin} className="mt-3 grid gap-6">
      <p className="text-ink-2">{m.identity_pin_lead()}</p>
      <PinField
        label={m.identity_pin_new()}
        help={m.identity_pin_new_help()}
        value={form.values.pin}
        error={form.error('pin')}
        onChange={(pin) => form.set('pin', pin)}
        onBlur={() => form.values.pin && form.leave('pin')}
      />
      <PinField
        label={m.identity_pin_again()}
        value={form.values.again}
        error={form.error('again')}
        onChange={(pin) => form.set('again', pin)}
        onBlur={() => form.values.again && form.leave('again')}
      />
      <PasswordField
        label={m.identity_password()}
        help={m.identity_pin_password_help()}
        autoComplete="current-password"
        {...form.text('password')}
      />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.identity_pin_save()}
      </Button>
    </Form>
  )
}
