import type { ComponentProps } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { TextField } from '../../ui/fields.tsx'

/** What an account is called: e-mail address or mobile number. */
export const AccountField = (input: Partial<ComponentProps<typeof TextField>>) => (
  <TextField
    label={m.identity_account()}
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    {...input}
  />
)
