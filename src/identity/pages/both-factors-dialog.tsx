/** Asks for password and second factor before something that guards the account changes. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { FactorField, sayFactor, useFactor } from './factor-field.tsx'
import { PasswordField } from './password-field.tsx'

type Props<Answer> = {
  open: boolean
  onClose: () => void
  title: string
  text: string
  call: string
  /** Whether the member has a passkey that may stand in for the code. */
  passkey: boolean
  danger?: boolean
  onDone: (answer: Answer) => void
}

export const BothFactorsDialog = <Answer,>(props: Props<Answer>) => (
  <Dialog open={props.open} onClose={props.onClose} title={props.title} text={props.text}>
    <BothFactorsForm {...props} />
  </Dialog>
)

function BothFactorsForm<Answer>({ onClose, title, call, passkey, danger = false, onDone }: Props<Answer>) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const factor = useFactor({ app: true, passkey })
  const form = useForm(
    { password: '', code: '' },
    {
      password: (text) => (text ? undefined : m.identity_password_error()),
      code: factor.check,
    },
  )

  async function submit() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { password, code } = form.values
      const wish = { password, ...(await factor.proof(code)) }
      const answer = await dataOf(send<Answer>(call, wish, { beside: true }))
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
    const { at, words } = sayFactor(failure) ?? { at: 'code', words: m.ui_system_error() }
    form.refuse(at, words)
  }

  return (
    <Form form={form} onSubmit={submit} className="grid gap-5">
      <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
      <FactorField factor={factor} field={form.text('code')} />
      <Button type="submit" size="l" kind={danger ? 'danger' : 'primary'} busy={busy} className="w-full">
        {title}
      </Button>
    </Form>
  )
}
