/** The form of the real name: the same rules as the server's, said beside the field before anything is sent. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { isDay } from '../../locale/day-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards, Select, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { language } from '../../ui/language.ts'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { VerificationView } from '../contract.ts'
import { type IdType, isPersonName, numberFault, plainNumber, yearsBetween } from '../id-number-rules.ts'
import { countryChoices } from './countries.ts'
import { sentence } from './sentence.ts'

const kinds = { nik: m.kyc_real_name_nik, nric: m.kyc_real_name_nric, passport: m.kyc_real_name_passport }
const numbers = {
  nik: m.kyc_real_name_number_nik,
  nric: m.kyc_real_name_number_nric,
  passport: m.kyc_real_name_number_passport,
}
const faults = {
  nik_digits: m.field_nik_digits,
  nik_province: m.field_nik_province,
  nik_birth: m.field_nik_birth,
  nik_serial: m.field_nik_serial,
  nric_digits: m.field_nric_digits,
  nric_birth: m.field_nric_birth,
  passport_form: m.field_passport,
}

function faultOf(type: IdType, number: string): string | undefined {
  const fault = numberFault(type, plainNumber(number))
  return fault ? sentence(faults[fault]()) : undefined
}

function birthFault(date: string, today: string, years: number): string | undefined {
  if (!isDay(date) || date > today || yearsBetween(date, today) > 120) return sentence(m.field_birth_date())
  return yearsBetween(date, today) < years ? m.kyc_real_name_birth_help({ years }) : undefined
}

export function RealNameForm({ verification }: { verification: VerificationView }) {
  const { id_types: types, minimum_age: years, today } = verification
  const { form, busy, tell } = useRealName(verification)
  const type = form.values.id_type as IdType

  return (
    <Form form={form} onSubmit={tell} className="grid gap-6">
      <TextField
        label={m.kyc_real_name_name()}
        help={m.kyc_real_name_name_help()}
        autoComplete="name"
        {...form.text('name')}
      />
      {types.length > 1 && (
        <RadioCards
          legend={m.kyc_real_name_type()}
          name="id_type"
          value={type}
          onChange={(next) => form.set('id_type', next)}
          cards={types.map((each) => ({ value: each, title: kinds[each]() }))}
        />
      )}
      {type === 'passport' && (
        <Select
          label={m.kyc_real_name_country()}
          empty={m.kyc_real_name_choose()}
          choices={countryChoices(language())}
          autoComplete="country"
          {...form.text('country')}
        />
      )}
      <TextField
        key={type}
        label={numbers[type]()}
        inputMode={type === 'passport' ? 'text' : 'numeric'}
        autoComplete="off"
        maxLength={30}
        {...form.text('number')}
      />
      <div className="grid gap-6 md:grid-cols-2">
        <TextField
          type="date"
          label={m.kyc_real_name_birth()}
          help={m.kyc_real_name_birth_help({ years })}
          autoComplete="bday"
          max={today}
          min="1900-01-01"
          {...form.text('birth_date')}
        />
        <Select
          label={m.kyc_real_name_sex()}
          empty={m.kyc_real_name_choose()}
          autoComplete="sex"
          choices={[
            { value: 'female', label: m.kyc_real_name_female() },
            { value: 'male', label: m.kyc_real_name_male() },
          ]}
          {...form.text('sex')}
        />
      </div>
      <Button type="submit" size="l" busy={busy} className="justify-self-start max-md:w-full">
        {m.kyc_real_name_send()}
      </Button>
    </Form>
  )
}

function useRealName({ id_types: types, minimum_age: years, today, real_name: told }: VerificationView) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const first: string = told.id_type ?? types[0] ?? 'passport'
  const form = useForm(
    { name: told.name ?? '', id_type: first, number: '', country: '', birth_date: told.birth_date ?? '', sex: '' },
    {
      name: (name) => (isPersonName(name) ? undefined : sentence(m.field_person_name())),
      number: (number, { id_type }) => faultOf(id_type as IdType, number),
      country: (country, { id_type }) => (id_type === 'passport' && !country ? m.kyc_real_name_choose() : undefined),
      birth_date: (date) => birthFault(date, today, years),
      sex: (sex) => (sex ? undefined : m.kyc_real_name_choose()),
    },
  )
  const type = form.values.id_type as IdType

  async function tell() {
    if (!form.check()) return
    setBusy(true)
    try {
      const { country, ...values } = form.values
      const body = type === 'passport' ? { ...values, country } : values
      const { state } = await dataOf(send<{ state: string }>('/user/realNameAuth', body, { loading: true }))
      if (state === 'approved') toastDone(m.kyc_real_name_done())
      await revalidate()
    } catch (failure) {
      if (failure instanceof ApiError && failure.error === 'id_number_taken') form.refuse('number', failure.message)
      else if (failure instanceof ApiError) form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }

  return { form, busy, tell }
}
