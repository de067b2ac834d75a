/** Tells the shop once a tab by which sign-up links it was reached; nothing else of whoever came. */
import { post } from './api-client.ts'
import { keptLinkCodes } from './link-codes.ts'

const COUNTED = 'linkCodesCounted'

/** `more` are those of the page itself. */
export async function countVisits(more: readonly string[] = []) {
  for (const code of takeUncounted(more))
    await post('/referral/visit', { code }, { quiet: true, unasked: true }).catch(() => {})
}

/** Those of the codes that this tab has not counted as a visit yet; from now on it has. */
function takeUncounted(more: readonly string[]): string[] {
  const counted = (sessionStorage.getItem(COUNTED) ?? '').split(' ')
  const fresh = [...new Set([...Object.values(keptLinkCodes()), ...more])].filter((code) => !counted.includes(code))
  if (fresh.length > 0) sessionStorage.setItem(COUNTED, [...counted, ...fresh].join(' ').trim())
  return fresh
}
