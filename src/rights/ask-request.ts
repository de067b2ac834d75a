import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import type { Member } from '../identity/door.ts'
import { issueLink } from '../identity/issue-link.ts'
import { holdMember } from '../identity/members-for-staff.ts'
import { requireOwnPassword } from '../identity/own-password.ts'
import { reachOf } from '../identity/raise-alarm.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import { formatMoment } from '../ui/format.ts'
import type { Language } from '../ui/language.ts'
import type { AskForDataInput, DataRequestsView } from './contract.ts'
import { countAsked, listDataRequests } from './request-queries.ts'
import { kindIn } from './request-words.ts'

export type Asking = AskForDataInput & { address: string }

/**
 * Files what a member asks about their data, with its deadline, and tells every destination of theirs: with a link that freezes the
 * account, for it may not have been them. One of a kind waits at a time.
 *
 * Refuses sign_in_wait, sign_in_refused for a wrong password, overloaded; data_request_waiting; data_request_limit, those taken back
 * included.
 */
export async function askForData(karat: Bag<'rights'>, member: Member, wish: Asking): Promise<DataRequestsView> {
  const { kind, words, password, address } = wish
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  return karat.db.transaction(async (tx) => {
    await holdMember(tx, member.id)
    if ((await countAsked(tx, member.id)) >= karat.settings.rights.asksPerDay)
      throw new Refusal('data_request_limit', { retry_after: 3600 })
    const made = await tx.row<{ due: Date }>(sql`
      insert into rights.requests (id, member_id, store, kind, about, words, due_at)
      values (${newId()}, ${member.id}, ${member.store}, ${kind}, ${wish.about ?? null}, ${words.trim()},
        clock_timestamp() + make_interval(hours => ${karat.settings.rights.hours}::int))
      on conflict (member_id, kind) where state = 'waiting' do nothing returning due_at as due`)
    if (!made) throw new Refusal('data_request_waiting')
    await tellReceived(tx, karat, member.id, { kind, due: made.due })
    return listDataRequests(tx, member.id)
  })
}

async function tellReceived(
  tx: Tx,
  karat: Bag<'rights'>,
  memberId: string,
  { kind, due }: { kind: AskForDataInput['kind']; due: Date },
) {
  const { language, store, destinations } = await reachOf(tx, memberId)
  const deadline = formatMoment(due.getTime(), storeOf(karat, store).timeZone, language as Language)
  for (const to of destinations) {
    const link = await issueLink(tx, karat.config, { purpose: 'freeze', memberId, told: to.destination })
    const values = { what: kindIn(kind, language), deadline, link }
    await queueMail(tx, { ...to, template: 'data_request_received', language, store, values })
  }
}

/** Takes back what waits. Refuses not_found; handled_meanwhile. */
export async function withdrawRequest(
  karat: Bag<'rights'>,
  memberId: string,
  requestId: string,
): Promise<DataRequestsView> {
  const { db } = karat
  const withdrawn = await db.run(sql`update rights.requests set state = 'withdrawn', decided_at = now()
    where id = ${requestId} and member_id = ${memberId} and state = 'waiting'`)
  if (withdrawn === 0) {
    const row = await db.row<{ by: string | null; state: string }>(sql`
      select decided_by as by, state from rights.requests where id = ${requestId} and member_id = ${memberId}`)
    throw row ? new Refusal('handled_meanwhile', { by: row.by ?? '–', state: row.state }) : new Refusal('not_found')
  }
  return listDataRequests(db, memberId)
}
