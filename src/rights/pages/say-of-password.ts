import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'

type Refusing = {
  takeErrors: (failure: unknown) => boolean
  refuse: (name: 'password', words: string) => void
}

/** Says why a call that asks for the password was refused: beside the field that is wrong, else beside the password. */
export function sayOfPassword(failure: unknown, form: Refusing) {
  if (form.takeErrors(failure)) return
  if (!(failure instanceof ApiError)) return form.refuse('password', m.ui_system_error())
  form.refuse('password', failure.error === 'sign_in_refused' ? m.identity_pin_password_wrong() : failure.message)
}
