/** Chooses one of the open places of a store. */
import type { ComponentProps } from 'react'
import type { PlaceRow } from '../../../backing/place-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Select } from '../../../ui/fields.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'

type Props = {
  store: string
  field: Omit<ComponentProps<typeof Select>, 'label' | 'choices'>
  label?: string
  /** The place that is no choice. */
  except?: string
}

export function PlaceField({ store, field, label = m.office_vault_place(), except }: Props) {
  const { data } = useOffice<{ rows: PlaceRow[] }>('/vault/places', { store, state: 'open', size: 100 })
  const places = (data?.rows ?? []).filter(({ code }) => code !== except)
  return (
    <Select
      label={label}
      empty={data && places.length === 0 ? m.office_vault_places_empty() : m.office_vault_place_choose()}
      choices={places.map(({ code, keeper }) => ({ value: code, label: keeper ? `${code}, ${keeper}` : code }))}
      {...field}
    />
  )
}
