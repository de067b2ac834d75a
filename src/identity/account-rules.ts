/** What an account is called, and which PINs anybody would try first. Pure. */

export type Destination = { channel: 'email' | 'sms'; destination: string }

/** Calling codes of the countries whose local numbers (with a leading 0) are understood. */
const callingCodes: Record<string, string> = { ID: '62', MY: '60' }

/** The one spelling of an e-mail address that is compared and stored, or null. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/.test(email)
    ? email
    : null
}

/** A mobile number as +, country code and digits, or null. A leading 0 means a number of `country`. */
export function readMobile(text: string, country: string): string | null {
  const typed = text.replace(/[\s().-]/g, '')
  const number =
    typed.startsWith('0') && !typed.startsWith('00')
      ? `+${callingCodes[country] ?? ''}${typed.slice(1)}`
      : typed.replace(/^00/, '+')
  return /^\+[1-9]\d{7,14}$/.test(number) ? number : null
}

/** Reads what a person typed as their account: an e-mail address or a mobile number. */
export function readAccount(text: string, country: string): Destination | null {
  if (text.includes('@')) {
    const email = readEmail(text)
    return email === null ? null : { channel: 'email', destination: email }
  }
  const mobile = readMobile(text, country)
  return mobile === null ? null : { channel: 'sms', destination: mobile }
}

const isDay = (text: string) => /^(0[1-9]|[12]\d|3[01])$/.test(text)
const isMonth = (text: string) => /^(0[1-9]|1[0-2])$/.test(text)
const isYear = (text: string) => /^(19[2-9]\d|20[0-2]\d)$/.test(text)

/** Whether six digits read as the date of somebody's birth, in any usual order. */
function isBirthDate(pin: string): boolean {
  const [a, b, c] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)]
  return (
    (isDay(a) && isMonth(b)) ||
    (isMonth(a) && isDay(b)) ||
    (isMonth(b) && isDay(c)) ||
    (isYear(pin.slice(0, 4)) && (isMonth(c) || /^[1-9]{2}$/.test(c))) ||
    (isYear(pin.slice(2)) && (isMonth(a) || /^[1-9]{2}$/.test(a)))
  )
}

/** Whether a PIN of six digits is one digit repeated, a run up or down, or a plausible date of birth. */
export function isWeakPin(pin: string): boolean {
  return /^(\d)\1+$/.test(pin) || '012345678901234'.includes(pin) || '987654321098765'.includes(pin) || isBirthDate(pin)
}
