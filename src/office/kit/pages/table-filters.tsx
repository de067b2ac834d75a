/** The filters above a list; what they say stands in the address. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { movingTo } from '../../../ui/moving-to.ts'
import { DayField } from './day-field.tsx'
import { officeDownload } from './office-client.ts'
import type { TablePlace } from './table-place.ts'

export type Filter =
  | { name: string; kind: 'search'; label: string }
  | { name: string; kind: 'day'; label: string }
  | {
      name: string
      kind: 'choice'
      label: string
      choices: { value: string; label: string }[]
      /** What the list shows without a choice, where that is not all. */
      unchosen?: string
    }

type Props = {
  filters: Filter[]
  place: TablePlace
  csv: string | undefined
  fixed: Record<string, string>
  children: ReactNode
}

export function TableFilters({ filters, place, csv, fixed, children }: Props) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const { page: _, ...query } = place.query
    await officeDownload(csv ?? '', { ...fixed, ...query }).catch(() => null)
    setBusy(false)
  }
  return (
    <div className="office-filters">
      {filters.map((filter) => (
        <OneFilter key={filter.name} filter={filter} place={place} />
      ))}
      {place.isFiltered && (
        <Button kind="quiet" size="s" onClick={place.clear}>
          {m.office_clear_filters()}
        </Button>
      )}
      <span className="ml-auto flex flex-wrap justify-end gap-2 self-end">
        {csv && (
          <Button kind="ghost" size="s" busy={busy} onClick={save}>
            <Icon name="download-simple" size="s" />
            {m.office_export()}
          </Button>
        )}
        {children}
      </span>
    </div>
  )
}

function OneFilter({ filter, place }: { filter: Filter; place: TablePlace }) {
  const value = place.filterOf(filter.name)
  if (filter.kind === 'search')
    return <SearchField label={filter.label} value={value} set={(text) => place.setFilter(filter.name, text)} />
  if (filter.kind === 'day')
    return (
      <DayField
        label={filter.label}
        value={value}
        onChange={({ target }) => place.setFilter(filter.name, target.value)}
      />
    )
  return (
    <Select
      label={filter.label}
      empty={filter.unchosen ?? m.office_all()}
      choices={filter.choices}
      value={value}
      onChange={({ target }) => place.setFilter(filter.name, target.value)}
    />
  )
}

const QUIET_MS = 300

/** Asks once nobody has typed for a moment, or at Enter; not what was asked already, and not whoever is on the way to another page. */
export function SearchField({ label, value, set }: { label: string; value: string; set: (text: string) => void }) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  // What was asked for comes back while somebody types on: only what another hand put into the address replaces the text.
  useEffect(() => {
    if (value !== asked.current) setText(value)
    asked.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function ask(next: string, wait: number) {
    clearTimeout(timer.current)
    if (next.trim() === asked.current) return
    timer.current = setTimeout(() => {
      if ((movingTo() ?? location.pathname) !== location.pathname) return
      asked.current = next.trim()
      set(asked.current)
    }, wait)
  }
  return (
    <TextField
      type="search"
      label={label}
      value={text}
      maxLength={100}
      spellCheck={false}
      onChange={({ target }) => {
        setText(target.value)
        ask(target.value, QUIET_MS)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        ask(text, 0)
      }}
    />
  )
}
