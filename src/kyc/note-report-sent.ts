import { brokenConstraint, sql } from '../db/database.ts'
import { getMember } from '../identity/members-for-staff.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { storeOf } from '../stores/stores.ts'

type SentReport = { memberId: string; day: string; sentOn: string; reference: string }

/**
 * Notes, once, that a person has sent a filed report to the authority, on which day and under which reference. Nothing is
 * sent from here.
 *
 * Refuses not_found; report_sent when it is noted already or not filed; invalid_input for a day before the report's or to
 * come; permission_missing.
 */
export async function noteReportSent(karat: Bag<'kyc'>, staff: Staff, sent: SentReport): Promise<{ done: true }> {
  try {
    return await karat.db.transaction(async (tx) => {
      const { memberId, day, sentOn, reference } = sent
      const { store } = await getMember(tx, memberId)
      const { timeZone } = storeOf(karat, store)
      const row = await tx.row<{ early: boolean }>(
        sql`select ${sentOn}::date > (now() at time zone ${timeZone})::date as early`,
      )
      if (row?.early) throw invalidInput({ sent_on: problem('day_not_yet') })
      const noted = await tx.run(sql`
        update kyc.reports set sent_on = ${sentOn}::date, sent_reference = ${reference.trim()}, sent_by = ${`staff:${staff.id}`}
        where member_id = ${memberId} and day = ${day}::date and seen_at is not null and sent_on is null`)
      if (noted === 0) {
        const there = await tx.row(sql`select 1 from kyc.reports where member_id = ${memberId} and day = ${day}::date`)
        throw new Refusal(there ? 'report_sent' : 'not_found')
      }
      await recordAction(tx, staff, {
        ...{ action: 'kyc.file_report', subject: { kind: 'member', id: memberId }, store, reason: reference },
        details: { did: 'sent', day, sent_on: sentOn },
      })
      return { done: true as const }
    })
  } catch (failure) {
    if (brokenConstraint(failure) === 'sent_after_its_day')
      throw invalidInput({ sent_on: problem('day_before_report') })
    throw failure
  }
}
