/** /user/messageChoices: which messages beside account and orders the member wants; the others always come. */
import { type ReactNode, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { PersonalDataView } from '../personal-contract.ts'
import type { Route } from './+types/message-choices-page'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

type Choices = { back_in_stock: boolean; price_alert: boolean; news: boolean }

export async function clientLoader() {
  const [choices, { email, mobile }] = await Promise.all([
    dataOf(get<Choices>('/user/message_choices')),
    dataOf(get<PersonalDataView>('/user/personalData')),
  ])
  return { choices, sentTo: email ?? mobile }
}

export default function MessageChoicesPage({ loaderData: { choices, sentTo } }: Route.ComponentProps) {
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.ui_messages_title()}</PageTitle>
      <h1 className="h1">{m.ui_messages_title()}</h1>
      <p className="mt-3 break-words text-ink-2">
        {sentTo === null ? m.identity_messages_lead() : m.identity_messages_lead_to({ to: sentTo })}
      </p>
      <ChoiceForm choices={choices} />
      <section className="mt-12" aria-label={m.identity_messages_always()}>
        <h2 className="h3 mb-3">{m.identity_messages_always()}</h2>
        <ul className="border-t border-line">
          <Always title={m.identity_messages_safety()} text={m.identity_messages_safety_text()} />
          <Always title={m.identity_messages_orders()} text={m.identity_messages_orders_text()} />
        </ul>
        <p className="small mt-4 text-ink-2">{m.identity_messages_always_text()}</p>
      </section>
    </div>
  )
}

function ChoiceForm({ choices }: { choices: Choices }) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const form = useForm(choices, {})

  async function save() {
    setBusy(true)
    try {
      await dataOf(send('/user/set_message_choices', form.values, { loading: true }))
      toastDone(m.identity_personal_saved())
    } catch {
      // The refusal was said in a toast; what was chosen stands.
    } finally {
      setBusy(false)
    }
  }

  const choice = (name: keyof Choices) => ({
    checked: form.values[name],
    onChange: (wanted: boolean) => form.set(name, wanted),
  })
  return (
    <Form form={form} onSubmit={save} className="mt-8 grid gap-6">
      <fieldset>
        <legend className="h3 mb-3">{m.identity_messages_chosen()}</legend>
        <div className="border-t border-line">
          <Choice
            title={m.identity_messages_back()}
            text={m.identity_messages_back_text()}
            {...choice('back_in_stock')}
          />
          <Choice
            title={m.identity_messages_price()}
            text={m.identity_messages_price_text()}
            {...choice('price_alert')}
          />
          <Choice title={m.identity_messages_news()} text={m.identity_messages_news_text()} {...choice('news')} />
        </div>
      </fieldset>
      <Button type="submit" busy={busy} className="justify-self-start max-md:w-full">
        {m.identity_personal_save()}
      </Button>
    </Form>
  )
}

type ChoiceProps = { title: string; text: string; checked: boolean; onChange: (wanted: boolean) => void }

const Choice = ({ title, text, checked, onChange }: ChoiceProps) => (
  <label className="grid grid-cols-[24px_minmax(0,1fr)] items-start gap-x-3 border-b border-line py-4">
    <input
      type="checkbox"
      className="checkbox mt-0.5"
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <Said title={title}>{text}</Said>
  </label>
)

const Always = ({ title, text }: { title: string; text: string }) => (
  <li className="grid grid-cols-[24px_minmax(0,1fr)] items-start gap-x-3 border-b border-line py-4">
    <Icon name="check" className="mt-0.5 text-ink-2" />
    <Said title={title}>{text}</Said>
  </li>
)

const Said = ({ title, children }: { title: string; children: ReactNode }) => (
  <span className="min-w-0">
    <span className="block font-medium">{title}</span>
    <span className="small block text-ink-2">{children}</span>
  </span>
)
