/** Six masked cells over one numeric field. */
import type { ReactNode } from 'react'
import { Input } from './control.tsx'
import { Field } from './fields.tsx'

export const PIN_LENGTH = 6
const places = Array.from({ length: PIN_LENGTH }, (_, place) => place)

type CellsProps = {
  label: ReactNode
  value: string
  onChange: (pin: string) => void
  help?: ReactNode
  error?: string | undefined
  onBlur?: () => void
  autoFocus?: boolean
}

export function PinField({ label, value, onChange, help, error, onBlur, autoFocus = false }: CellsProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <span className="relative block max-w-[360px]">
          <Input
            {...control}
            autoFocus={autoFocus}
            className="peer absolute inset-0 z-1 h-full w-full cursor-text text-transparent caret-transparent opacity-0"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_LENGTH}
            value={value}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, PIN_LENGTH))}
            onBlur={onBlur}
          />
          <PinCells filled={value.length} wrong={error !== undefined} />
        </span>
      )}
    </Field>
  )
}

const PinCells = ({ filled, wrong }: { filled: number; wrong: boolean }) => (
  <span className="group grid grid-cols-6 gap-2" aria-hidden="true">
    {places.map((place) => (
      <span key={place} data-next={place === Math.min(filled, PIN_LENGTH - 1)} data-wrong={wrong} className="pin-cell">
        {place < filled && <span className="size-3 rounded-full bg-ink" />}
      </span>
    ))}
  </span>
)
