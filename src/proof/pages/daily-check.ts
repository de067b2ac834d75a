/** The check that runs by itself, once a day, where this browser keeps its member's contact and key. */
import { readAccount } from '../../identity/account-rules.ts'
import { ownNow } from '../../ui/clock.ts'
import { userInfo } from '../../ui/session.ts'
import { checkHere, type Kept, keptFor, type Outcome, readKey, readOwnRecord } from './browser-check.ts'

const today = () => new Date(ownNow()).toISOString().slice(0, 10)
const doneKey = (store: string) => `karat.proof.${store}.checked`

/** `differs`: from the member's own record. `nothing`: counted under what is kept. `keys`: others sign than before. `files`: not in order. */
export type Finding = 'differs' | 'nothing' | 'keys' | 'files'

/**
 * What today's check found that must not be. Null where all is right, or nothing could be checked; what is right is not asked again
 * today. Of a browser that keeps another member's contact and key nothing is compared with a record.
 */
export async function findingOfToday(store: string, country: string): Promise<Finding | null> {
  const kept = keptFor(store)
  if (!kept || localStorage.getItem(doneKey(store)) === today()) return null
  const isTheirs = kept.member !== undefined && kept.member === String(userInfo()?.id)
  const outcome = await check(store, kept, { country, isTheirs })
  if (!outcome || isUnknown(outcome)) return null
  const finding = findingOf(outcome, isTheirs)
  if (!finding) localStorage.setItem(doneKey(store), today())
  return finding
}

async function check(
  store: string,
  { contact, key, keys }: Kept,
  { country, isTheirs }: { country: string; isTheirs: boolean },
): Promise<Outcome | null> {
  const [account, read] = [readAccount(contact, country), readKey(key)]
  if (!account || !read) return null
  const ownRecord = isTheirs ? readOwnRecord : null
  return checkHere({ store, contact: account.destination, key: read, known: keys, ownRecord })
}

const isUnknown = (outcome: Outcome) => !outcome.found && ['no_answer', 'no_ed25519'].includes(outcome.fault)
function findingOf(outcome: Outcome, isTheirs: boolean): Finding | null {
  if (outcome.found) return outcome.verdict !== 'differs' ? null : outcome.parts === 0 ? 'nothing' : 'differs'
  if (outcome.fault === 'keys_differ') return 'keys'
  if (outcome.fault !== 'member_missing') return 'files'
  // Whoever is owed nothing has no leaves: that is known only beside their record.
  return isTheirs ? 'nothing' : null
}
