/** What an agent prepares for a client: grams by amount or weight, or pieces of a product. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { currency } from '../../ui/session.ts'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { PreparedListView } from '../preparations/preparation-contract.ts'
import { readValue } from './typed-value-rules.ts'

type Props = { clientId: string; name: string; onPrepared: (list: PreparedListView) => void }

export function PrepareForm({ clientId, name, onPrepared }: Props) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({ by: 'amount' as string, value: '', sku_id: '', quantity: '1', words: '' }, checks)
  const { by } = form.values
  const isPieces = by === 'pieces'

  async function submit() {
    setRefused(null)
    if (!form.check()) return
    setBusy(true)
    const { value, sku_id: sku, quantity, words } = form.values
    const named = isPieces
      ? { sku_id: Number(sku), quantity: Number(quantity) }
      : { value: readValue(value, by, currency()) ?? '' }
    try {
      const wish = { client_id: clientId, by, words: words.trim(), ...named }
      onPrepared(await dataOf(send<PreparedListView>('/agents/prepare', wish, { beside: true })))
      toastDone(m.agents_prepared_toast({ name }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!form.takeErrors(failure)) setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit} className="panel grid gap-5 p-5">
      <p className="small text-ink-2">{m.agents_prepare_text()}</p>
      <Select label={m.agents_prepare_by()} choices={choices()} {...form.text('by')} />
      {isPieces ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={m.agents_prepare_sku()}
            help={m.agents_prepare_sku_help()}
            inputMode="numeric"
            maxLength={9}
            {...form.text('sku_id')}
          />
          <TextField label={m.agents_prepare_quantity()} inputMode="numeric" maxLength={3} {...form.text('quantity')} />
        </div>
      ) : (
        <TextField
          label={by === 'weight' ? m.agents_prepare_weight() : m.agents_prepare_amount({ currency: currency() })}
          inputMode="decimal"
          maxLength={18}
          {...form.text('value')}
        />
      )}
      <TextField label={m.agents_prepare_words()} maxLength={200} {...form.text('words')} />
      {refused && <ErrorState title={refused} />}
      <div>
        <Button type="submit" busy={busy}>
          {m.agents_prepare_send()}
        </Button>
      </div>
    </Form>
  )
}

const choices = () => [
  { value: 'amount', label: m.agents_by_amount() },
  { value: 'weight', label: m.agents_by_weight() },
  { value: 'pieces', label: m.agents_by_pieces() },
]

const checks = {
  value: (text: string, { by }: { by: string }) =>
    by === 'pieces' || readValue(text, by, currency()) !== null ? undefined : m.agents_prepare_value_error(),
  sku_id: (text: string, { by }: { by: string }) =>
    by !== 'pieces' || /^[1-9]\d{0,8}$/.test(text) ? undefined : m.agents_prepare_sku_error(),
  quantity: (text: string, { by }: { by: string }) =>
    by !== 'pieces' || /^([1-9]\d?|100)$/.test(text) ? undefined : m.agents_prepare_quantity_error(),
}
