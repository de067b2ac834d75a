/** Provinces of a zone, each chosen by its name, kept as codes in one text; or every one that no zone before it has. */
import type { SyntheticEvent } from 'react'
import type { ZonePartsView } from '../../../delivery/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { listed } from '../../../stores/zone-rules.ts'
import { Checkbox, FieldError } from '../../../ui/fields.tsx'

type Props = {
  label: string
  name: string
  value: string
  error: string | undefined
  provinces: ZonePartsView['provinces']
  onChange: (event: SyntheticEvent<HTMLInputElement>) => void
}

export function ProvincesField({ label, name, value, error, provinces, onChange }: Props) {
  const chosen = listed(value)
  const everywhere = chosen.includes('*')
  const set = (codes: string[]) =>
    onChange({ currentTarget: { value: codes.join(', ') } } as SyntheticEvent<HTMLInputElement>)
  const turned = (code: string) => (chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
  return (
    <fieldset className="md:col-span-2" aria-invalid={error !== undefined} tabIndex={error ? -1 : undefined}>
      <legend className="label mb-1">{label}</legend>
      <Checkbox
        name={name}
        label={m.office_settings_zone_anywhere()}
        checked={everywhere}
        onChange={() => set(everywhere ? [] : ['*'])}
      />
      {!everywhere && (
        <div className="mt-1 grid max-h-72 gap-x-4 overflow-y-auto rounded-panel border border-line px-3 py-2 sm:grid-cols-2">
          {provinces.map(({ code, name: province }) => (
            <Checkbox
              key={code}
              label={province}
              checked={chosen.includes(code)}
              onChange={() => set(turned(code).toSorted())}
            />
          ))}
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
