/** /user/security/passkeys: those of the account, one more, one less. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/fields.tsx'
import { Moment } from '../../ui/figures.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { PasskeysView } from '../passkey-contract.ts'
import type { SecurityStateView } from '../security-contract.ts'
import type { Route } from './+types/passkeys-page'
import { type FactorAsked, FactorField, sayFactor, useFactor } from './factor-field.tsx'
import { addPasskey, canUsePasskeys, PasskeyNotUsed } from './passkey-browser.ts'
import { PasswordField } from './password-field.tsx'
import { RemovePasskey } from './remove-passkey.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export async function clientLoader() {
  const [{ passkeys, max }, state] = await Promise.all([
    dataOf(get<PasskeysView>('/user/passkeys')),
    dataOf(get<SecurityStateView>('/user/security')),
  ])
  return { passkeys, max, asked: { app: state.authenticator, passkey: passkeys.length > 0 } }
}

export default function PasskeysPage({ loaderData: { passkeys, max, asked } }: Route.ComponentProps) {
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.ui_passkeys_title()}</PageTitle>
      <h1 className="h1">{m.ui_passkeys_title()}</h1>
      <p className="mt-3 text-ink-2">{m.identity_passkeys_lead()}</p>
      <section className="mt-8" aria-label={m.identity_passkeys_own()}>
        <h2 className="h3 mb-3">{m.identity_passkeys_own()}</h2>
        {passkeys.length === 0 ? (
          <p className="border-y border-line py-5 text-ink-2">{m.identity_passkeys_none()}</p>
        ) : (
          <ul className="border-t border-line">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} asked={asked} />
            ))}
          </ul>
        )}
      </section>
      <section className="mt-12" aria-label={m.identity_passkeys_add()}>
        <h2 className="h3">{m.identity_passkeys_add()}</h2>
        {passkeys.length >= max ? (
          <p className="mt-1 text-ink-2">{m.identity_passkeys_max({ max })}</p>
        ) : canUsePasskeys() ? (
          <NewPasskey asked={asked} />
        ) : (
          <p className="mt-1 text-ink-2">{m.identity_passkeys_unsupported()}</p>
        )}
      </section>
    </div>
  )
}

type Passkey = PasskeysView['passkeys'][number]

const PasskeyRow = ({ passkey, asked }: { passkey: Passkey; asked: FactorAsked }) => (
  <li className="grid grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-line py-4 sm:grid-cols-[24px_minmax(0,1fr)_auto]">
    <Icon name="fingerprint" className="mt-0.5 self-start" />
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
        <span className="min-w-0 break-words">{passkey.name}</span>
        {passkey.synced && <Tag>{m.identity_passkeys_synced()}</Tag>}
      </p>
      <p className="small text-ink-2">
        {m.identity_passkeys_added_on()} <Moment at={passkey.created_at} /> ·{' '}
        {passkey.last_used_at ? (
          <>
            {m.identity_passkeys_used_on()} <Moment at={passkey.last_used_at} />
          </>
        ) : (
          m.identity_passkeys_never_used()
        )}
      </p>
    </div>
    <RemovePasskey passkey={passkey} asked={asked} />
  </li>
)

function NewPasskey({ asked }: { asked: FactorAsked }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const factor = useFactor(asked)
  const form = useForm(
    { name: '', password: '', code: '' },
    {
      name: (text) => (text.trim() ? undefined : m.identity_passkeys_name_error()),
      password: (text) => (text ? undefined : m.identity_password_error()),
      code: factor.check,
    },
  )

  async function add() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      const { name, password, code } = form.values
      await addPasskey({ name, password, ...(await factor.proof(code)) })
      toastDone(m.identity_passkeys_added())
      await revalidate()
    } catch (failure) {
      sayWhy(failure)
    } finally {
      setBusy(false)
    }
  }

  function sayWhy(failure: unknown) {
    if (form.takeErrors(failure)) return
    const said = failure instanceof ApiError ? sayFactor(failure) : undefined
    if (said && /^(sign_in_refused|second_factor_)/.test((failure as ApiError).error))
      return form.refuse(said.at, said.words)
    if (failure instanceof ApiError || failure instanceof PasskeyNotUsed) return setRefusal(failure.message)
    setRefusal(m.ui_system_error())
  }

  return (
    <Form form={form} onSubmit={add} className="mt-1 grid gap-5">
      <p className="text-ink-2">{m.identity_passkeys_add_text()}</p>
      <TextField
        label={m.identity_passkeys_name()}
        help={m.identity_passkeys_name_help()}
        autoComplete="off"
        maxLength={60}
        {...form.text('name')}
      />
      <PasswordField
        label={m.identity_password()}
        help={m.identity_app_step_password()}
        autoComplete="current-password"
        {...form.text('password')}
      />
      <FactorField factor={factor} field={form.text('code')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.identity_passkeys_add()}
      </Button>
    </Form>
  )
}
