/** What this area holds about a member, for the copy that they may ask for. Other people stand there masked. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOf } from '../identity/find-recipient.ts'
import { maskName } from '../identity/masking-rules.ts'
import { weight, weightText } from '../money/money.ts'

export async function heldByReferral(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [links, visits, brought, through, rewards] = await Promise.all([
    db.rows(
      sql`select code, kind, store, made_at from referral.links where member_id = ${memberId} order by made_at, code`,
    ),
    db.rows(sql`
      select v.code, v.day::text as day, v.visits from referral.visits v join referral.links l on l.code = v.code
      where l.member_id = ${memberId} order by v.day, v.code`),
    db.rows(sql`select code, store, at from referral.attributions where owner_id = ${memberId} order by at, member_id`),
    db.row<{ ownerId: string } & Record<string, unknown>>(
      sql`select code, kind, store, at, owner_id as "ownerId" from referral.attributions where member_id = ${memberId}`,
    ),
    db.rows<{ grams: bigint; setOff: bigint; taken: bigint } & Record<string, unknown>>(sql`
      select store, currency, weight_e4 as grams, state, waits_for, because, set_off_e4 as "setOff", taken_e4 as taken, made_at, reserved_at, credited_at,
        ended_at from referral.rewards where member_id = ${memberId} order by made_at, id`),
  ])
  const text = (units: bigint) => weightText(weight(units))
  return {
    rewards: rewards.map(({ grams, setOff, taken, ...one }) => ({
      ...{ ...one, grams: text(grams), set_off: text(setOff), taken_back: text(taken) },
    })),
    ...{ links, visits, brought },
    came_through: through && (await told(db, through)),
  }
}

async function told(db: Queryable, { ownerId, ...through }: { ownerId: string }) {
  const names = await namesOf(db, [ownerId])
  return { ...through, name: maskName(names.get(ownerId) ?? '') }
}
