/** What a member asks the desk to price. Nothing is bound by it; what was typed stays until it is sent. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { parseDecimal, weight, weightText } from '../../money/money.ts'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards, TextArea, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { formatPieceWeight } from '../../ui/format.ts'
import { keptForm } from '../../ui/kept-form.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import { readAmount } from '../../vault/pages/typed-amount-rules.ts'
import type { BusinessRequestView } from '../contract.ts'
import { leastWeight, mostWeight } from '../request-rules.ts'
import { deliveryWords, sideWords } from './business-words.ts'

const nothing = { side: 'buy', weight: '', delivery: 'vault', words: '' }
const kept = keptForm<typeof nothing>('business')
const grams = (units: bigint) => formatPieceWeight(weightText(weight(units)), language())

export function RequestForm({ onMade }: { onMade: (request: BusinessRequestView) => void }) {
  const { form, busy, refused, submit } = useRequest(onMade)
  const { side, delivery } = form.values
  return (
    <section className="mt-10" aria-labelledby="request">
      <h2 className="h2" id="request">
        {m.business_request()}
      </h2>
      <Form form={form} onSubmit={submit} className="mt-5 grid gap-6">
        <RadioCards
          legend={m.business_side()}
          name="side"
          cards={[
            { value: 'buy', title: sideWords.buy(), text: m.business_side_buy_text() },
            { value: 'sell', title: sideWords.sell(), text: m.business_side_sell_text() },
          ]}
          value={side}
          onChange={(value) => {
            form.set('side', value)
            if (value === 'sell') form.set('delivery', 'vault')
          }}
        />
        <TextField
          label={m.business_weight()}
          help={m.business_weight_help({ least: grams(leastWeight), most: grams(mostWeight) })}
          autoComplete="off"
          inputMode="decimal"
          maxLength={18}
          {...form.text('weight')}
        />
        {side === 'buy' && (
          <RadioCards
            legend={m.business_delivery()}
            name="delivery"
            cards={[
              { value: 'vault', title: deliveryWords.vault(), text: m.business_delivery_vault_text() },
              { value: 'delivery', title: deliveryWords.delivery(), text: m.business_delivery_delivery_text() },
            ]}
            value={delivery}
            onChange={(value) => form.set('delivery', value)}
          />
        )}
        <TextArea
          label={m.business_words()}
          help={m.business_words_help()}
          rows={3}
          maxLength={500}
          {...form.text('words')}
        />
        {refused && <ErrorState title={refused} />}
        <p className="small text-ink-2">{m.business_request_binds_nothing()}</p>
        <Button type="submit" size="l" busy={busy} className="w-full">
          {m.business_request_send()}
        </Button>
      </Form>
    </section>
  )
}

function useRequest(onMade: (request: BusinessRequestView) => void) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm(kept.read() ?? nothing, { weight: wrongWeight })

  async function submit() {
    setRefused(null)
    const typed = readAmount(form.values.weight, 4)
    if (!form.check() || typed === null) return
    setBusy(true)
    kept.keep(form.values)
    try {
      const wish = { ...form.values, weight: typed, words: form.values.words.trim() }
      const made = await dataOf(send<BusinessRequestView>('/trade/business_request', wish, { beside: true }))
      kept.forget()
      onMade(made)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!form.takeErrors(failure)) setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return { form, busy, refused, submit }
}

function wrongWeight(text: string): string | undefined {
  const typed = readAmount(text, 4)
  const units = typed === null ? null : parseDecimal(typed, 4)
  if (units === null || units < leastWeight || units > mostWeight)
    return m.business_error_weight({ least: grams(leastWeight), most: grams(mostWeight) })
  return undefined
}
