/** Form fields: label above, control, help below, error below in words. */
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Input, List, TextBox } from './control.tsx'
import { Icon } from './icon.tsx'

type FieldProps = { label: ReactNode; help?: ReactNode; error?: string | undefined }
type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Ties any control to its label, help and error; an error in the words of the help takes its place. */
export function Field({
  label,
  error,
  children,
  ...field
}: FieldProps & { children: (control: Described) => ReactNode }) {
  const id = useId()
  const help = field.help === error ? undefined : field.help
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error" role="alert">
      <Icon name="warning-circle" className="size-5" />
      {children}
    </p>
  )
}

export function TextField({ label, help, error, ...input }: FieldProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => <Input type="text" {...input} {...control} className={`control ${input.className ?? ''}`} />}
    </Field>
  )
}

export function TextArea({ label, help, error, ...input }: FieldProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => <TextBox rows={3} {...input} {...control} className="control" />}
    </Field>
  )
}

type Choice = { value: string; label: string; disabled?: boolean }

/** The browser's own list: the phone shows its wheel, long region lists can be typed into. `empty` is the unchosen first line. */
export function Select({
  label,
  help,
  error,
  choices,
  empty,
  ...select
}: FieldProps & { choices: Choice[]; empty?: string } & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <span className="relative block">
          <List {...select} {...control} className="control">
            {empty !== undefined && <option value="">{empty}</option>}
            {choices.map(({ value, label: text, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </List>
          <Icon name="caret-down" className="pointer-events-none absolute top-3.5 right-3.5" />
        </span>
      )}
    </Field>
  )
}

export function Checkbox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-[15px] lg:min-h-8">
      <Input type="checkbox" {...input} className="checkbox" />
      <span className="min-w-0 flex-1">{label}</span>
    </label>
  )
}

export type RadioCard = { value: string; title: ReactNode; text?: ReactNode; end?: ReactNode; disabled?: boolean }

/** One choice of few, each a row with its consequence at the end; a row that cannot be chosen says why in its text. */
export function RadioCards({
  legend,
  name,
  cards,
  value,
  onChange,
}: {
  legend: ReactNode
  name: string
  cards: RadioCard[]
  value: string
  onChange: (value: string) => void
}) {
  return (
    <fieldset>
      <legend className="h3 mb-3">{legend}</legend>
      <div className="options">
        {cards.map((card) => (
          <label key={card.value} className="option">
            <Input
              type="radio"
              className="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              disabled={card.disabled}
              onChange={() => onChange(card.value)}
            />
            <span className="min-w-0">
              <span className="block font-semibold">{card.title}</span>
              {card.text && <span className="small block text-ink-2">{card.text}</span>}
            </span>
            {card.end && <span className="font-semibold whitespace-nowrap">{card.end}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
