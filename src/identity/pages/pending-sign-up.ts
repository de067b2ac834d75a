/** The sign-up that waits for its code, kept in this tab between /signup and /signup2. Holds no secret. */
export type PendingSignUp = {
  sign_up_id: string
  /** When the code dies (ISO 8601, server's clock). */
  expires_at: string
  /** When another code may be asked for (ISO 8601, server's clock). */
  again_at: string
  account: string
  /** The request that sent the code, to send another one. */
  wish: SignUpWish
}

export type SignUpWish = {
  email?: string
  mobile?: string
  agreement_version: string
  invite?: string
  referral?: string
}

const KEY = 'signUp'

export const keepSignUp = (pending: PendingSignUp) => sessionStorage.setItem(KEY, JSON.stringify(pending))
export const forgetSignUp = () => sessionStorage.removeItem(KEY)

export function pendingSignUp(): PendingSignUp | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}
