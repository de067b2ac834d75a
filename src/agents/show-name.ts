import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import type { ListForClientView } from './preparations/preparation-contract.ts'
import { listForClient, type Reader } from './preparations/preparation-queries.ts'

/** From now on the agent of the member sees their whole name, or a masked one. */
export const showName = (karat: Bag<'agents'>, reader: Reader, shows: boolean): Promise<ListForClientView> =>
  karat.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into agents.client_choices as c (member_id, shows_name) values (${reader.memberId}, ${shows})
      on conflict (member_id) do update set shows_name = excluded.shows_name, at = now()`)
    return listForClient(tx, reader)
  })
