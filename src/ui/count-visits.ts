/** Tells the shop once a tab by which sign-up links it was reached; nothing else of whoever came. */
import { takeUncounted } from './link-codes.ts'

export async function countVisits() {
  const codes = takeUncounted()
  if (codes.length === 0) return
  const { post } = await import('./api-client.ts')
  for (const code of codes) await post('/referral/visit', { code }, { quiet: true, unasked: true }).catch(() => {})
}
