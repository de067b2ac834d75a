/** What a person of the house is asked to do about a member's data. */
import { useState } from 'react'
import { PasswordField } from '../../identity/pages/password-field.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards, Select, TextArea } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { DataRequestsView } from '../contract.ts'
import { type AskedKind, correctable } from '../request-rules.ts'
import { aboutWords } from './data-words.ts'
import { sayOfPassword } from './say-of-password.ts'

const empty = { about: '', words: '', password: '' }

export function AskForm({ onAsked }: { onAsked: (known: DataRequestsView) => void }) {
  const [kind, setKind] = useState<AskedKind>('correction')
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const isCorrection = kind === 'correction'
  const form = useForm(empty, {
    about: (about) => (isCorrection && !about ? m.rights_about_error() : undefined),
    words: (words) => (isCorrection && words.trim().length < 3 ? m.rights_words_correction_error() : undefined),
    password: (text) => (text ? undefined : m.identity_password_error()),
  })

  async function ask() {
    if (!form.check()) return
    setBusy(true)
    const { about, ...wish } = form.values
    try {
      const body = { kind, ...wish, ...(isCorrection ? { about } : {}) }
      onAsked(await dataOf(send<DataRequestsView>('/user/askForData', body, { beside: true })))
      toastDone(m.rights_sent())
      form.clear('about', 'words', 'password')
    } catch (failure) {
      sayOfPassword(failure, form)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={ask} className="grid gap-6">
      <RadioCards
        legend={m.rights_ask_what()}
        name="kind"
        value={kind}
        onChange={(value) => setKind(value as AskedKind)}
        cards={[
          { value: 'correction', title: m.rights_ask_correction(), text: m.rights_ask_correction_text() },
          { value: 'restriction', title: m.rights_ask_restriction(), text: m.rights_ask_restriction_text() },
          { value: 'deletion', title: m.rights_ask_deletion(), text: m.rights_ask_deletion_text() },
        ]}
      />
      {isCorrection && (
        <Select
          label={m.rights_about()}
          empty={m.rights_about_choose()}
          choices={correctable.map((value) => ({ value, label: aboutWords[value]() }))}
          {...form.text('about')}
        />
      )}
      <TextArea
        label={isCorrection ? m.rights_words_correction() : m.rights_words_other()}
        maxLength={2000}
        {...form.text('words')}
      />
      <PasswordField
        label={m.rights_password()}
        help={m.rights_password_help()}
        autoComplete="current-password"
        {...form.text('password')}
      />
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.rights_send()}
      </Button>
    </Form>
  )
}
