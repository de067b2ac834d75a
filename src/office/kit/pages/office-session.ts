/** Who of the house is signed in at this browser. Nothing of it is shared with a member's session. */
import type { MeView } from '../../../staff/contract.ts'

const TOKEN = 'staffToken'
const RETURN = 'staffReturnTo'

export const staffToken = (): string => localStorage.getItem(TOKEN) ?? ''

export const keepStaffToken = (token: string) => localStorage.setItem(TOKEN, token)
export const forgetStaff = () => localStorage.removeItem(TOKEN)

/** Remembers the page that asked for a sign-in. */
export function rememberOfficePage(path: string) {
  if (!/^\/admin\/(login|invitation)/.test(path)) sessionStorage.setItem(RETURN, path)
}

/** Where to go after signing in, once: only ever a page of the back office. */
export function takeOfficePage(): string {
  const path = sessionStorage.getItem(RETURN) ?? ''
  sessionStorage.removeItem(RETURN)
  return /^\/admin(\/|\?|$)/.test(path) ? path : '/admin'
}

export type Me = MeView
