import { sql } from '../../src/db/database.ts'
import type { Saying } from '../../src/staff/notices/notice-rules.ts'
import type { Shop } from './shop.ts'

/** Of how many notices something waits still: of what was said, of its subject. */
export async function openNotices({ karat }: Shop, said: Saying, subjectId: string): Promise<number> {
  const row = await karat.db.row<{ count: number }>(sql`
    select count(*)::int as count from staff.notices where said = ${said} and subject_id = ${subjectId} and over_at is null`)
  return row?.count ?? 0
}
