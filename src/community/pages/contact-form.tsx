/** A message to the staff. What was typed stays until it has arrived. */
import { useEffect, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Received } from '../../ui/received.tsx'
import { useUserInfo } from '../../ui/session.ts'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { messageTopics } from '../community-rules.ts'
import { topicWords } from './topic-words.ts'

const empty = { name: '', email: '', topic: '', text: '' }

export function ContactForm() {
  const form = useForm(empty, {
    name: (text) => (text.trim() ? undefined : m.community_contact_name_error()),
    email: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : m.community_contact_email_error()),
    topic: (topic) => (topic ? undefined : m.community_contact_topic_error()),
    text: (text) => (text.trim().length >= 10 ? undefined : m.community_contact_text_error()),
  })
  const [number, setNumber] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = useAttempt()
  usePrefilled(form)

  async function send() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { number: given } = await dataOf(attempt<{ number: string }>('/home/contactUs', form.values))
      setNumber(given)
    } catch (failure) {
      form.takeErrors(failure, { email: m.community_contact_email_error() })
    } finally {
      setBusy(false)
    }
  }

  if (number)
    return (
      <Received title={m.community_contact_received()}>
        <p className="text-ink-2">{m.community_contact_received_text({ number, email: form.values.email })}</p>
      </Received>
    )
  return (
    <Form form={form} onSubmit={send} className="grid gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label={m.community_contact_name()} autoComplete="name" maxLength={80} {...form.text('name')} />
        <TextField
          label={m.community_contact_email()}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          {...form.text('email')}
        />
      </div>
      <Select
        label={m.community_contact_topic()}
        empty={m.community_contact_topic_choose()}
        choices={messageTopics.map((value) => ({ value, label: topicWords[value]() }))}
        {...form.text('topic')}
      />
      <TextArea
        label={m.community_contact_text()}
        help={m.community_contact_text_help()}
        rows={7}
        maxLength={4000}
        {...form.text('text')}
      />
      <div>
        <Button type="submit" size="l" busy={busy} className="max-md:w-full">
          {m.community_contact_send()}
        </Button>
      </div>
    </Form>
  )
}

/** A member does not type what we know. */
function usePrefilled({ offer }: Pick<ReturnType<typeof useForm<typeof empty>>, 'offer'>) {
  const user = useUserInfo()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known who is here
  useEffect(() => {
    if (user?.name) offer('name', user.name)
    if (typeof user?.email === 'string') offer('email', user.email)
  }, [user?.name])
}
