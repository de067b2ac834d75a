/** /signup: e-mail or mobile number, and the member agreement; sends a code. */
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { agreementInForce } from '../../content/agreement-queries.ts'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldError, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { codesOf, keepLinkCodes, keptLinkCodes } from '../../ui/link-codes.ts'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { useForm } from '../../ui/use-form.ts'
import { readAccount } from '../account-rules.ts'
import type { Route } from './+types/sign-up-page'
import { AccountFrame } from './account-frame.tsx'
import { sendCode } from './send-code.ts'
import { useReturn } from './use-return.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store } = context.get(pageContext)
  const agreement = await agreementInForce(karat.db, store.code)
  return { agreement, againSeconds: karat.settings.code.againSeconds }
}

export default function SignUpPage({ loaderData: { agreement, againSeconds } }: Route.ComponentProps) {
  const { store } = useShell()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [codes, setCodes] = useState(() => codesOf(search))
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    keepLinkCodes(search.toString())
    setCodes(keptLinkCodes())
  }, [search])
  const form = useForm<{ account: string; agreed: boolean }>(
    { account: '', agreed: false },
    {
      account: (text) => (readAccount(text, store.country) ? undefined : m.identity_account_error()),
      agreed: (yes) => (yes ? undefined : m.identity_agreement_error()),
    },
  )

  useReturn()

  async function send() {
    const account = readAccount(form.values.account, store.country)
    if (!form.check() || !account) return
    setBusy(true)
    try {
      const to = account.channel === 'email' ? { email: account.destination } : { mobile: account.destination }
      await sendCode({ ...to, agreement_version: agreement, ...codes }, againSeconds)
      await navigate('/signup2')
    } catch (failure) {
      const said = failure instanceof ApiError && failure.error !== 'invalid_input'
      form.refuse('account', said ? failure.message : m.identity_account_error())
    } finally {
      setBusy(false)
    }
  }

  return (
    <AccountFrame title={m.identity_sign_up_title()} lead={m.identity_sign_up_lead()}>
      <Form form={form} onSubmit={send}>
        <TextField
          label={m.identity_account()}
          help={m.identity_account_help()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...form.text('account')}
        />
        <Agreement
          version={agreement}
          agreed={form.values.agreed}
          error={form.error('agreed')}
          onChange={(yes) => form.set('agreed', yes)}
        />
        {codes.invite && <p className="small text-ink-2">{m.identity_invited({ code: codes.invite })}</p>}
        <Button type="submit" size="l" busy={busy}>
          {m.identity_send_code()}
        </Button>
      </Form>
      <p className="mt-8 border-t border-line pt-6 text-ink-2">
        {m.identity_have_one()}
        <SentenceGap />
        <Link to={`/login?${search}`} className="link min-h-11">
          {m.ui_log_in()}
        </Link>
      </p>
    </AccountFrame>
  )
}

type AgreementProps = { version: string; agreed: boolean; error: string | undefined; onChange: (yes: boolean) => void }

const Agreement = ({ version, agreed, error, onChange }: AgreementProps) => (
  <div>
    <Checkbox
      label={m.identity_agreement({ version: version.replaceAll('-', '\u2011') })}
      checked={agreed}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'agreed-error' : undefined}
      onChange={(event) => onChange(event.target.checked)}
    />
    <Link to="/agreement" target="_blank" className="link ml-8 min-h-11 text-sm">
      {m.identity_agreement_read()}
    </Link>
    {error && <FieldError id="agreed-error">{error}</FieldError>}
  </div>
)
