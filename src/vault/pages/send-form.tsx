/** Whom grams are for, how much, and the words that go with them; the PIN confirms the person who was found. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { parseDecimal } from '../../money/money.ts'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { formatDecimal, formatGrams } from '../../ui/format.ts'
import { keptForm } from '../../ui/kept-form.ts'
import { language } from '../../ui/language.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { RecipientView, TransferView } from '../transfer-contract.ts'
import type { Card } from '../transfer-rules.ts'
import { useWhyNot } from './leave-words.ts'
import { isNothing, readAmount } from './typed-amount-rules.ts'

export const cardNames: Record<Card, () => string> = {
  none: m.vault_card_none,
  birthday: m.vault_card_birthday,
  wedding: m.vault_card_wedding,
  thanks: m.vault_card_thanks,
}

type SendProps = {
  there: string
  onSent: (transfer: TransferView) => Promise<void>
  /** What is there is not what it was. */
  onLess: () => Promise<void>
}

const nothing = { to: '', weight: '', card: 'none', note: '' }
const kept = keptForm<typeof nothing>('send')

export function SendForm({ there, ...then }: SendProps) {
  const { form, busy, refused, submit } = useSend(then)
  return (
    <Form form={form} onSubmit={submit} className="mt-8 grid gap-6">
      <TextField
        label={m.vault_send_to()}
        help={m.vault_send_to_help()}
        autoComplete="off"
        inputMode="email"
        maxLength={254}
        {...form.text('to')}
      />
      <TextField
        label={m.vault_weight()}
        help={m.vault_available({ amount: there })}
        autoComplete="off"
        inputMode="decimal"
        maxLength={18}
        {...form.text('weight')}
      />
      <Select
        label={m.vault_send_card()}
        choices={Object.entries(cardNames).map(([value, name]) => ({ value, label: name() }))}
        {...form.text('card')}
      />
      <TextArea label={m.vault_send_note()} rows={2} maxLength={140} {...form.text('note')} />
      {refused && <ErrorState title={refused} text={m.vault_send_not_moved()} />}
      <Button type="submit" size="l" busy={busy} className="w-full">
        {m.vault_send_continue()}
      </Button>
    </Form>
  )
}

function useSend({ onSent, onLess }: Omit<SendProps, 'there'>) {
  const send = useAttempt()
  const whyNot = useWhyNot()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm(kept.read() ?? nothing, {
    to: (text) => (text.trim() === '' ? m.vault_send_error_to() : undefined),
    weight: (text) => {
      const wire = readAmount(text, 4)
      return wire === null || isNothing(wire)
        ? m.vault_enter_grams({ example: formatDecimal('0.5', language()) })
        : undefined
    },
  })

  async function submit() {
    const weight = readAmount(form.values.weight, 4)
    if (!form.check() || weight === null) return
    setBusy(true)
    setRefused(null)
    kept.keep(form.values)
    try {
      const { to, card, note } = form.values
      const wish = { to: to.trim(), card, note: note.trim(), weight }
      const found = await dataOf(post<RecipientView>('/trade/transfer_recipient', { to: wish.to }, { beside: true }))
      const answer = await confirm(found, wish)
      if (answer?.status === 'success') {
        kept.forget()
        await onSent(answer.data)
      } else if (answer) setRefused(whyNot(answer))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.error === 'balance_too_low') {
        form.refuse('weight', m.vault_send_too_much())
        await onLess().catch(() => {})
      } else if (!form.takeErrors(failure)) setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }

  const confirm = (found: RecipientView, wish: { to: string; card: string; note: string; weight: string }) => {
    const grams = formatGrams(decimalOf(wish.weight), language())
    return askPin({
      title: m.vault_pin_title(),
      lines: [
        [m.vault_send_to(), found.is_member ? `${found.shown} (${wish.to})` : wish.to],
        [m.vault_weight(), grams],
      ],
      text: found.is_member
        ? m.vault_send_sentence({ grams, name: found.shown })
        : m.vault_send_sentence_link({ grams, to: wish.to }),
      action: m.vault_send_action({ grams }),
      toldBehind: true,
      submit: (pin) => send<TransferView>('/trade/transfer', { ...wish, shown: found.shown, pin }, { beside: true }),
    })
  }
  return { form, busy, refused, submit }
}

/** With four places, as amounts of gold are written. */
const decimalOf = (wire: string) => {
  const units = (parseDecimal(wire, 4) ?? 0n).toString().padStart(5, '0')
  return `${units.slice(0, -4)}.${units.slice(-4)}`
}
