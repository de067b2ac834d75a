/** Activities of members, and what the staff do with them, as their pages ask. */
import type { OwnActivityView } from '../../src/activities/contract.ts'
import { approveActivity, rejectActivity } from '../../src/activities/decide-activity.ts'
import { sql } from '../../src/db/database.ts'
import { madeAgent } from './made-agent.ts'
import { signedIn, type TestMember } from './members.ts'
import { asOwner } from './owner.ts'
import { ask } from './purchase.ts'
import type { Shop } from './shop.ts'
import type { TestStaff } from './staff.ts'

/** A member who may hold activities. */
export async function holderOf(shop: Shop): Promise<TestMember> {
  const member = await signedIn(shop)
  await asOwner(shop.connectionString, madeAgent(member.id))
  return member
}

/** An evening in Jakarta, as its form sends it. */
export const evening = {
  ...{ kind: 'event_in_place', language: 'id', capacity: 10, time_zone: 'Asia/Jakarta' },
  ...{ title_id: 'Kopi dan emas', description_id: 'Belajar membaca harga emas bersama, kopi tersedia.' },
  ...{ title_en: 'Coffee and gold', description_en: 'Learn together how the price of gold is read.' },
  place: 'Jl. Cikini Raya 48, Jakarta',
}
const DAY = 86_400_000
/** "2026-12-05T19:30", so many days from now, on the clock of Jakarta. */
export const inDays = (shop: Pick<Shop, 'clock'>, days: number): string =>
  new Date(shop.clock.ms + days * DAY + 7 * 3_600_000).toISOString().slice(0, 16)

export const times = (shop: Pick<Shop, 'clock'>) => ({ starts_at: inDays(shop, 10), ends_at: inDays(shop, 10.1) })

export const drafted = (shop: Shop, member: TestMember, more: object = {}): Promise<OwnActivityView> =>
  ask(shop, member, '/activity/save', { ...evening, ...times(shop), ...more })

export async function submitted(shop: Shop, member: TestMember, more: object = {}): Promise<OwnActivityView> {
  const { activity_id, revision } = await drafted(shop, member, more)
  return ask(shop, member, '/activity/submit', { activity_id, revision })
}

type Which = Pick<OwnActivityView, 'activity_id' | 'revision'>
export const approve = (shop: Shop, { staff }: TestStaff, { activity_id: activityId, revision }: Which) =>
  approveActivity(shop.karat, staff, { activityId, revision })
export const reject = (shop: Shop, { staff }: TestStaff, { activity_id: activityId }: Which, reason = 'not clear') =>
  rejectActivity(shop.karat, staff, { activityId, reason })

/** One that is on the web. */
export async function live(
  shop: Shop,
  member: TestMember,
  staff: TestStaff,
  more: object = {},
): Promise<OwnActivityView> {
  const own = await submitted(shop, member, more)
  await approve(shop, staff, own)
  return ask(shop, member, `/activity/own?activity_id=${own.activity_id}`)
}

/** Moves what the clock of the database is compared with, as time would. */
export const letItPass = ({ connectionString }: Shop, activityId: string, set: string) =>
  asOwner(connectionString, [
    'alter table activities.activities disable trigger guard_activity',
    `update activities.activities set ${set} where id = '${activityId}'`,
    'alter table activities.activities enable trigger guard_activity',
  ])

export const movesOf = async ({ karat }: Shop, activityId: string) =>
  (
    await karat.db.rows<{ from: string; to: string; by: string }>(sql`
      select from_state as "from", to_state as "to", split_part(actor, ':', 1) as by from activities.moves
      where activity_id = ${activityId} order by id`)
  ).map(({ from, to, by }) => `${from} ${to} ${by}`)
