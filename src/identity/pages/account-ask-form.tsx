/** The first half of getting back into an account: which one. What follows is the same for everybody. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { deviceToken } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { useForm } from '../../ui/use-form.ts'
import { readAccount } from '../account-rules.ts'
import { AccountField } from './account-field.tsx'

type Props<Answer> = { call: string; action: string; onSent: (account: string, answer: Answer) => void }

export function AccountAskForm<Answer>({ call, action, onSent }: Props<Answer>) {
  const { store } = useShell()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { account: '' },
    { account: (text) => (readAccount(text, store.country) ? undefined : m.identity_account_error()) },
  )

  async function send() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { account } = form.values
      onSent(account, await dataOf(post<Answer>(call, { account, ...deviceToken() }, { loading: true, beside: true })))
    } catch (failure) {
      if (!form.takeErrors(failure, { account: m.identity_account_error() }))
        form.refuse('account', failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={send}>
      <AccountField {...form.text('account')} />
      <Button type="submit" size="l" busy={busy}>
        {action}
      </Button>
    </Form>
  )
}
