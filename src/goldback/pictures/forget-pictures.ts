/** What becomes of pictures of cases in time, and of their keys when the master key changes. */
import { PAGE, type SealedKind } from '../../credentials/seal-anew.ts'
import { aboutKey } from '../../credentials/sealed-file.ts'
import { type Queryable, type Sql, sql } from '../../db/database.ts'
import { endOld, goThrough } from '../../db/in-steps.ts'
import { listDestroyed } from '../../kyc/destroy-member.ts'
import { settings } from '../../settings.ts'

/**
 * Destroys the pictures of members whose identity data was destroyed, and those of cases that ended some time ago without anything having been
 * brought; how many. That there was one stays with the case.
 */
export async function destroyPictures(db: Queryable): Promise<number> {
  async function* which() {
    for (let members = await listDestroyed(db, null); members.length > 0; members = await listDestroyed(db, members))
      yield sql`member_id = any(${members}::uuid[])`
    yield sql`case_id in (select id from goldback.cases
      where received_at is null and ended_at < now() - make_interval(days => ${settings.goldback.addressDays}::int))`
  }
  return goThrough(which(), (these) => destroy(db, these))
}

const destroy = (db: Queryable, which: Sql): Promise<number> =>
  endOld(db, {
    from: sql`goldback.pictures`,
    old: sql`destroyed_at is null and ${which}`,
    end: sql`update goldback.pictures set wrapped_key = null, content = null, destroyed_at = now()`,
  })

export const picturesSealed: SealedKind = {
  read: (after) => sql`select id, member_id as owner, wrapped_key as sealed from goldback.pictures
    where id > ${after} and wrapped_key is not null order by id limit ${PAGE}`,
  write: ({ id, sealed }, anew) =>
    sql`update goldback.pictures set wrapped_key = ${anew} where id = ${id} and wrapped_key = ${sealed}`,
  about: ({ id, owner }) => aboutKey({ memberId: owner, documentId: id }),
}
