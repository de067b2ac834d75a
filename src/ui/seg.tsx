/** A few choices of which one holds, side by side: radio buttons, so arrow keys move between them. */
import { useId } from 'react'
import { Input } from './control.tsx'

type Props<Value extends string | number> = {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, name: string])[]
  onChange: (value: Value) => void
  className?: string
}

export function Seg<Value extends string | number>({ label, value, choices, onChange, className = '' }: Props<Value>) {
  const group = useId()
  return (
    <div className={`seg ${className}`} role="radiogroup" aria-label={label}>
      {choices.map(([each, name]) => (
        <label key={each}>
          <Input
            type="radio"
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            name={group}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {name}
        </label>
      ))}
    </div>
  )
}
