import * as m from '../locale/paraglide/messages.js'
import { Input } from './control.tsx'
import { Icon } from './icon.tsx'

type Props = { value: number; max: number; onChange: (value: number) => void; label?: string; disabled?: boolean }

/** Whole pieces from 1 to `max`, by buttons or typed. */
export function QuantityStepper({ value, max, onChange, label = m.ui_quantity(), disabled = false }: Props) {
  const set = (next: number) => next >= 1 && next <= max && next !== value && onChange(next)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label={label}
      className="inline-grid h-12 grid-cols-[48px_48px_48px] items-center rounded-control border border-line-strong text-center font-semibold"
    >
      <button
        type="button"
        className="grid h-full place-items-center disabled:text-ink-3"
        aria-label={m.ui_quantity_less()}
        disabled={disabled || value <= 1}
        onClick={() => set(value - 1)}
      >
        <Icon name="minus" size="s" />
      </button>
      <Input
        className="h-full w-full bg-transparent text-center font-semibold"
        inputMode="numeric"
        aria-label={label}
        disabled={disabled}
        value={value}
        onChange={(event) => set(Number(event.target.value.replace(/\D/g, '').slice(0, 3)))}
        onFocus={(event) => event.target.select()}
      />
      <button
        type="button"
        className="grid h-full place-items-center disabled:text-ink-3"
        aria-label={m.ui_quantity_more()}
        disabled={disabled || value >= max}
        onClick={() => set(value + 1)}
      >
        <Icon name="plus" size="s" />
      </button>
    </div>
  )
}
