/** What a member sees of their own verification. */
import { type Queryable, sql } from '../db/database.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import type { VerificationView } from './contract.ts'
import { type IdType, idTypesOf, masked, minimumAgeOf } from './id-number-rules.ts'
import { getLevel } from './level-queries.ts'
import { asMoney, type Level, levelLimits, levelName, levels, type Step } from './level-rules.ts'
import type { DocumentKind, ReviewState } from './review-rules.ts'
import { usedToday } from './take-day-limit.ts'

type Asking = { memberId: string; store: Store; currency: Currency }
type Review = { subject: Step; state: ReviewState; answer: string | null; moved_at: Date }

/** Level, limits in the currency asked for, and the state of every review with what belongs to it. */
export async function getVerification(db: Queryable, { memberId, store, currency }: Asking): Promise<VerificationView> {
  const [{ level }, used, reviews, name, files, funds, today, kept] = await Promise.all([
    getLevel(db, memberId),
    usedToday(db, memberId, store),
    db.rows<Review>(sql`select subject, state, answer, moved_at from kyc.reviews where member_id = ${memberId}`),
    findRealName(db, memberId),
    listFiles(db, memberId),
    db.row<{ end: string; source: string }>(
      sql`select tax_number_end as end, source from kyc.funds where member_id = ${memberId}`,
    ),
    db.row<{ day: string }>(sql`select to_char(now() at time zone ${store.timeZone}, 'YYYY-MM-DD') as day`),
    db.row<{ destroyed: Date | null; set: Level | null; at: Date }>(sql`
      select destroyed_at as destroyed, override::int as set, coalesce(
        (select max(at) from kyc.moves m where m.member_id = l.member_id and m.subject = 'level'), changed_at) as at
      from kyc.levels l where member_id = ${memberId}`),
  ])
  const money = (units: bigint) => moneyText(minor(asMoney(units, currency)), currency)
  const reviewOf = (subject: Step) => {
    const found = reviews.find((one) => one.subject === subject)
    return {
      state: found?.state ?? ('none' as const),
      answer: found?.answer ?? null,
      moved_at: found?.moved_at.toISOString() ?? null,
    }
  }
  const limits = levelLimits(store.settings.members, store.currency)
  return {
    level: levelName(level),
    currency,
    destroyed_at: kept?.destroyed?.toISOString() ?? null,
    set_level: kept?.set == null ? null : { level: levelName(kept.set), at: kept.at.toISOString() },
    bought_today: money(used),
    levels: levels.map((each) => {
      const [limit, holds] = [limits.day[each] ?? null, limits.hold[each] ?? null]
      return {
        level: levelName(each),
        per_day: limit === null ? null : money(limit),
        holds: holds === null ? null : weightText(weight(holds)),
      }
    }),
    id_types: idTypesOf(store.code, store.settings.members),
    minimum_age: minimumAgeOf(store.code, store.settings.members),
    today: today?.day ?? '',
    real_name: {
      ...reviewOf('real_name'),
      name: name?.fullName ?? null,
      id_type: name?.idType ?? null,
      number: name ? masked(name.numberEnd) : null,
      birth_date: name?.birthDate ?? null,
    },
    documents: { ...reviewOf('documents'), files },
    funds: { ...reviewOf('funds'), tax_number: funds ? masked(funds.end) : null, source: funds?.source ?? null },
  }
}

type RealName = { fullName: string; idType: IdType; numberEnd: string; birthDate: string }

/** The name that a member has told, whatever became of it. */
const findRealName = (db: Queryable, memberId: string): Promise<RealName | undefined> =>
  db.row(sql`
    select full_name as "fullName", id_type as "idType", number_end as "numberEnd", to_char(birth_date, 'YYYY-MM-DD') as "birthDate"
    from kyc.real_names where member_id = ${memberId}`)

/** The name that a member has proven, or undefined. */
export const findVerifiedName = async (db: Queryable, memberId: string): Promise<string | undefined> =>
  (
    await db.row<{ name: string }>(sql`
      select n.full_name as name from kyc.real_names n join kyc.reviews r on r.member_id = n.member_id and r.subject = 'real_name'
      where n.member_id = ${memberId} and r.state = 'approved'`)
  )?.name

/** The same of several members; those without one are left out. */
export async function verifiedNamesOf(db: Queryable, memberIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(sql`
    select n.member_id as id, n.full_name as name from kyc.real_names n join kyc.reviews r on r.member_id = n.member_id and r.subject = 'real_name'
    where n.member_id = any(${[...memberIds]}::uuid[]) and r.state = 'approved'`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type FileRow = { id: string; kind: DocumentKind; width: number; height: number; bytes: number; at: Date; sent: boolean }

/** The files that stand in the member's documents now, in the order they are asked for. */
async function listFiles(db: Queryable, memberId: string): Promise<VerificationView['documents']['files']> {
  const rows = await db.rows<FileRow>(sql`
    select id, kind, width, height, bytes, created_at as at, sent_at is not null as sent from kyc.documents
    where member_id = ${memberId} and replaced_at is null and destroyed_at is null order by kind`)
  return rows.map(({ at, sent, ...file }) => ({ ...file, created_at: at.toISOString(), is_sent: sent }))
}
