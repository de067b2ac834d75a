/** What becomes of sealed things in time: wrapped anew when the master key changes, destroyed when they were kept long enough. */
import type { Sealing } from '../credentials/sealing.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { settings } from '../settings.ts'
import { aboutNumber } from './auth-real-name.ts'
import { aboutKey } from './sealed-file.ts'
import { aboutTaxNumber } from './tell-funds.ts'

const AT_ONCE = 200
type Sealed = { id: string; member: string; sealed: Buffer }
type Kind = {
  read: (after: string) => ReturnType<typeof sql>
  write: (row: Sealed, anew: Buffer) => ReturnType<typeof sql>
  about: (row: Sealed) => string
}

const nobody = '00000000-0000-0000-0000-000000000000'
const kinds: Kind[] = [
  {
    read: (after) => sql`select id, member_id as member, wrapped_key as sealed from kyc.documents
      where id > ${after} and wrapped_key is not null order by id limit ${AT_ONCE}::int`,
    write: ({ id, sealed }, anew) =>
      sql`update kyc.documents set wrapped_key = ${anew} where id = ${id} and wrapped_key = ${sealed}`,
    about: ({ id, member }) => aboutKey({ memberId: member, documentId: id }),
  },
  {
    read: (after) => sql`select member_id as id, member_id as member, number_sealed as sealed from kyc.real_names
      where member_id > ${after} order by member_id limit ${AT_ONCE}::int`,
    write: ({ id, sealed }, anew) =>
      sql`update kyc.real_names set number_sealed = ${anew} where member_id = ${id} and number_sealed = ${sealed}`,
    about: ({ member }) => aboutNumber(member),
  },
  {
    read: (after) => sql`select member_id as id, member_id as member, tax_number_sealed as sealed from kyc.funds
      where member_id > ${after} order by member_id limit ${AT_ONCE}::int`,
    write: ({ id, sealed }, anew) =>
      sql`update kyc.funds set tax_number_sealed = ${anew} where member_id = ${id} and tax_number_sealed = ${sealed}`,
    about: ({ member }) => aboutTaxNumber(member),
  },
]

/**
 * Seals everything that the master key before sealed with the key of today. Afterwards the old key is needed no more, unless
 * some could not be opened; those stay as they are and stop nothing. What somebody replaces meanwhile is sealed with today's
 * key already.
 */
export async function sealAnew(karat: Pick<Karat, 'db' | 'sealing'>): Promise<{ sealed: number; unreadable: number }> {
  const done = { sealed: 0, unreadable: 0 }
  for (const kind of kinds) {
    for (let after: string | undefined = nobody; after; ) {
      const rows: Sealed[] = await karat.db.rows<Sealed>(kind.read(after))
      for (const row of rows.filter(({ sealed }) => karat.sealing.isOld(sealed))) {
        const anew = sealedAnew(karat.sealing, row, kind.about(row))
        if (anew) done.sealed += await karat.db.run(kind.write(row, anew))
        else done.unreadable++
      }
      after = rows.at(-1)?.id
    }
  }
  return done
}

function sealedAnew(sealing: Sealing, row: Sealed, about: string): Buffer | null {
  try {
    return sealing.seal(sealing.open(row.sealed, about), about)
  } catch {
    return null
  }
}

/**
 * Destroys the keys and contents of files that nobody sent, that were replaced, or whose member has left, after the times of
 * the settings; how many. The rows stay and say that there was a file.
 */
export function destroyExpired(db: Queryable): Promise<number> {
  const { unsentDays, replacedDays, afterClosingYears } = settings.kyc.keep
  return db.run(sql`
    update kyc.documents d set wrapped_key = null, content = null, destroyed_at = now()
    where destroyed_at is null and (
      (sent_at is null and created_at < now() - make_interval(days => ${unsentDays}::int))
      or (replaced_at < now() - make_interval(days => ${replacedDays}::int))
      or exists (select from kyc.levels l where l.member_id = d.member_id
        and l.relation_ended_at < now() - make_interval(years => ${afterClosingYears}::int)))`)
}
