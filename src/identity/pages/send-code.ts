/** Asks for a sign-up code and keeps what /signup2 needs. */
import { dataOf, post } from '../../ui/api-client.ts'
import { serverNow } from '../../ui/clock.ts'
import { keepSignUp, type PendingSignUp, type SignUpWish } from './pending-sign-up.ts'

export async function sendCode(wish: SignUpWish, againSeconds: number): Promise<PendingSignUp> {
  const sent = await dataOf(
    post<{ sign_up_id: string; expires_at: string }>('/user/sendSignupCode', wish, { loading: true }),
  )
  const again_at = new Date(serverNow() + againSeconds * 1000).toISOString()
  const pending = { ...sent, again_at, account: wish.email ?? wish.mobile ?? '', wish }
  keepSignUp(pending)
  return pending
}
