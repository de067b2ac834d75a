/** A new PIN in the place of the old one, which is asked for with the password. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { PinField } from '../../ui/pin-field.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { WhatFollows } from './change-frame.tsx'
import { PasswordField } from './password-field.tsx'
import { againError, newPinError, wholePinError } from './pin-checks.ts'
import { PinPair } from './pin-pair.tsx'
import { sayOfChange } from './say-of-change.ts'

export function ChangePinForm({ onDone }: { onDone: () => void }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { pin: '', new_pin: '', again: '', password: '' },
    {
      pin: wholePinError,
      new_pin: newPinError,
      again: (again, { new_pin }) => againError(again, new_pin),
      password: (text) => (text ? undefined : m.identity_password_error()),
    },
  )

  async function change() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { again: _, ...wish } = form.values
      await dataOf(send('/user/changePaypwd', wish, { loading: true, beside: true }))
      toastDone(m.identity_pin_changed())
      onDone()
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure)) sayBeside(failure)
    } finally {
      setBusy(false)
    }
  }

  function sayBeside(failure: ApiError) {
    if (['pin_wrong', 'too_many_requests'].includes(failure.error)) {
      form.set('pin', '')
      form.refuse('pin', failure.message)
    } else sayOfChange(failure, form, 'new_pin')
  }

  return (
    <Form form={form} onSubmit={change} className="mt-8 grid gap-6">
      <h2 className="h3">{m.identity_pin_change()}</h2>
      <PinField
        label={m.identity_pin_now()}
        value={form.values.pin}
        error={form.error('pin')}
        onChange={(pin) => form.set('pin', pin)}
        onBlur={() => form.values.pin && form.leave('pin')}
      />
      <PinPair form={form} />
      <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
      <WhatFollows />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="l" busy={busy}>
          {m.identity_pin_change_action()}
        </Button>
        <Button kind="quiet" size="l" onClick={onDone}>
          {m.ui_cancel()}
        </Button>
      </div>
    </Form>
  )
}
