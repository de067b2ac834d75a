/** The check that runs by itself, once a day, where this browser keeps its member's contact and key. */
import { readAccount } from '../../identity/account-rules.ts'
import { ownNow } from '../../ui/clock.ts'
import { userInfo } from '../../ui/session.ts'
import { checkHere, type Kept, keptFor, type Outcome, readKey, readOwnRecord } from './browser-check.ts'

const today = () => new Date(ownNow()).toISOString().slice(0, 10)
const doneKey = (store: string) => `karat.proof.${store}.checked`

/**
 * Whether today's check found what must not be. Silent where all is right, or nothing could be checked; what is right is not asked again
 * today. Of a browser that keeps another member's contact and key nothing is compared with a record.
 */
export async function isWrongToday(store: string, country: string): Promise<boolean> {
  const kept = keptFor(store)
  if (!kept || localStorage.getItem(doneKey(store)) === today()) return false
  const isTheirs = kept.member !== undefined && kept.member === String(userInfo()?.id)
  const outcome = await check(store, kept, { country, isTheirs })
  if (!outcome || isUnknown(outcome)) return false
  if (isWrong(outcome, isTheirs)) return true
  localStorage.setItem(doneKey(store), today())
  return false
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
/** Whoever is owed nothing has no leaves: that is known only beside their record. */
const isWrong = (outcome: Outcome, isTheirs: boolean) =>
  outcome.found ? outcome.verdict === 'differs' : isTheirs || outcome.fault !== 'member_missing'
