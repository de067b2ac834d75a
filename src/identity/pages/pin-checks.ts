/** What a new PIN must be, said while it is typed. */
import * as m from '../../locale/paraglide/messages.js'
import { PIN_LENGTH } from '../../ui/pin-field.tsx'
import { isWeakPin } from '../account-rules.ts'

export const wholePinError = (pin: string) => (pin.length < PIN_LENGTH ? m.ui_pin_missing_digits() : undefined)
export const newPinError = (pin: string) => wholePinError(pin) ?? (isWeakPin(pin) ? m.identity_pin_weak() : undefined)
export const againError = (again: string, pin: string) => (again === pin ? undefined : m.identity_pin_not_same())
