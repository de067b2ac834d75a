/** The code that a new address or number got, and what is done with it. */
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { CodeField, codeError } from './code-field.tsx'

type Props = {
  call: '/user/confirmMobile' | '/user/settingEmail'
  action: string
  done: string
  /** Stands beside the button. */
  children?: ReactNode
}

/** Once the code was right, the member is where their data stand. */
export function ConfirmCodeForm({ call, action, done, children }: Props) {
  const send = useAttempt()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const form = useForm({ code: '' }, { code: codeError })

  async function confirm() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send(call, form.values, { loading: true, beside: true }))
      toastDone(done)
      await navigate('/user/personalData')
    } catch (failure) {
      form.refuse('code', failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={confirm} className="grid gap-6">
      <CodeField form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="l" busy={busy} className="max-md:w-full">
          {action}
        </Button>
        {children}
      </div>
    </Form>
  )
}
