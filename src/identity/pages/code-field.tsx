import type { ComponentProps } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { TextField } from '../../ui/fields.tsx'

/** Any form that has a field `code`. */
type CodeForm = {
  set(name: 'code', value: string): void
  text(name: 'code'): Pick<ComponentProps<'input'>, 'name' | 'onBlur'> & { value: string; error: string | undefined }
}

export const codeError = (text: string) => (/^\d{6}$/.test(text) ? undefined : m.identity_code_error())

/** Six digits from a message: the phone offers to fill them in, a paste may have spaces. */
export function CodeField({ form: { set, text } }: { form: CodeForm }) {
  return (
    <TextField
      label={m.identity_code()}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="text-[22px] tracking-[0.3em]"
      {...text('code')}
      onChange={(event) => set('code', event.target.value.replace(/\D/g, '').slice(0, 6))}
    />
  )
}
