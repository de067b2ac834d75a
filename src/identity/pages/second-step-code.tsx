/** The code of a sign-in: the second step in a browser that is not known, or the only one of a sign-in by code. */
import { useEffect, useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { deviceToken } from '../../ui/session.ts'
import { useForm } from '../../ui/use-form.ts'
import type { SecondStepView, SignedInView } from '../contract.ts'
import { CodeField, codeError } from './code-field.tsx'
import type { SecondStepProps } from './second-step.tsx'
import { againIn, SendAgain } from './send-again.tsx'

export function SecondStepCode({ begun, againSeconds, onAnswer }: SecondStepProps) {
  const [againAt, setAgainAt] = useState(() => againIn(againSeconds))
  const [busy, setBusy] = useState(false)
  const form = useForm({ code: '' }, { code: codeError })

  /** After a password the code is asked for here; after "send me a code" it is on its way already. */
  async function send() {
    if (begun.by === 'password') return dataOf(post('/user/sendSecondStepCode', { sign_in_id: begun.sign_in_id }))
    const answer = await dataOf(
      post<SecondStepView>('/user/sendLoginCode', { account: begun.account, ...deviceToken() }),
    )
    await onAnswer(answer, { account: begun.account, by: 'code' })
  }

  const sent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sign-in that has begun
  useEffect(() => {
    if (begun.by !== 'password' || sent.current) return
    sent.current = true
    send().catch((failure: unknown) => {
      if (failure instanceof ApiError) setAgainAt(againIn(Number(failure.data.retry_after ?? 0)))
    })
  }, [])

  async function finish() {
    if (!form.check()) return
    setBusy(true)
    try {
      const wish = { sign_in_id: begun.sign_in_id, code: form.values.code, ...deviceToken() }
      const answer = await dataOf(
        post<SignedInView | SecondStepView>('/user/loginWithCode', wish, { loading: true, beside: true }),
      )
      await onAnswer(answer, { account: begun.account, by: begun.by })
    } catch (failure) {
      form.refuse('code', failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={finish}>
      <CodeField form={form} />
      <Button type="submit" size="l" busy={busy}>
        {m.ui_log_in()}
      </Button>
      <SendAgain againAt={againAt} seconds={againSeconds} onAgain={setAgainAt} send={send} />
    </Form>
  )
}
