/** Chooses one of the open places of a store. */
import { type ComponentProps, useEffect } from 'react'
import type { OpenPlacesView } from '../../../backing/places/place-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Select } from '../../../ui/fields.tsx'
import { useOffice } from './use-office.ts'

type Props = {
  store: string
  field: Omit<ComponentProps<typeof Select>, 'label' | 'choices'> & { value: string }
  /** Empties the field: what it holds is no choice, as a place that was closed or the one that is left out. */
  drop: () => void
  label?: string
  /** The place that is no choice. */
  except?: string
}

export function PlaceField({ store, field, drop, label = m.office_vault_place(), except }: Props) {
  const { data } = useOffice<OpenPlacesView>('/vault/countPlaces', { store })
  const { value } = field
  // Until the places are there the list holds what the form has, so that the browser shows no other.
  const places = data?.places ?? (value ? [{ code: value, keeper: null }] : [])
  const choices = places.filter(({ code }) => code !== except)
  const isNoChoice = value !== '' && !choices.some(({ code }) => code === value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value that is no choice
  useEffect(() => {
    if (isNoChoice) drop()
  }, [isNoChoice, value])
  return (
    <Select
      label={label}
      empty={emptyOf(places.length, choices.length, data !== null)}
      choices={choices.map(({ code, keeper }) => ({ value: code, label: keeper ? `${code}, ${keeper}` : code }))}
      {...field}
    />
  )
}

const emptyOf = (places: number, choices: number, known: boolean) =>
  !known || choices > 0
    ? m.office_place_choose()
    : places === 0
      ? m.office_vault_places_empty()
      : m.office_places_no_other()
