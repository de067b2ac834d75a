/** Six masked cells over one numeric field, and the dialog that asks for the PIN before something moves. */
import { type ReactNode, useRef, useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from './api-client.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
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
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the dialog exists for this one field
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

type Props = {
  open: boolean
  onClose: () => void
  /** One plain sentence: what happens, with amount, source and result. */
  sentence: ReactNode
  /** The result, as the button says it. */
  action: string
  onRight: () => void
}

/** Asks for the PIN and compares it at the server. Wrong: the tries left are said; the third time the seed's dialog takes over. */
export function PinDialog({ open, onClose, sentence, action, onRight }: Props) {
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const focusField = () => form.current?.querySelector('input')?.focus()

  async function compare() {
    if (pin.length < PIN_LENGTH) {
      setError(m.pin_missing_digits())
      focusField()
      return
    }
    setBusy(true)
    try {
      await dataOf(post('/user/checkPin', { pin }, { quiet: true }))
      setError(undefined)
      onRight()
    } catch (failure) {
      setError(wordsOf(failure))
      focusField()
    } finally {
      setPin('')
      setBusy(false)
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title={m.pin_dialog_title()}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void compare()
        }}
      >
        <p className="mb-5 rounded-control bg-tile p-4">{sentence}</p>
        <PinField
          label={m.pin_label()}
          value={pin}
          error={error}
          autoFocus
          onChange={(typed) => {
            setPin(typed)
            setError(undefined)
          }}
        />
        <Button type="submit" size="l" busy={busy} className="mt-6 w-full">
          {action}
        </Button>
      </form>
    </Dialog>
  )
}

/** The server's own words, with the tries that are left where it says them. */
const wordsOf = (failure: unknown): string =>
  failure instanceof ApiError ? failure.message || m.system_error() : m.system_error()
