/** /user/changeMobile: the new number and the password, then the code that the number got. */
import { useState } from 'react'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { useForm } from '../../ui/use-form.ts'
import { readMobile } from '../account-rules.ts'
import type { UserInfoView } from '../contract.ts'
import { maskMobile } from '../masking-rules.ts'
import type { Route } from './+types/change-mobile-page'
import { ChangeFrame, WhatFollows } from './change-frame.tsx'
import { ConfirmCodeForm } from './confirm-code-form.tsx'
import { MailboxHint } from './mailbox-hint.tsx'
import { PasswordField } from './password-field.tsx'
import { sayOfChange } from './say-of-change.ts'
import { againIn, SendAgain } from './send-again.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

type Wish = { mobile: string; password: string }

export function loader({ context }: Route.LoaderArgs) {
  const { settings, config } = context.get(pageContext).karat
  return { againSeconds: settings.code.againSeconds, demo: config.DEMO }
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [shop, user] = await Promise.all([serverLoader(), dataOf(get<UserInfoView>('/user/userInfo'))])
  return { ...shop, user }
}
clientLoader.hydrate = true as const

export default function ChangeMobilePage({ loaderData }: Route.ComponentProps) {
  const { againSeconds, demo, user } = loaderData as Awaited<ReturnType<typeof clientLoader>>
  const [asked, setAsked] = useState<(Wish & { againAt: string }) | null>(null)
  if (asked)
    return (
      <ChangeFrame title={m.identity_code_title()} lead={m.identity_code_lead({ account: asked.mobile })}>
        {demo && <MailboxHint />}
        <ConfirmCodeForm
          call="/user/confirmMobile"
          action={m.identity_change_mobile_action()}
          done={m.identity_change_mobile_done()}
        />
        <div className="mt-6">
          <SendAgain
            againAt={asked.againAt}
            seconds={againSeconds}
            onAgain={(againAt) => setAsked({ ...asked, againAt })}
            send={() => dataOf(post('/user/changeMobile', { mobile: asked.mobile, password: asked.password }))}
          />
        </div>
      </ChangeFrame>
    )
  return (
    <ChangeFrame
      title={m.identity_change_mobile_title()}
      lead={
        user.mobile
          ? m.identity_change_mobile_lead({ mobile: maskMobile(user.mobile) })
          : m.identity_change_mobile_first()
      }
    >
      <AskForm onSent={(wish) => setAsked({ ...wish, againAt: againIn(againSeconds) })} />
    </ChangeFrame>
  )
}

function AskForm({ onSent }: { onSent: (wish: Wish) => void }) {
  const { store } = useShell()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { mobile: '', password: '' },
    {
      mobile: (text) => (readMobile(text, store.country) ? undefined : m.identity_change_mobile_error()),
      password: (text) => (text ? undefined : m.identity_password_error()),
    },
  )

  async function ask() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(post('/user/changeMobile', form.values, { loading: true, beside: true }))
      onSent(form.values)
    } catch (failure) {
      if (!form.takeErrors(failure, { mobile: m.identity_change_mobile_error() }) && failure instanceof ApiError)
        sayOfChange(failure, form, 'mobile')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={ask} className="grid gap-6">
      <TextField
        label={m.identity_change_mobile_new()}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        {...form.text('mobile')}
      />
      <PasswordField label={m.identity_password()} autoComplete="current-password" {...form.text('password')} />
      <WhatFollows />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.identity_send_code()}
      </Button>
    </Form>
  )
}
