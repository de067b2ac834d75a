/** Tax number and source of funds: what the highest level asks for. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { store } from '../../ui/session.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { VerificationView } from '../contract.ts'
import { isTaxNumber, plainNumber } from '../id-number-rules.ts'
import { fundSources } from '../review-rules.ts'
import { Answer } from './review-parts.tsx'
import { sentence } from './sentence.ts'

const sources = {
  salary: m.kyc_funds_salary,
  business: m.kyc_funds_business,
  inheritance: m.kyc_funds_inheritance,
  sale: m.kyc_funds_sale,
  investments: m.kyc_funds_investments,
  other: m.kyc_funds_other,
}
const labels: Record<string, () => string> = { id: m.kyc_funds_tax_id, my: m.kyc_funds_tax_my }

export function FundsForm({ funds }: { funds: VerificationView['funds'] }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const country = store().toUpperCase()
  const form = useForm(
    { tax_number: '', source: funds.source ?? '', explanation: '' },
    {
      tax_number: (text) => (isTaxNumber(country, plainNumber(text)) ? undefined : sentence(m.field_tax_number())),
      source: (source) => (source ? undefined : m.kyc_funds_source_error()),
      explanation: (text) => (text.trim().length >= 20 ? undefined : m.kyc_funds_explanation_error()),
    },
  )

  async function tell() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send('/kyc/sendFunds', form.values, { loading: true }))
      toastDone(m.kyc_funds_sent())
      await revalidate()
    } catch (failure) {
      if (failure instanceof ApiError) form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={tell}>
      <Answer text={funds.answer} />
      <TextField
        label={(labels[store()] ?? m.kyc_funds_tax)()}
        autoComplete="off"
        maxLength={30}
        {...form.text('tax_number')}
      />
      <Select
        label={m.kyc_funds_source()}
        empty={m.kyc_real_name_choose()}
        choices={fundSources.map((value) => ({ value, label: sources[value]() }))}
        {...form.text('source')}
      />
      <TextArea
        label={m.kyc_funds_explanation()}
        help={m.kyc_funds_explanation_help()}
        maxLength={2000}
        rows={4}
        {...form.text('explanation')}
      />
      <Button type="submit" busy={busy} className="justify-self-start max-md:w-full">
        {m.kyc_funds_send()}
      </Button>
    </Form>
  )
}
