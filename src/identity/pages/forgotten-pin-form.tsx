/** A new PIN for who has forgotten the old one: a code to the account's own address, and the password. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { settings } from '../../settings.ts'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { WhatFollows } from './change-frame.tsx'
import { CodeField, codeError } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { againError, newPinError } from './pin-checks.ts'
import { PinPair } from './pin-pair.tsx'
import { sayOfChange } from './say-of-change.ts'
import { againIn, SendAgain } from './send-again.tsx'

const { againSeconds } = settings.code
const sendCode = () => dataOf(post('/user/sendPinCode', {}, { loading: true }))

export function ForgottenPinForm({ onDone }: { onDone: () => void }) {
  const [againAt, setAgainAt] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function begin() {
    setBusy(true)
    try {
      await sendCode()
      setAgainAt(againIn(againSeconds))
    } catch (failure) {
      if (failure instanceof ApiError && failure.data.retry_after) setAgainAt(againIn(Number(failure.data.retry_after)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="mt-8" aria-label={m.identity_pin_forgotten()}>
      <h2 className="h3">{m.identity_pin_forgotten()}</h2>
      <p className="mt-2 text-ink-2">{m.identity_pin_forgotten_lead()}</p>
      {againAt ? (
        <>
          <ReplaceForm onDone={onDone} />
          <SendAgain againAt={againAt} seconds={againSeconds} onAgain={setAgainAt} send={sendCode} />
        </>
      ) : (
        <Button className="mt-5" busy={busy} onClick={() => void begin()}>
          {m.identity_send_code()}
        </Button>
      )}
    </section>
  )
}

function ReplaceForm({ onDone }: { onDone: () => void }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { code: '', new_pin: '', again: '', password: '' },
    {
      code: codeError,
      new_pin: newPinError,
      again: (again, { new_pin }) => againError(again, new_pin),
      password: (text) => (text ? undefined : m.identity_password_error()),
    },
  )

  async function replace() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { again: _, ...wish } = form.values
      await dataOf(send('/user/resetPaypwd', wish, { loading: true, beside: true }))
      toastDone(m.identity_pin_changed())
      onDone()
    } catch (failure) {
      if (!(failure instanceof ApiError) || form.takeErrors(failure)) return
      if (failure.error.startsWith('code_')) form.refuse('code', failure.message)
      else sayOfChange(failure, form, 'new_pin')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={replace} className="mt-5 mb-3 grid gap-6">
      <CodeField form={form} />
      <PinPair form={form} />
      <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
      <WhatFollows />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.identity_pin_change_action()}
      </Button>
    </Form>
  )
}
