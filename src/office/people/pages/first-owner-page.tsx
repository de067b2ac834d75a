/** /setup#…: the first owner of a shop in which nobody can sign in yet says who they are; then come password and authenticator. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { language } from '../../../ui/language.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { Route } from './+types/first-owner-page'
import { SignInFrame } from './sign-in-frame.tsx'

export const meta: Route.MetaFunction = () => [{ title: `${m.office_people_first_title()} · Karat` }]

const TOKEN = /^#([\w-]{43})$/

export default function FirstOwnerPage() {
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(TOKEN.exec(location.hash)?.[1] ?? null), [])
  return (
    <SignInFrame title={m.office_people_first_title()} lead={token ? m.office_people_first_lead() : undefined}>
      {token === undefined && <Skeleton className="h-60" />}
      {token === null && <ErrorState title={m.office_people_first_none()} />}
      {token && <Owner token={token} />}
    </SignInFrame>
  )
}

function Owner({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm(
    { name: '', email: '' },
    {
      name: (text) => (text.trim().length < 2 ? m.office_people_first_name_error() : undefined),
      email: (text) =>
        /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : m.office_people_first_email_error(),
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const begin = () =>
    submit(async () => {
      const { name, email } = form.values
      const wish = { token, name: name.trim(), email: email.trim(), language: language() }
      const { link } = await officePost<{ link: string }>('/staff/beginAsOwner', wish, { quiet: true })
      await navigate(link, { replace: true })
    })
  return (
    <Form form={form} onSubmit={begin}>
      <TextField label={m.office_people_first_name()} autoComplete="name" maxLength={80} {...form.text('name')} />
      <TextField
        label={m.office_people_first_email()}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...form.text('email')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.office_people_first_go()}
      </Button>
    </Form>
  )
}
