/** What the master key before has sealed is sealed with the key of today, so that the old one can be thrown away. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Sealing } from './sealing.ts'

export const PAGE = sql`200`
type SealedRow = { id: string; owner: string; sealed: Buffer }
/** Sealed values of one column of an area. */
export type SealedKind = {
  /** The next PAGE rows after `id`, by id: as `id`, `owner` and `sealed`. */
  read: (after: string) => Sql
  /** Writes the value sealed anew, unless another has taken its place. */
  write: (row: SealedRow, anew: Buffer) => Sql
  about: (row: SealedRow) => string
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Seals everything that the master key before sealed with the key of today. Afterwards the old key is needed no more, unless
 * some could not be opened; those stay as they are and stop nothing. What somebody replaces meanwhile is sealed with today's
 * key already.
 */
export async function sealAnew(
  { db, sealing }: { db: Queryable; sealing: Sealing },
  kinds: readonly SealedKind[],
): Promise<{ sealed: number; unreadable: number }> {
  const done = { sealed: 0, unreadable: 0 }
  for (const kind of kinds) {
    for (let after: string | undefined = nobody; after; ) {
      const rows: SealedRow[] = await db.rows<SealedRow>(kind.read(after))
      for (const row of rows.filter(({ sealed }) => sealing.isOld(sealed))) {
        const anew = sealedAnew(sealing, row, kind.about(row))
        if (anew) done.sealed += await db.run(kind.write(row, anew))
        else done.unreadable++
      }
      after = rows.at(-1)?.id
    }
  }
  return done
}

function sealedAnew(sealing: Sealing, row: SealedRow, about: string): Buffer | null {
  try {
    return sealing.seal(sealing.open(row.sealed, about), about)
  } catch {
    return null
  }
}
