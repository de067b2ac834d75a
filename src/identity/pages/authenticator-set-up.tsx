/** Three steps on one page: the password, the code to scan, the first code of the app. What was typed stays. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { AuthenticatorSecretView, RecoveryCodesView } from '../factors-contract.ts'
import { readAppCode } from '../second-factor-rules.ts'
import { CopyButton } from './copy-button.tsx'
import { PasswordField } from './password-field.tsx'

export function AuthenticatorSetUp({ onOn }: { onOn: (recoveryCodes: string[]) => void }) {
  const [secret, setSecret] = useState<AuthenticatorSecretView | null>(null)
  return secret ? <ScanAndConfirm secret={secret} onOn={onOn} /> : <AskPassword onSecret={setSecret} />
}

function AskPassword({ onSecret }: { onSecret: (secret: AuthenticatorSecretView) => void }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm({ password: '' }, { password: (text) => (text ? undefined : m.identity_password_error()) })

  async function begin() {
    if (!form.check()) return
    setBusy(true)
    try {
      onSecret(await dataOf(send('/user/beginAuthenticator', form.values, { loading: true })))
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure) && failure.error.startsWith('sign_in_'))
        form.refuse('password', failure.error === 'sign_in_refused' ? m.identity_app_password_wrong() : failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={begin} className="grid gap-5">
      <PasswordField
        label={m.identity_password()}
        help={m.identity_app_step_password()}
        autoComplete="current-password"
        {...form.text('password')}
      />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.identity_app_begin()}
      </Button>
    </Form>
  )
}

const groupsOf4 = (text: string) => text.match(/.{1,4}/g) ?? []

function ScanAndConfirm({ secret, onOn }: { secret: AuthenticatorSecretView; onOn: (codes: string[]) => void }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm({ code: '' }, { code: (text) => (readAppCode(text) ? undefined : m.identity_app_code_error()) })

  async function confirm() {
    if (!form.check()) return
    setBusy(true)
    try {
      const code = readAppCode(form.values.code)
      const { recovery_codes } = await dataOf(
        send<RecoveryCodesView>('/user/confirmAuthenticator', { code }, { loading: true }),
      )
      onOn(recovery_codes)
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure)) form.refuse('code', failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-8">
      <section aria-label={m.identity_app_scan()}>
        <h2 className="h3">{m.identity_app_scan()}</h2>
        <div className="mt-4 grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
          <div className="justify-self-start rounded-panel border border-line">
            <QrCode qr={secret.qr} name={m.identity_app_qr()} className="size-52" />
          </div>
          <div className="grid content-start justify-items-start gap-3">
            <a href={secret.address} className="link inline-flex min-h-11 items-center gap-2">
              <Icon name="device-mobile" className="flex-none" />
              {m.identity_app_open()}
            </a>
            <p className="small text-ink-2">{m.identity_app_type()}</p>
            <p
              className="flex flex-wrap gap-x-3 gap-y-1 text-[17px] leading-6 font-semibold tracking-[0.04em]"
              data-secret
            >
              {groupsOf4(secret.secret).map((group, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one secret never move
                <span key={place}>{group}</span>
              ))}
            </p>
            <CopyButton text={secret.secret} />
          </div>
        </div>
      </section>
      <Form form={form} onSubmit={confirm} className="grid gap-5 border-t border-line pt-6">
        <h2 className="h3">{m.identity_app_enter()}</h2>
        <TextField
          label={m.identity_app_code()}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          className="max-w-[240px] text-[20px] tracking-[0.12em]"
          {...form.text('code')}
        />
        <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
          {m.identity_app_confirm()}
        </Button>
      </Form>
    </div>
  )
}
