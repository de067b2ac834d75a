/** What each security event is called. */
import * as m from '../../locale/paraglide/messages.js'

const names: Record<string, () => string> = {
  signed_in: m.identity_event_signed_in,
  password_changed: m.identity_event_password_changed,
  pin_set: m.identity_event_pin_set,
  pin_changed: m.identity_event_pin_changed,
  pin_locked: m.identity_event_pin_locked,
  pin_unlocked: m.identity_event_pin_unlocked,
  email_changed: m.identity_event_email_changed,
  mobile_changed: m.identity_event_mobile_changed,
  authenticator_on: m.identity_event_authenticator_on,
  authenticator_off: m.identity_event_authenticator_off,
  recovery_codes_made: m.identity_event_recovery_codes_made,
  recovery_code_used: m.identity_event_recovery_code_used,
  passkey_added: m.identity_event_passkey_added,
  passkey_removed: m.identity_event_passkey_removed,
  factors_removed: m.mail_factors_removed_subject,
  data_copied: m.identity_event_data_copied,
}

export const eventName = (kind: string): string => names[kind]?.() ?? m.identity_event_other()
