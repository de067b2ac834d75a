/** Who has bought enough that whoever invited them gets something for it. */
import { v7 as newId } from 'uuid'
import { sql } from '../db/database.ts'
import { openAmong } from '../identity/member-name-queries.ts'
import type { Bag } from '../karat.ts'
import { getLevel, levelsOf } from '../kyc/level-queries.ts'
import { settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import { findDoubts } from './find-doubts.ts'
import { type RewardRate, rateNow } from './rates.ts'
import { standingOf } from './reward-rules.ts'
import { purchasesByMember, type SettledPurchase } from './settled-purchases.ts'

type Candidate = { invitedId: string; memberId: string }
const LEAST_ID = '00000000-0000-0000-0000-000000000000'

/** Notes a reward, once for each invited member ever, for those who have reached what the rate of this moment asks; how many. */
export async function findRewards(karat: Bag<'referral'>): Promise<number> {
  let found = 0
  for (const store of karat.stores.values()) {
    const rate = await rateNow(karat.db, store)
    if (rate.needs === 0n) continue
    let after = LEAST_ID
    for (let some = await listCandidates(karat, store, after); some.length > 0; ) {
      const ids = some.map(({ invitedId }) => invitedId)
      const [purchases, levels] = await Promise.all([purchasesByMember(karat.db, ids), levelsOf(karat.db, ids)])
      for (const one of some) if (await note(karat, { store, rate, purchases, levels }, one)) found += 1
      after = some.at(-1)?.invitedId ?? after
      some = await listCandidates(karat, store, after)
    }
  }
  return found
}

const listCandidates = ({ db }: Bag<'referral'>, { code }: Store, after: string): Promise<Candidate[]> =>
  db.rows<Candidate>(sql`
    select a.member_id as "invitedId", a.owner_id as "memberId" from referral.attributions a
    where a.store = ${code} and a.kind = 'member' and a.at > now() - make_interval(days => ${settings.growth.reachDays}::int)
      and a.member_id > ${after}::uuid and not exists (select from referral.rewards r where r.invited_id = a.member_id)
    order by a.member_id limit ${settings.growth.atOnce}::int`)

type Known = { store: Store; rate: RewardRate; purchases: Map<string, SettledPurchase[]>; levels: Map<string, number> }

async function note(
  karat: Bag<'referral'>,
  { store, rate, purchases, levels }: Known,
  one: Candidate,
): Promise<boolean> {
  const { code, currency } = store
  if ((levels.get(one.invitedId) ?? 0) < rate.level) return false
  const own = purchases.get(one.invitedId) ?? []
  if (!standingOf(own, { store: code, currency, needs: rate.needs }, new Date(0)).reached) return false
  return karat.db.transaction(async (tx) => {
    const both = [one.memberId, one.invitedId]
    const [{ level }, open] = await Promise.all([getLevel(tx, one.invitedId), openAmong(tx, both)])
    if (level < rate.level || both.some((id) => !open.has(id))) return false
    const doubts = await findDoubts(tx, one)
    const made = await tx.run(sql`
      insert into referral.rewards (id, invited_id, member_id, store, currency, weight_e4, needs_minor, per_month, doubts)
      values (${newId()}, ${one.invitedId}, ${one.memberId}, ${code}, ${currency}, ${rate.weight}, ${rate.needs}, ${rate.perMonth}, ${doubts}::text[])
      on conflict (invited_id) do nothing`)
    return made > 0
  })
}
