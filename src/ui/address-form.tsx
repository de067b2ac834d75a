/** The form of one delivery address, for the address book and for the confirmation of an order. */
import { useEffect, useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { dataOf, get } from './api-client.ts'
import { Button } from './button.tsx'
import { Checkbox, Select, TextArea, TextField } from './fields.tsx'
import { Form } from './form.tsx'
import { userInfo } from './session.ts'
import { useAttempt } from './use-attempt.ts'
import { type Checks, useForm } from './use-form.ts'

/** An address as saveAddress answers it, as far as the form needs it. */
type EditedAddress = {
  id: string
  label: string
  recipient: string
  mobile: string
  province_code: string
  regency_code: string | null
  district_code: string | null
  city: string | null
  street: string
  postal_code: string
  is_default: boolean
}

type Region = { code: string; name: string }
type Regions = { levels: number; regions: Region[] }

const regionsBelow = (parent?: string) => dataOf(get<Regions>('/address/getRegions', { parent }))

const startOf = (address: EditedAddress | undefined) => ({
  label: address?.label ?? m.ui_address_label_home(),
  // Most parcels go to whoever orders them.
  recipient: address?.recipient ?? userInfo()?.name ?? '',
  mobile: address?.mobile ?? '',
  province_code: address?.province_code ?? '',
  regency_code: address?.regency_code ?? '',
  district_code: address?.district_code ?? '',
  city: address?.city ?? '',
  street: address?.street ?? '',
  postal_code: address?.postal_code ?? '',
  is_default: address?.is_default ?? false,
})
type Draft = ReturnType<typeof startOf>

const says = {
  recipient: m.ui_address_recipient_error,
  mobile: m.ui_address_mobile_error,
  label: m.ui_address_label_error,
  province_code: m.ui_address_province_error,
  regency_code: m.ui_address_regency_error,
  district_code: m.ui_address_district_error,
  city: m.ui_address_city_error,
  street: m.ui_address_street_error,
  postal_code: m.ui_address_postal_code_error,
}

const filled = (name: keyof typeof says) => (value: string) => (value.trim() === '' ? says[name]() : undefined)

const checksFor = (levels: number): Checks<Draft> => ({
  recipient: filled('recipient'),
  mobile: (value) => (/^\+?[\d\s().-]{8,24}$/.test(value) ? undefined : says.mobile()),
  label: filled('label'),
  province_code: filled('province_code'),
  ...(levels > 1
    ? { regency_code: filled('regency_code'), district_code: filled('district_code') }
    : { city: filled('city') }),
  street: filled('street'),
  postal_code: (value) => (/^\d{5}$/.test(value) ? undefined : says.postal_code()),
})

type Props = {
  address?: EditedAddress | undefined
  first: boolean
  onSaved: (address: EditedAddress) => void
  onCancel?: (() => void) | undefined
}

/** `first`: the only address of the book is its default, so nothing is asked. */
export function AddressForm({ address, first, onSaved, onCancel }: Props) {
  const [levels, setLevels] = useState(3)
  const form = useForm<Draft>(startOf(address), checksFor(levels))
  const send = useAttempt()
  const [busy, setBusy] = useState(false)

  async function save() {
    if (!form.check()) return
    setBusy(true)
    try {
      onSaved(await dataOf(send<EditedAddress>('/address/saveAddress', bodyOf(form.values, levels, address?.id))))
    } catch (failure) {
      form.takeErrors(failure, Object.fromEntries(Object.entries(says).map(([name, words]) => [name, words()])))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={save}>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField label={m.ui_address_recipient()} autoComplete="name" maxLength={80} {...form.text('recipient')} />
        <TextField
          label={m.ui_address_mobile()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={24}
          help={m.ui_address_mobile_help()}
          {...form.text('mobile')}
        />
      </div>
      <RegionFields form={form} levels={levels} onLevels={setLevels} />
      <TextArea
        label={m.ui_address_street()}
        autoComplete="street-address"
        maxLength={200}
        help={m.ui_address_street_help()}
        {...form.text('street')}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          label={m.ui_address_postal_code()}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          {...form.text('postal_code')}
        />
        <TextField
          label={m.ui_address_label()}
          maxLength={40}
          help={m.ui_address_label_help()}
          {...form.text('label')}
        />
      </div>
      {!first && !address?.is_default && (
        <Checkbox
          label={m.ui_address_make_default()}
          checked={form.values.is_default}
          onChange={(event) => form.set('is_default', event.target.checked)}
        />
      )}
      <Actions busy={busy} onCancel={onCancel} />
    </Form>
  )
}

function Actions({ busy, onCancel }: { busy: boolean; onCancel: (() => void) | undefined }) {
  return (
    <div className="mt-1 grid gap-3 md:flex">
      <Button type="submit" busy={busy}>
        {m.ui_address_save()}
      </Button>
      {onCancel && (
        <Button kind="ghost" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      )}
    </div>
  )
}

function bodyOf(draft: Draft, levels: number, id: string | undefined) {
  const { label, recipient, mobile, province_code, street, postal_code, is_default } = draft
  const place =
    levels > 1 ? { regency_code: draft.regency_code, district_code: draft.district_code } : { city: draft.city.trim() }
  return {
    ...(id ? { id } : {}),
    label: label.trim(),
    recipient: recipient.trim(),
    mobile: mobile.trim(),
    province_code,
    ...place,
    street: street.trim(),
    postal_code,
    ...(is_default ? { is_default } : {}),
  }
}

type RegionProps = { form: ReturnType<typeof useForm<Draft>>; levels: number; onLevels: (levels: number) => void }

/** Each choice opens the next one; changing one empties those below it. */
function RegionFields({ form, levels, onLevels }: RegionProps) {
  const { province_code: province, regency_code: regency } = form.values
  const provinces = useRegions('', onLevels)
  const regencies = useRegions(levels > 1 ? province : null)
  const districts = useRegions(levels > 1 ? regency : null)

  function choose(changes: Partial<Draft>) {
    for (const [name, value] of Object.entries(changes)) form.set(name as keyof Draft, value)
  }

  return (
    <>
      <Select
        label={m.ui_address_province()}
        empty={m.ui_address_choose()}
        choices={choicesOf(provinces)}
        {...form.text('province_code')}
        onChange={(event) => choose({ province_code: event.target.value, regency_code: '', district_code: '' })}
      />
      {levels === 1 && (
        <TextField label={m.ui_address_city()} autoComplete="address-level2" maxLength={80} {...form.text('city')} />
      )}
      {levels > 1 && (
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Select
            label={m.ui_address_regency()}
            empty={province ? m.ui_address_choose() : m.ui_address_choose_province_first()}
            disabled={!province}
            choices={choicesOf(regencies)}
            {...form.text('regency_code')}
            onChange={(event) => choose({ regency_code: event.target.value, district_code: '' })}
          />
          <Select
            label={m.ui_address_district()}
            empty={regency ? m.ui_address_choose() : m.ui_address_choose_regency_first()}
            disabled={!regency}
            choices={choicesOf(districts)}
            {...form.text('district_code')}
          />
        </div>
      )}
    </>
  )
}

const choicesOf = (regions: Region[]) => regions.map(({ code, name }) => ({ value: code, label: name }))

const noRegions: Region[] = []

/** The regions below `parent`; '' asks for the provinces, null for none. */
function useRegions(parent: string | null, onLevels?: (levels: number) => void): Region[] {
  const [found, setFound] = useState<{ parent: string; regions: Region[] } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each parent
  useEffect(() => {
    if (parent === null || (parent === '' && !onLevels)) return
    let wanted = true
    regionsBelow(parent || undefined).then(
      ({ levels, regions }) => {
        if (!wanted) return
        onLevels?.(levels)
        setFound({ parent, regions })
      },
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [parent])
  return found && found.parent === parent ? found.regions : noRegions
}
