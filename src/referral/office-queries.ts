/** Rewards and campaigns as staff see them. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import { levelsOf } from '../kyc/level-queries.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../money/money.ts'
import { settings } from '../settings.ts'
import { currencyOf } from '../stores/stores.ts'
import type { LinkKind } from './link-code-rules.ts'
import { broughtBy } from './link-figures.ts'
import type { BroughtView, CampaignsInput, OfficeRewardsInput, OfficeRewardView } from './office-contract.ts'
import { purchasesByMember } from './settled-purchases.ts'

type Row = Omit<
  OfficeRewardView,
  | 'member'
  | 'invited'
  | 'grams'
  | 'needs'
  | 'set_off'
  | 'taken_back'
  | 'made_at'
  | 'reserved_at'
  | 'credited_at'
  | 'ended_at'
> & {
  units: bigint
  volume: bigint
  setOff: bigint
  taken: bigint
  made_at: Date
  reserved_at: Date | null
  credited_at: Date | null
  ended_at: Date | null
  currency: Currency
}

/** Those that wait for a decision first, then the newest. */
export async function listOfficeRewards(
  db: Queryable,
  { state, store, page, size }: OfficeRewardsInput,
): Promise<{ total: number; rows: OfficeRewardView[] }> {
  const watched = sql`coalesce(r.state = 'credited' and r.credited_at >= now() - make_interval(days => ${settings.growth.watchDays}::int), false)`
  const inReview = sql`(not r.doubts <@ r.accepted_doubts and (r.state in ('waiting', 'reserved') or ${watched}))`
  const fits = sql`(${state ?? null}::text is null or case ${state ?? null}::text when 'review' then ${inReview} else r.state = ${state ?? null} end)
    and (${store ?? null}::text is null or r.store = ${store ?? null})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from referral.rewards r where ${fits}`),
    db.rows<Row>(sql`
      select r.id as reward_id, r.store, r.member_id, r.invited_id, r.weight_e4 as units, r.needs_minor as volume, r.currency, r.state, ${inReview} as in_review,
        r.waits_for, r.doubts, ${watched} as watched, r.because, r.set_off_e4 as "setOff", r.taken_e4 as taken, r.made_at, r.reserved_at, r.credited_at, r.ended_at
      from referral.rewards r where ${fits} order by ${inReview} desc, r.made_at desc, r.id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.flatMap(({ member_id, invited_id }) => [member_id, invited_id]),
  )
  const grams = (units: bigint) => weightText(weight(units))
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ units, volume, setOff, taken, ...row }) => ({
      ...row,
      ...{ member: names.get(row.member_id) ?? '–', invited: names.get(row.invited_id) ?? '–' },
      ...{ grams: grams(units), needs: moneyText(minor(volume), row.currency) },
      ...{ set_off: grams(setOff), taken_back: grams(taken), made_at: row.made_at.toISOString() },
      reserved_at: row.reserved_at?.toISOString() ?? null,
      credited_at: row.credited_at?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
    })),
  }
}

type LinkRow = {
  code: string
  kind: LinkKind
  store: string
  currency: Currency
  ownerId: string
  visits: number
  cost: bigint
  members: string[]
}

/** What each link brought and cost in rewards, those that brought most members first. Reads what all of them bought: for reports. */
export async function listCampaigns(
  db: Queryable,
  { kind, store, page, size }: CampaignsInput,
): Promise<{ total: number; rows: BroughtView[] }> {
  const fits = sql`(${kind ?? null}::text is null or l.kind = ${kind ?? null}) and (${store ?? null}::text is null or l.store = ${store ?? null})
    and (exists (select from referral.visits v where v.code = l.code) or exists (select from referral.attributions a where a.code = l.code))`
  const [count, links] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from referral.links l where ${fits}`),
    db.rows<LinkRow>(sql`
      select l.code, l.kind, l.store, ${currencyOf(sql`l.store`)} as currency, l.member_id as "ownerId",
        (select coalesce(sum(v.visits), 0)::int from referral.visits v where v.code = l.code) as visits,
        (select coalesce(sum(case r.state when 'reversed' then 0 else r.weight_e4 end), 0)::bigint from referral.rewards r
          join referral.attributions a on a.member_id = r.invited_id where a.code = l.code and r.reserved_at is not null) as cost,
        array(select a.member_id from referral.attributions a where a.code = l.code) as members
      from referral.links l where ${fits}
      order by (select count(*) from referral.attributions a where a.code = l.code) desc, l.made_at, l.code limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const all = links.flatMap(({ members }) => members)
  const [names, purchases, levels] = await Promise.all([
    namesOfMembers(
      db,
      links.map(({ ownerId }) => ownerId),
    ),
    purchasesByMember(db, all),
    levelsOf(db, all),
  ])
  return {
    total: count?.total ?? 0,
    rows: links.map(({ ownerId, members, cost, ...link }) => {
      const { currency } = link
      const { verified, bought, volume, sold } = broughtBy({ ...link, members }, { purchases, levels })
      return {
        ...{ ...link, owner: names.get(ownerId) ?? '–', signed_up: members.length, members, sold },
        ...{ verified, bought, volume: moneyText(minor(volume), currency) },
        ...{ grams: weightText(weight(sold)), cost: weightText(weight(cost)) },
        cost_per_gram: sold > 0n ? weightText(weight((cost * 10_000n) / sold)) : null,
      }
    }),
  }
}
