/** /user/settingEmail: the first e-mail address of an account, by a code sent to it. One that has an address is led to where it changes. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import { readEmail } from '../account-rules.ts'
import type { PersonalDataView } from '../personal-contract.ts'
import type { Route } from './+types/setting-email-page'
import { AlreadySet } from './already-set.tsx'
import { ConfirmCodeForm } from './confirm-code-form.tsx'
import { PasswordField } from './password-field.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<PersonalDataView>('/user/personalData'))

export default function SettingEmailPage({ loaderData: { email } }: Route.ComponentProps) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <div className="max-w-[560px]">
      <title>{`${m.setting_email_title()} · Karat`}</title>
      <h1 className="h1">
        <WholeWords text={m.setting_email_title()} />
      </h1>
      {email ? (
        <AlreadySet text={m.setting_email_is({ email })} to="/user/changeEmail" action={m.setting_email_change()} />
      ) : (
        <>
          <p className="mt-3 mb-8 text-ink-2">
            {asked ? m.setting_email_sent({ email: asked }) : m.setting_email_lead()}
          </p>
          {asked ? (
            <ConfirmCodeForm call="/user/settingEmail" action={m.setting_email_confirm()} done={m.setting_email_done()}>
              <Button kind="ghost" size="l" className="max-md:w-full" onClick={() => setAsked(null)}>
                {m.setting_email_other()}
              </Button>
            </ConfirmCodeForm>
          ) : (
            <AskEmail onAsked={setAsked} />
          )}
        </>
      )}
    </div>
  )
}

function AskEmail({ onAsked }: { onAsked: (email: string) => void }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(
    { email: '', password: '' },
    {
      email: (text) => (readEmail(text) ? undefined : m.setting_email_error()),
      password: (text) => (text ? undefined : m.account_password_error()),
    },
  )

  async function ask() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send('/user/sendSettingEmailCode', form.values, { loading: true }))
      onAsked(form.values.email.trim())
    } catch (failure) {
      if (!(failure instanceof ApiError) || form.takeErrors(failure)) return
      if (failure.error === 'sign_in_refused') form.refuse('password', m.app_password_wrong())
      else if (failure.error === 'code_too_soon') form.refuse('email', failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={ask}>
      <TextField
        label={m.personal_email()}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...form.text('email')}
      />
      <PasswordField label={m.account_password()} autoComplete="current-password" {...form.text('password')} />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.setting_email_send()}
      </Button>
    </Form>
  )
}
