import { newToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { freezeAccount, tellFrozen } from '../identity/freeze-account.ts'
import { type Reach, reachOf } from '../identity/raise-alarm.ts'
import type { Bag } from '../karat.ts'
import { reopenName } from '../kyc/decide-review.ts'
import { endConsents } from '../mail/forget-letters.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import type { Permission } from '../staff/permission-rules.ts'
import { recordAction } from '../staff/record-action.ts'
import { deleteMember } from './delete-member.ts'
import type { DecidedView, DecideRequestInput } from './office-contract.ts'
import { type Correctable, type Outcome, opensName, type RequestKind, type RequestState } from './request-rules.ts'
import { answerWords, kindIn } from './request-words.ts'

type Row = {
  kind: RequestKind
  about: Correctable | null
  state: RequestState
  memberId: string
  store: string
  by: string | null
}

/** A deletion is decided by who may that; the others by who answers requests. */
const permissionFor = (kind: RequestKind): Permission => (kind === 'deletion' ? 'rights.delete' : 'rights.decide')

/**
 * Grants or refuses a request, in one transaction with what follows from it, and tells the member where they were reached before: a
 * restriction ends every consent and freezes the account, with a letter that says so; a deletion closes it; a correction of name or identity takes the
 * approval of both back, so that the member tells them anew and staff look at them; any other was made by hand and is said here.
 *
 * Refuses permission_missing; not_found; handled_meanwhile with who decided; account_not_closable.
 */
export async function decideRequest(
  karat: Bag<'rights'>,
  staff: Staff,
  wish: DecideRequestInput,
  key: Once,
): Promise<DecidedView> {
  const granted = wish.decision === 'grant'
  const passwordHash = granted ? await karat.hasher.hash(newToken()) : ''
  return once(karat.db, key, async (tx) => {
    const row = await lockWaiting(tx, wish.request_id)
    const { kind, about, memberId, store } = row
    const answer = wish.answer.trim()
    await recordAction(tx, staff, {
      ...{ action: permissionFor(kind), subject: { kind: 'member', id: memberId }, store, reason: answer },
      details: { did: wish.decision, request: wish.request_id, kind, ...(wish.ground ? { ground: wish.ground } : {}) },
    })
    const reach = await reachOf(tx, memberId)
    const outcome = granted ? await carryOut(karat, tx, { kind, about, memberId, passwordHash, staff, answer }) : null
    const state = granted ? 'granted' : 'refused'
    await tx.run(sql`update rights.requests set state = ${state}, decided_at = now(), decided_by = ${staff.name},
      ground = ${wish.ground ?? null}, answer = ${answer}, outcome = ${outcome && JSON.stringify(outcome)}::jsonb
      where id = ${wish.request_id}`)
    await tellAnswer(tx, reach, { kind, about, answer, granted, ground: wish.ground, outcome })
    return { state, outcome }
  })
}

async function lockWaiting(tx: Tx, requestId: string): Promise<Row> {
  const row = await tx.row<Row>(sql`select kind, about, state, member_id as "memberId", store, decided_by as by
    from rights.requests where id = ${requestId} for update`)
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'waiting') throw new Refusal('handled_meanwhile', { by: row.by ?? '–', state: row.state })
  return row
}

type Work = Pick<Row, 'kind' | 'about' | 'memberId'> & { passwordHash: string; staff: Staff; answer: string }

async function carryOut(
  karat: Bag<'rights'>,
  tx: Tx,
  { kind, about, staff, answer, ...work }: Work,
): Promise<Outcome | null> {
  if (kind === 'deletion') return deleteMember(karat, tx, work)
  if (kind === 'restriction') {
    await endConsents(tx, work.memberId, 'restriction of processing')
    await tellFrozen(tx, work.memberId, await freezeAccount(tx, { memberId: work.memberId, by: 'staff' }))
  }
  if (kind === 'correction' && opensName(about))
    await reopenName(tx, {
      memberId: work.memberId,
      actor: `staff:${staff.id}`,
      reason: 'a correction was granted',
      answer,
    })
  return null
}

type Told = Parameters<typeof answerWords>[0] & { kind: RequestKind }

async function tellAnswer(tx: Tx, { language, store, destinations }: Reach, { kind, ...decision }: Told) {
  const values = { what: kindIn(kind, language), answer: answerWords(decision, language) }
  for (const to of destinations)
    await queueMail(tx, { ...to, template: 'data_request_answered', language, store, values })
}
