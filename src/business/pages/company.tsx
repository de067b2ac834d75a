/** The company that a member trades for: what is known of it, or the form that tells it. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { BusinessView, CompanyView } from '../contract.ts'
import { buyerKinds } from '../request-rules.ts'
import { buyerWords } from './business-words.ts'

type Props = { company: CompanyView | null; onSaved: (business: BusinessView) => void }

export function Company({ company, onSaved }: Props) {
  const [editing, setEditing] = useState(company === null)
  return (
    <section className="panel mt-8 grid gap-5 p-5 sm:p-6" aria-labelledby="company">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="h3" id="company">
          {m.business_company()}
        </h2>
        {!editing && (
          <Button kind="ghost" size="s" onClick={() => setEditing(true)}>
            {m.business_company_change()}
          </Button>
        )}
      </div>
      {company && !editing ? (
        <CompanyFacts company={company} />
      ) : (
        <CompanyForm
          company={company}
          onCancel={company && (() => setEditing(false))}
          onSaved={(business) => {
            setEditing(false)
            onSaved(business)
          }}
        />
      )}
    </section>
  )
}

export const CompanyFacts = ({ company }: { company: CompanyView }) => (
  <dl className="kv small">
    <dt>{m.business_company_name()}</dt>
    <dd className="break-words">{company.name}</dd>
    <dt>{m.business_registration()}</dt>
    <dd className="break-words">{company.registration}</dd>
    <dt>{m.business_tax_number()}</dt>
    <dd>{company.tax_number}</dd>
    <dt>{m.business_address()}</dt>
    <dd className="break-words whitespace-pre-line">{company.address}</dd>
    <dt>{m.business_buyer_kind()}</dt>
    <dd>{buyerWords[company.buyer_kind]()}</dd>
    {company.letter_until && (
      <>
        <dt>{m.business_letter()}</dt>
        <dd className="break-words">
          {m.business_letter_valid({ number: company.letter_number ?? '–', day: company.letter_until })}
        </dd>
      </>
    )}
  </dl>
)

type FormProps = Props & { onCancel: (() => void) | null }

function CompanyForm({ company, onSaved, onCancel }: FormProps) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm(toldBefore(company), checks)

  async function submit() {
    setRefused(null)
    if (!form.check()) return
    setBusy(true)
    const { letter_number: number, letter_until: until, ...told } = form.values
    const letter = number.trim() ? { letter_number: number.trim(), letter_until: until } : {}
    try {
      onSaved(await dataOf(send<BusinessView>('/trade/business_company', { ...told, ...letter }, { beside: true })))
      toastDone(m.business_company_saved())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (!form.takeErrors(failure)) setRefused(failure.message)
    } finally {
      setBusy(false)
    }
  }
  const hasLetter = form.values.buyer_kind !== 'end_consumer'
  return (
    <Form form={form} onSubmit={submit}>
      <TextField label={m.business_company_name()} autoComplete="organization" maxLength={120} {...form.text('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={m.business_registration()} maxLength={40} {...form.text('registration')} />
        <TextField label={m.business_tax_number()} inputMode="numeric" maxLength={25} {...form.text('tax_number')} />
      </div>
      <TextArea label={m.business_address()} rows={2} maxLength={300} {...form.text('address')} />
      <Select
        label={m.business_buyer_kind()}
        help={m.business_buyer_help()}
        choices={buyerKinds.map((value) => ({ value, label: buyerWords[value]() }))}
        {...form.text('buyer_kind')}
      />
      {hasLetter && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={m.business_letter_number()} maxLength={60} {...form.text('letter_number')} />
          <TextField label={m.business_letter_until()} type="date" {...form.text('letter_until')} />
        </div>
      )}
      {refused && <ErrorState title={refused} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {m.business_company_save()}
        </Button>
        {onCancel && (
          <Button kind="ghost" onClick={onCancel}>
            {m.business_cancel()}
          </Button>
        )}
      </div>
    </Form>
  )
}

const toldBefore = (company: CompanyView | null) => ({
  name: company?.name ?? '',
  registration: company?.registration ?? '',
  tax_number: company?.tax_number ?? '',
  address: company?.address ?? '',
  buyer_kind: company?.buyer_kind ?? ('end_consumer' as string),
  letter_number: company?.letter_number ?? '',
  letter_until: company?.letter_until ?? '',
})

const least = (n: number, words: () => string) => (text: string) => (text.trim().length < n ? words() : undefined)
const checks = {
  name: least(3, m.business_error_name),
  registration: least(3, m.business_error_registration),
  tax_number: (text: string) => (/^[\d.\- ]{10,25}$/.test(text) ? undefined : m.business_error_tax_number()),
  address: least(10, m.business_error_address),
  letter_number: (text: string, { buyer_kind }: { buyer_kind: string }) =>
    buyer_kind === 'small_business' && text.trim().length < 3 ? m.business_error_certificate() : undefined,
  letter_until: (day: string, { letter_number, buyer_kind }: { letter_number: string; buyer_kind: string }) =>
    buyer_kind !== 'end_consumer' && letter_number.trim() && !day ? m.business_error_letter_until() : undefined,
}
