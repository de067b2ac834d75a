import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { maskEmail, maskMobile } from './masking-rules.ts'
import { showMemberCode } from './member-code-rules.ts'
import type { PersonalDataView } from './personal-contract.ts'

type Row = Omit<PersonalDataView, 'member_since'> & { member_since: Date }

/** What we know of a member, masked where an onlooker could use it. */
export async function getPersonalData(db: Queryable, memberId: string): Promise<PersonalDataView> {
  const row =
    await db.row<Row>(sql`select code, name, email, mobile, store, language, created_at as member_since, agreement_version
    from identity.members where id = ${memberId}`)
  if (!row) throw new Refusal('not_found')
  const { email, mobile, member_since } = row
  return {
    ...row,
    code: showMemberCode(row.code),
    email: email && maskEmail(email),
    mobile: mobile && maskMobile(mobile),
    member_since: member_since.toISOString(),
  }
}
