import * as m from '../../locale/paraglide/messages.js'
import { PinField } from '../../ui/pin-field.tsx'

type Name = 'new_pin' | 'again'
type PairForm = {
  values: Record<Name, string>
  error(name: Name): string | undefined
  set(name: Name, value: string): void
  leave(name: Name): void
}

/** A new PIN, twice. */
export const PinPair = ({ form }: { form: PairForm }) =>
  (['new_pin', 'again'] as const).map((name) => (
    <PinField
      key={name}
      label={name === 'new_pin' ? m.identity_pin_new() : m.identity_pin_again()}
      help={name === 'new_pin' ? m.identity_pin_new_help() : undefined}
      value={form.values[name]}
      error={form.error(name)}
      onChange={(pin) => form.set(name, pin)}
      onBlur={() => form.values[name] && form.leave(name)}
    />
  ))
