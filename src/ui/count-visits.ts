/** Tells the shop by which sign-up links a tab was reached; nothing else of whoever came. */
import { post } from './api-client.ts'

export async function countVisits(codes: readonly string[]) {
  for (const code of codes) await post('/referral/visit', { code }, { quiet: true, unasked: true }).catch(() => {})
}
