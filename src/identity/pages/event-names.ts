/** What each security event is called. */
import * as m from '../../locale/paraglide/messages.js'

const names: Record<string, () => string> = {
  signed_in: m.event_signed_in,
  password_changed: m.event_password_changed,
  pin_set: m.event_pin_set,
  pin_changed: m.event_pin_changed,
  pin_locked: m.event_pin_locked,
  pin_unlocked: m.event_pin_unlocked,
  email_changed: m.event_email_changed,
  mobile_changed: m.event_mobile_changed,
  authenticator_on: m.event_authenticator_on,
  authenticator_off: m.event_authenticator_off,
  recovery_codes_made: m.event_recovery_codes_made,
  recovery_code_used: m.event_recovery_code_used,
  passkey_added: m.event_passkey_added,
  passkey_removed: m.event_passkey_removed,
  factors_removed: m.mail_factors_removed_subject,
  data_copied: m.event_data_copied,
}

export const eventName = (kind: string): string => names[kind]?.() ?? m.event_other()
