/** /user/changePaypwd: sets the payment PIN the first time; afterwards it can be tried. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PIN_LENGTH, PinDialog, PinField } from '../../ui/pin-dialog.tsx'
import { keepUserInfo } from '../../ui/session.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { isWeakPin } from '../account-rules.ts'
import type { UserInfoView } from '../contract.ts'
import type { Route } from './+types/change-pay-password-page'
import { PasswordField } from './password-field.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader() {
  const user = await dataOf(get<UserInfoView>('/user/userInfo'))
  keepUserInfo(user)
  return user
}

export default function ChangePayPasswordPage({ loaderData: user }: Route.ComponentProps) {
  return (
    <div className="max-w-[560px]">
      <title>{`${m.pin_title()} · Karat`}</title>
      <h1 className="h1">{m.pin_title()}</h1>
      {user.has_pin ? <PinInUse /> : <NewPin />}
    </div>
  )
}

function PinInUse() {
  const [asking, setAsking] = useState(false)
  const [right, setRight] = useState(false)
  return (
    <section className="panel mt-8 grid justify-items-start gap-4 p-6">
      <p className="h3 flex items-center gap-2">
        <Icon name="shield-check" size="l" className="text-up" />
        {m.pin_is_set()}
      </p>
      <p className="text-ink-2">{m.pin_is_set_text()}</p>
      <p className="small font-semibold text-up" role="status">
        {right ? m.pin_was_right() : ''}
      </p>
      <Button kind="ghost" onClick={() => setAsking(true)}>
        {m.pin_check()}
      </Button>
      <PinDialog
        open={asking}
        onClose={() => setAsking(false)}
        sentence={m.pin_check_sentence()}
        action={m.pin_check()}
        onRight={() => {
          setRight(true)
          setAsking(false)
        }}
      />
    </section>
  )
}

function NewPin() {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { pin: '', again: '', password: '' },
    {
      pin: (pin) => (pin.length < PIN_LENGTH ? m.pin_missing_digits() : isWeakPin(pin) ? m.pin_weak() : undefined),
      again: (again, { pin }) => (again === pin ? undefined : m.pin_not_same()),
      password: (text) => (text ? undefined : m.account_password_error()),
    },
  )

  async function setPin() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { pin, password } = form.values
      await dataOf(send('/user/setPin', { pin, password }, { loading: true }))
      toastDone(m.pin_now_set())
      await revalidate()
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure)) sayBeside(failure)
    } finally {
      setBusy(false)
    }
  }

  function sayBeside({ error, message }: ApiError) {
    if (error === 'pin_too_weak') form.refuse('pin', message)
    if (error.startsWith('sign_in_')) form.refuse('password', m.pin_password_wrong())
    if (error === 'pin_already_set') void revalidate()
  }

  return (
    <Form form={form} onSubmit={setPin} className="mt-3 grid gap-6">
      <p className="text-ink-2">{m.pin_lead()}</p>
      <PinField
        label={m.pin_new()}
        help={m.pin_new_help()}
        value={form.values.pin}
        error={form.error('pin')}
        onChange={(pin) => form.set('pin', pin)}
        onBlur={() => form.values.pin && form.leave('pin')}
      />
      <PinField
        label={m.pin_again()}
        value={form.values.again}
        error={form.error('again')}
        onChange={(pin) => form.set('again', pin)}
        onBlur={() => form.values.again && form.leave('again')}
      />
      <PasswordField
        label={m.account_password()}
        help={m.pin_password_help()}
        autoComplete="current-password"
        {...form.text('password')}
      />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.pin_save()}
      </Button>
    </Form>
  )
}
