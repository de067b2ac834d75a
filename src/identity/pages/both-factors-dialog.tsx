/** Asks for password and second factor before something that guards the account changes. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { readAppCode, readRecoveryCode } from '../second-factor-rules.ts'
import { PasswordField } from './password-field.tsx'

type Props<Answer> = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  call: string
  danger?: boolean
  onDone: (answer: Answer) => void
}

export const BothFactorsDialog = <Answer,>(props: Props<Answer>) => (
  <Dialog open={props.open} onClose={props.onClose} title={props.title} text={props.text}>
    <BothFactorsForm {...props} />
  </Dialog>
)

function BothFactorsForm<Answer>({ onClose, title, call, danger = false, onDone }: Props<Answer>) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { password: '', code: '' },
    {
      password: (text) => (text ? undefined : m.account_password_error()),
      code: (text) => (readAppCode(text) || readRecoveryCode(text) ? undefined : m.app_any_code_error()),
    },
  )

  async function submit() {
    if (!form.check()) return
    setBusy(true)
    try {
      const answer = await dataOf(send<Answer>(call, form.values, { quiet: true }))
      onClose()
      onDone(answer)
    } catch (failure) {
      sayBeside(failure)
    } finally {
      setBusy(false)
    }
  }

  function sayBeside(failure: unknown) {
    if (form.takeErrors(failure)) return
    if (!(failure instanceof ApiError)) return form.refuse('code', m.system_error())
    if (failure.error === 'sign_in_refused') return form.refuse('password', m.app_password_wrong())
    form.refuse(failure.error === 'second_factor_wrong' ? 'code' : 'password', failure.message)
  }

  return (
    <Form form={form} onSubmit={submit} className="grid gap-5">
      <PasswordField label={m.account_password()} autoComplete="current-password" {...form.text('password')} />
      <TextField
        label={m.app_any_code()}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        {...form.text('code')}
      />
      <Button type="submit" size="l" kind={danger ? 'danger' : 'primary'} busy={busy} className="w-full">
        {title}
      </Button>
    </Form>
  )
}
