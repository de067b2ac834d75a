/** Links in messages: what is told is the token, what is kept is its hash. */
import type { Config } from '../config.ts'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'

/** What a link does, the page that does it, and how long it lives. A newer one ends those of its kind where `single`. */
const links = {
  reset_password: { page: '/resetPwd', life: settings.link.lifeSeconds, single: true },
  verify_email: { page: '/verifyAccount', life: settings.link.lifeSeconds, single: true },
  cancel_change: { page: '/cancelChange', life: settings.link.alarmSeconds, single: false },
  freeze: { page: '/freezeAccount', life: settings.link.alarmSeconds, single: false },
} as const
export type LinkPurpose = keyof typeof links

/** Links of alarms say which destination was told. */
type NewLink = { memberId: string | null; details?: object } & (
  | { purpose: 'reset_password' | 'verify_email' }
  | { purpose: 'freeze' | 'cancel_change'; told: string }
)

/**
 * Writes a new link and answers its address, built from PUBLIC_URL alone; the token stands behind the #, so that no
 * server, log or Referer sees it. The caller holds the member's row, so that of two at once one is the newer.
 */
export async function issueLink(tx: Tx, config: Config, { memberId, details = {}, ...link }: NewLink): Promise<string> {
  const { purpose } = link
  const { page, life, single } = links[purpose]
  const kept = 'told' in link ? { ...details, told: link.told } : details
  const token = newToken()
  if (single) await endLinks(tx, memberId, purpose, 'superseded')
  await tx.run(sql`
    insert into identity.links (token_hash, purpose, member_id, details, expires_at)
    values (${hashOfToken(token)}, ${purpose}, ${memberId}, ${JSON.stringify(kept)}::jsonb || jsonb_build_object('began', now()),
      clock_timestamp() + make_interval(secs => ${life}::int))`)
  return `${config.PUBLIC_URL.replace(/\/$/, '')}${page}#${token}`
}

/** Ends the member's living links of a kind. */
export async function endLinks(tx: Tx, memberId: string | null, purpose: LinkPurpose, because: string): Promise<void> {
  await tx.run(sql`update identity.links set ended_at = now(), ended_because = ${because}
    where member_id = ${memberId} and purpose = ${purpose} and ended_at is null`)
}

/**
 * Ends the freezing and cancelling links that were sent after `createdAt`: they went to whoever came into the account later, and
 * must not undo what its earlier owner does now.
 */
export async function endLaterAlarms(tx: Tx, memberId: string, createdAt: Date): Promise<void> {
  await tx.run(sql`update identity.links set ended_at = now(), ended_because = 'outranked'
    where member_id = ${memberId} and purpose in ('freeze', 'cancel_change') and ended_at is null and created_at > ${createdAt}`)
}
