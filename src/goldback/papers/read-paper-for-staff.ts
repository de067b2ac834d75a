import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { CasePaper } from '../case-rules.ts'
import { readCasePaper } from './case-papers.ts'

/** As readCasePaper, whoever's case it is: it shows a name and a signature, so who looked is written first. Refuses permission_missing. */
export async function readPaperForStaff(
  karat: Bag<'goldback'>,
  staff: Staff,
  { caseId, kind }: { caseId: string; kind: CasePaper },
) {
  await karat.db.transaction(async (tx) => {
    const found = await tx.row<{ store: string; number: string }>(sql`
      select store, number from goldback.cases where id = ${caseId}`)
    if (!found) throw new Refusal('not_found')
    await recordAction(tx, staff, {
      ...{ action: 'goldback.see', subject: { kind: 'goldback', id: caseId }, store: found.store },
      details: { did: 'goldback_paper_read', case: found.number, paper: kind },
    })
  })
  return readCasePaper(karat, { caseId, kind })
}
