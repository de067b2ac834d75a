/** The terms of a firm quote; what the member will see is said before it is sent. */
import type { OfficeRequestView } from '../../../business/office-contract.ts'
import { buyerWords } from '../../../business/pages/business-words.ts'
import { buyerKinds } from '../../../business/request-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { settings } from '../../../settings.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { request: OfficeRequestView; reload: () => Promise<void> }

const { mostBps } = settings.business
const isBps = (text: string) => /^\d{1,4}$/.test(text) && Number(text) <= mostBps

export function QuoteForm({ request, reload }: Props) {
  const { request_id, offer, company, number, side } = request
  const form = useForm(
    {
      bps: offer ? String(offer.bps) : '',
      buyer_kind: (offer?.buyer_kind ?? company.buyer_kind) as string,
      letter_until: (offer ? offer.letter_until : company.letter_until) ?? '',
      words: '',
    },
    {
      bps: (text) => (isBps(text) ? undefined : m.office_business_bps_error({ most: mostBps })),
      letter_until: (day, { buyer_kind }) =>
        buyer_kind === 'small_business' && !day ? m.office_business_letter_error() : undefined,
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function send() {
    const { bps, buyer_kind, letter_until, words } = form.values
    const letter = buyer_kind !== 'end_consumer' && letter_until ? { letter_until } : {}
    const wish = { request_id, bps: Number(bps), buyer_kind, words: words.trim(), ...letter }
    await officePost('/business/quote', wish, { quiet: true })
    form.clear('words')
    toastDone(m.office_business_quoted({ number }))
    await reload()
  }
  return (
    <Form form={form} onSubmit={() => submit(send)} className="grid gap-4">
      <TextField
        label={side === 'buy' ? m.office_business_bps_over() : m.office_business_bps_under()}
        help={m.office_business_bps_help()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        {...form.text('bps')}
      />
      <Select
        label={m.office_business_buyer_checked()}
        choices={buyerKinds.map((value) => ({ value, label: buyerWords[value]() }))}
        {...form.text('buyer_kind')}
      />
      {form.values.buyer_kind !== 'end_consumer' && (
        <TextField
          label={m.office_business_letter_seen()}
          help={m.office_business_letter_help()}
          type="date"
          {...form.text('letter_until')}
        />
      )}
      <TextArea label={m.office_business_words()} rows={2} maxLength={500} {...form.text('words')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <p className="small text-ink-2">{m.office_business_quote_text({ seconds: settings.business.quoteSeconds })}</p>
      <div>
        <Button type="submit" busy={busy}>
          {offer ? m.office_business_quote_again() : m.office_business_quote()}
        </Button>
      </div>
    </Form>
  )
}
