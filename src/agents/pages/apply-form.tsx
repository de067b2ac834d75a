/** The application: what the desk should know, the tax number, the signature under the terms, then the PIN. */
import { useState } from 'react'
import { plainNumber } from '../../kyc/id-number-rules.ts'
import { SignaturePadField } from '../../kyc/pages/signature-pad-field.tsx'
import { inBase64 } from '../../kyc/pages/signature-text.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { keptForm } from '../../ui/kept-form.ts'
import { store } from '../../ui/session.ts'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { AgentPageView } from '../contract.ts'
import { isNumberOf } from '../tax-number-rules.ts'

/** Without the number: it is typed anew. */
const kept = keptForm<{ words: string }>('agents')

type Props = { terms: AgentPageView['terms']; onApplied: (page: AgentPageView) => void }

export function ApplyForm({ terms, onApplied }: Props) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ words: kept.read()?.words ?? '', tax_number: '' }, checks)

  async function sign(drawn: File) {
    setRefused(null)
    if (busy || !form.check()) return
    setBusy(true)
    kept.keep({ words: form.values.words })
    const { words, tax_number: number } = form.values
    const wish = {
      words: words.trim(),
      terms_version: terms.version,
      ...(number.trim() && { tax_number: number.trim() }),
    }
    try {
      const signature = await inBase64(drawn)
      const answer = await askPin({
        title: m.agents_pin_title(),
        lines: [[m.agents_tax(), number.trim() || m.agents_tax_none()]],
        text: m.agents_pin_sentence({ version: terms.version }),
        action: m.agents_pin_action(),
        toldBehind: true,
        submit: (pin) => send<AgentPageView>('/agents/apply', { ...wish, signature, pin }, { beside: true }),
      })
      if (answer?.status === 'success') {
        kept.forget()
        onApplied(answer.data)
        toastDone(m.agents_applied_toast())
      }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!form.takeErrors(failure)) setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel mt-10 grid gap-5 p-5 sm:p-6" aria-labelledby="apply">
      <h2 className="h3" id="apply">
        {m.agents_apply_title()}
      </h2>
      <Form form={form} onSubmit={async () => void form.check()}>
        <TextArea
          label={m.agents_words()}
          help={m.agents_words_help()}
          rows={3}
          maxLength={500}
          {...form.text('words')}
        />
        <TextField
          label={m.agents_tax_number()}
          help={store() === 'my' ? m.agents_tax_help_my() : m.agents_tax_help_id()}
          autoComplete="off"
          maxLength={25}
          {...form.text('tax_number')}
        />
      </Form>
      <div className="grid gap-3 border-t border-line pt-5">
        <h3 className="small font-semibold">{m.agents_sign()}</h3>
        <p className="small text-ink-2">{m.agents_sign_text()}</p>
        <SignaturePadField busy={busy} onUse={(drawn) => void sign(drawn)} />
      </div>
      {refused && <ErrorState title={refused} />}
    </section>
  )
}

const checks = {
  words: (text: string) => (text.trim().length < 10 ? m.agents_words_error() : undefined),
  tax_number: (text: string) =>
    text.trim() === '' || isNumberOf(store().toUpperCase(), plainNumber(text)) ? undefined : m.agents_tax_error(),
}
