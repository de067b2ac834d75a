/** A password that can be looked at, and for a new one how long it is against what is asked and what is better. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Input } from '../../ui/control.tsx'
import { Field } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = { label: ReactNode; help?: ReactNode; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'id' | 'type'
>

export function PasswordField({ label, help, error, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <span className="relative block">
          <Input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="control pr-13"
            spellCheck={false}
            autoCapitalize="none"
          />
          <button
            type="button"
            className="icon-btn absolute top-0.5 right-0.5"
            aria-label={m.identity_password_show()}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-slash' : 'eye'} />
          </button>
        </span>
      )}
    </Field>
  )
}

/** Length as a person counts it, in the form in which the server compares it. */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length

export type PasswordLimits = { min: number; max: number }
const RECOMMENDED = 15

/** One bar and its words: too short, enough, good. */
export function PasswordMeter({ password, limits }: { password: string; limits: PasswordLimits }) {
  const length = passwordLength(password)
  const level = length < limits.min ? 'short' : length < RECOMMENDED ? 'enough' : 'good'
  const words = {
    short: m.identity_password_short({ min: limits.min }),
    enough: m.identity_password_enough({ good: RECOMMENDED }),
    good: m.identity_password_good(),
  }[level]
  return (
    <div className="grid gap-1.5">
      <progress
        className="password-meter"
        data-level={level}
        max={RECOMMENDED}
        value={Math.min(length, RECOMMENDED)}
        aria-hidden="true"
      />
      <p className="small text-ink-2" role="status">
        {length === 0 ? m.identity_password_limits({ min: limits.min, max: limits.max }) : words}
      </p>
    </div>
  )
}

/** What is wrong with a new password by its length alone; the rest the server says. */
export function newPasswordError(password: string, limits: PasswordLimits): string | undefined {
  const length = passwordLength(password)
  if (length < limits.min) return m.identity_password_short({ min: limits.min })
  return length > limits.max ? m.identity_password_long({ max: limits.max }) : undefined
}
