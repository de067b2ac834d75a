import * as m from '../../locale/paraglide/messages.js'
import type { ApiError } from '../../ui/api-client.ts'

type Refusing<Name extends string> = { refuse: (name: Name | 'password', words: string) => void }

/** Says why a change was refused beside the field that it is about: the password, or else what was to change. */
export function sayOfChange<Name extends string>({ error, message }: ApiError, form: Refusing<Name>, name: Name) {
  if (error === 'sign_in_refused') form.refuse('password', m.identity_pin_password_wrong())
  else if (error === 'sign_in_wait') form.refuse('password', message)
  else form.refuse(name, message || m.ui_system_error())
}
