import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import type { UserInfoView } from './contract.ts'
import { getUserInfo } from './member-queries.ts'
import type { EditUserInput } from './personal-contract.ts'

/** The member is called `name`, without blanks around it, and written to in `language`. */
export async function editUser(
  karat: Bag<'identity'>,
  memberId: string,
  { name, language }: EditUserInput,
): Promise<{ userInfo: UserInfoView }> {
  await karat.db.run(
    sql`update identity.members set name = ${name.trim().normalize('NFC')}, language = ${language} where id = ${memberId}`,
  )
  return { userInfo: await getUserInfo(karat.db, memberId) }
}
