/** Somebody of the house for whom a round works: what they may is asked of the database, and held until the transaction ends. */
import { sql, type Tx } from '../db/database.ts'
import type { Staff } from './door.ts'
import { permissionsOf } from './permission-rules.ts'

type Found = Pick<Staff, 'id' | 'name' | 'email' | 'language' | 'roles'> & { disabled: boolean }

/** Whoever left the house may nothing. `from` is where they asked for it. */
export async function findStaffNow(tx: Tx, id: string, from: Pick<Staff, 'address' | 'requestId'>): Promise<Staff> {
  const found = await tx.row<Found>(sql`
    select id, name, email, language, roles, disabled_at is not null as disabled
    from staff.people where id = ${id} for share`)
  if (!found) throw new Error('nobody of the house began this')
  const { disabled, ...person } = found
  return { ...person, sessionId: '', ...from, may: disabled ? new Set() : permissionsOf(person.roles) }
}
