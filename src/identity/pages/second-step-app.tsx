/** The second step by authenticator app, or by a recovery code when the phone is gone. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { deviceToken } from '../../ui/session.ts'
import { useForm } from '../../ui/use-form.ts'
import type { SignedInView } from '../contract.ts'
import { readAppCode, readRecoveryCode } from '../second-factor-rules.ts'
import type { SecondStepProps } from './second-step.tsx'

export function SecondStepApp({ begun, onAnswer }: SecondStepProps) {
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { code: '' },
    { code: (text) => (readAppCode(text) || readRecoveryCode(text) ? undefined : m.identity_app_any_code_error()) },
  )

  async function finish() {
    if (!form.check()) return
    setBusy(true)
    try {
      const wish = { sign_in_id: begun.sign_in_id, code: form.values.code.trim(), ...deviceToken() }
      const answer = await dataOf(post<SignedInView>('/user/loginWithApp', wish, { loading: true, beside: true }))
      await onAnswer(answer, { account: begun.account, by: begun.by })
    } catch (failure) {
      form.refuse('code', failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={finish}>
      <TextField
        label={m.identity_app_any_code()}
        help={m.identity_way_app_help()}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        {...form.text('code')}
      />
      <Button type="submit" size="l" busy={busy}>
        {m.ui_log_in()}
      </Button>
    </Form>
  )
}
