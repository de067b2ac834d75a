import { type Sql, sql, type Tx } from '../db/database.ts'
import { settings } from '../settings.ts'
import { pauseOutgoing } from './outgoing-pause.ts'
import { noteSecurityEvent } from './security-events.ts'
import { tellMember } from './tell-member.ts'

/**
 * Takes back, in the transaction that does what an alarm's link promises, every authenticator app, passkey and set of recovery codes that
 * came within the pause of a day. `told` is where the link was sent: what came before that destination had its first alarm stays,
 * so that whoever came into the account later does not undo what its earlier owner added. Every destination is told, and what
 * goes out pauses anew. The caller holds the member's row.
 */
export async function takeBackFactors(tx: Tx, memberId: string, told: string): Promise<void> {
  const first = sql`(select min((details->>'began')::timestamptz) from identity.links
    where member_id = ${memberId} and details->>'told' = ${told})`
  const came = (at: Sql) => sql`member_id = ${memberId} and ${at} >= ${first}
    and ${at} > clock_timestamp() - make_interval(secs => ${settings.outgoingPauseSeconds}::int)`
  const apps = await tx.run(sql`delete from identity.authenticators where ${came(sql`confirmed_at`)}`)
  const passkeys = await tx.run(sql`delete from identity.passkeys where ${came(sql`created_at`)}`)
  const codes = await tx.run(sql`delete from identity.recovery_codes where ${came(sql`created_at`)}`)
  if (apps + passkeys + codes === 0) return
  if (apps) await noteSecurityEvent(tx, memberId, 'authenticator_off')
  if (passkeys) await noteSecurityEvent(tx, memberId, 'passkey_removed')
  await pauseOutgoing(tx, memberId, 'factor')
  await tellMember(tx, memberId, { template: 'factors_taken_back', values: {} })
}
