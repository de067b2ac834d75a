/** /user/settingEmail: the first e-mail address of an account, by a code sent to it. One that has an address is led to where it changes. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { PersonalDataView } from '../personal-contract.ts'
import type { Route } from './+types/setting-email-page'
import { AlreadySet } from './already-set.tsx'
import { AskEmailForm } from './ask-email-form.tsx'
import { ConfirmCodeForm } from './confirm-code-form.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<PersonalDataView>('/user/personalData'))

export default function SettingEmailPage({ loaderData: { email } }: Route.ComponentProps) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <div className="max-w-[560px]">
      <PageTitle>{m.identity_setting_email_title()}</PageTitle>
      <h1 className="h1">
        <WholeWords text={m.identity_setting_email_title()} />
      </h1>
      {email ? (
        <AlreadySet
          text={m.identity_setting_email_is({ email })}
          to="/user/changeEmail"
          action={m.identity_setting_email_change()}
        />
      ) : (
        <>
          <p className="mt-3 mb-8 text-ink-2">
            {asked ? m.identity_setting_email_sent({ email: asked }) : m.identity_setting_email_lead()}
          </p>
          {asked ? (
            <ConfirmCodeForm
              call="/user/settingEmail"
              action={m.identity_setting_email_confirm()}
              done={m.identity_setting_email_done()}
            >
              <Button kind="ghost" size="l" className="max-md:w-full" onClick={() => setAsked(null)}>
                {m.identity_setting_email_other()}
              </Button>
            </ConfirmCodeForm>
          ) : (
            <AskEmailForm
              call="/user/sendSettingEmailCode"
              label={m.identity_personal_email()}
              action={m.identity_setting_email_send()}
              onSent={({ email: sentTo }) => setAsked(sentTo.trim())}
            />
          )}
        </>
      )}
    </div>
  )
}
