import { v7 as newId } from 'uuid'
import { type Sql, sql } from '../db/database.ts'

/** The tender that one captured payment is from now on; `rows`: that payment. A part that waited is used. */
export const insertTender = (rows: Sql) => sql`
  insert into payments.tenders (id, purpose, subject_id, kind, payment_id, amount_minor, currency, state)
  select ${newId()}, purpose, subject_id, method, id, allocated_minor, captured_currency, 'used' from ${rows}
  on conflict (payment_id) do update set state = 'used' where tenders.state = 'waiting'`
