/** Commands that run at the same moment, past the door: what asks there for the one after the other is not what is tried. */
import { meetingAt } from './meeting.ts'
import type { Shop } from './shop.ts'

type Plant = (text: string) => string | Promise<string>

/** So many at once; how many went through, and what the others were refused with. The PIN is taken as right, and as often as asked. */
export async function atOnce<T>(shop: Shop, work: (() => Promise<T>)[], plant: Plant = (text) => text) {
  const matches = shop.karat.hasher.pinMatches
  shop.karat.hasher.pinMatches = async () => true
  shop.intercept.current = (text) => plant(text.replace(/pin_tries_used < \$\d+/, (found) => `(true or ${found})`))
  const tried = await Promise.allSettled(work.map((one) => one()))
  shop.intercept.current = undefined
  shop.karat.hasher.pinMatches = matches
  const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason.code ?? one.reason] : []))
  return { through: tried.length - refused.length, refused: new Set(refused) }
}

/** What `atOnce` needs of the database: tries beyond three. */
export const manyTries = 'alter table identity.members drop constraint members_pin_tries_used_check'

/** The bug in which nobody holds the place, and so many have looked before one acts. */
export function allHaveLooked(count: number, acts: string | RegExp = 'insert into ledger.holds'): Plant {
  const meet = meetingAt(acts, count)
  return async (text) => {
    await meet(text)
    // Nor is the member's row held, for which the next one's PIN would wait.
    return text.replace('for no key update', '').replace('for share', '')
  }
}
