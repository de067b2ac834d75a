/** What somebody does with their own notices. They are nobody else's business, so the audit log has nothing of it. */
import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput } from '../../refusals.ts'
import type { Staff } from '../door.ts'
import { isUnread, theirs } from './notice-queries.ts'
import { mayChoose, type NoticeKind } from './notice-rules.ts'

type Read = { noticeId?: string | undefined; kind?: NoticeKind | undefined }

/** One of them, those of a kind, or all. How many were unread. */
export const markRead = ({ db }: Pick<Bag<'staff'>, 'db'>, staff: Staff, { noticeId, kind }: Read): Promise<number> =>
  db.run(sql`update staff.notices set read_at = now() where ${theirs(staff)} and ${isUnread}
    and (${noticeId ?? null}::uuid is null or id = ${noticeId ?? null}) and (${kind ?? null}::text is null or kind = ${kind ?? null})`)

/** How somebody is told of a kind from now on. Refuses invalid_input for a breach of which they would hear nothing. */
export async function chooseNotices(
  { db }: Pick<Bag<'staff'>, 'db'>,
  { id }: Staff,
  choice: { kind: NoticeKind; in_office: boolean; by_mail: boolean },
): Promise<void> {
  const { kind, in_office, by_mail } = choice
  if (!mayChoose(kind, choice)) throw invalidInput({ by_mail: problem('staff_breach_told') })
  await db.run(sql`
    insert into staff.notice_choices (person_id, kind, in_office, by_mail) values (${id}, ${kind}, ${in_office}, ${by_mail})
    on conflict (person_id, kind) do update set in_office = excluded.in_office, by_mail = excluded.by_mail, changed_at = clock_timestamp()`)
}
