/** Every event of the security stream: the one table of their names, and which call or refusal is which. Pure. */
import type { RefusalCode } from '../refusals.ts'

export const securityEvents = {
  signed_up: 'a new member',
  signed_in: 'a member, by both steps or in a known browser',
  sign_in_begun: 'the first step was right',
  sign_in_refused: 'a wrong password, an unknown, locked or waiting account; also a password asked anew',
  signed_out: 'a session or all others, ended by their member',
  account_changed: 'something that guards an account, or leads to it, was set, changed or removed',
  account_frozen: 'by its member, with the link of a letter',
  account_unlocked: 'by code and password',
  factor_refused: 'a wrong or spent code, link, passkey',
  pin_right: 'the PIN by itself; with money it is part of `money`',
  pin_refused: 'a wrong PIN',
  pin_locked: 'the third wrong one, or a try while locked',
  money: 'a call that moves money or gold, or binds a price',
  provider_notice: 'a payment provider told of a payment',
  notice_refused: 'its signature was wrong or old',
  kyc_sent: 'a member sent or removed what says who they are',
  kyc_viewed: 'somebody opened a document of a member',
  data_rights: 'a member asked for, or took away, their data',
  staff_signed_in: 'somebody of the house',
  staff_action: 'somebody of the house did or exported something; the audit log has the details',
  permission_refused: 'somebody of the house asked for what they may not do',
  unauthenticated: 'no token, or one that is nobody’s',
  forbidden: 'another refusal of 403',
  unknown_id: 'an id that is missing or somebody else’s',
  limit_reached: 'too many calls, codes or tries',
} as const
export type SecurityEvent = keyof typeof securityEvents

/** The shop's calls that are an event when they succeed, by their path below the store. Calls of the class `money` are `money`. */
const shopCalls: Record<string, SecurityEvent> = {
  '/user/signup': 'signed_up',
  '/user/login': 'signed_in',
  '/user/loginWithCode': 'signed_in',
  '/user/loginWithApp': 'signed_in',
  '/user/passkeyLogin': 'signed_in',
  '/user/logout': 'signed_out',
  '/user/logoutOthers': 'signed_out',
  '/user/endSession': 'signed_out',
  '/user/checkPin': 'pin_right',
  '/user/freezeAccount': 'account_frozen',
  '/user/unlockAccount': 'account_unlocked',
  '/kyc/document': 'kyc_viewed',
}
for (const path of ['resetPwd', 'cancelChange', 'verifyAccount', 'changeEmail', 'changeMobile', 'confirmMobile'])
  shopCalls[`/user/${path}`] = 'account_changed'
for (const path of ['changePwd', 'changePaypwd', 'resetPaypwd', 'setPin', 'settingEmail', 'confirmAuthenticator'])
  shopCalls[`/user/${path}`] = 'account_changed'
for (const path of ['removeAuthenticator', 'newRecoveryCodes', 'addPasskey', 'removePasskey', 'bindBankCard'])
  shopCalls[`/user/${path}`] = 'account_changed'
for (const path of ['bindAlipay', 'defaultPayoutAccount', 'removePayoutAccount'])
  shopCalls[`/user/${path}`] = 'account_changed'
for (const path of ['/user/realNameAuth', '/kyc/uploadFile', '/kyc/removeFile', '/kyc/submitKyc', '/kyc/sendFunds'])
  shopCalls[path] = 'kyc_sent'
for (const path of ['askForData', 'withdrawDataRequest', 'copyOfData']) shopCalls[`/user/${path}`] = 'data_rights'
export const pathsOfEvents: readonly string[] = Object.keys(shopCalls)

export type Called = {
  method: string
  /** As it was declared, with `:code` for the store. */
  url: string
  access?: string | undefined
  permission?: string | undefined
  rate?: string | undefined
  raw?: boolean | undefined
}

/** What a call is in the stream when it succeeds; null for what is only read. */
export function eventOfCall({ method, url, access, permission, rate, raw }: Called): SecurityEvent | null {
  if (access === 'provider') return 'provider_notice'
  if (url === '/api/admin/staff/confirmCode' || url === '/api/admin/staff/acceptInvitation') return 'staff_signed_in'
  if (access === 'staff') {
    if (permission === 'kyc.view_document') return 'kyc_viewed'
    return method === 'POST' || raw ? 'staff_action' : null
  }
  const named = shopCalls[url.replace('/api/store:code', '')]
  return named ?? (rate === 'money' && method === 'POST' ? 'money' : null)
}

const byCode: Partial<Record<RefusalCode, SecurityEvent>> = {
  sign_in_refused: 'sign_in_refused',
  sign_in_wait: 'sign_in_refused',
  account_locked: 'sign_in_refused',
  account_frozen_by_staff: 'sign_in_refused',
  pin_wrong: 'pin_refused',
  pin_locked: 'pin_locked',
  code_wrong: 'factor_refused',
  code_expired: 'factor_refused',
  link_expired: 'factor_refused',
  second_factor_wrong: 'factor_refused',
  passkey_refused: 'factor_refused',
  pickup_code_wrong: 'factor_refused',
  permission_missing: 'permission_refused',
  signature_invalid: 'notice_refused',
}

/** What a refusal is in the stream; null for what nobody guards against, such as a missing page or a field left empty. */
export function eventOfRefusal(code: RefusalCode, status: number, access: string | undefined): SecurityEvent | null {
  const named = byCode[code]
  if (named) return named
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'limit_reached'
  return status === 404 && (access === 'member' || access === 'staff') ? 'unknown_id' : null
}
