/** The statement of a period: a closed month's as it was kept, any other as the books have it now. */
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { balancesAt, newestMovements } from '../../ledger/member-record.ts'
import { ownKinds } from '../../ledger/member-record-rules.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import type { Holder } from '../holder.ts'
import { detailsOf } from './movement-details.ts'
import { placeOfPeriod } from './read-record.ts'
import { type Period, type Place, periodOfMonth } from './record-rules.ts'
import { describeStatement, type Language, type Stated } from './statement-document.ts'
import { noteKey } from './statement-keys.ts'

/** What is signed, to the byte. */
export type Signed = { document: string; keyId: string; signature: Buffer; closed: boolean }

const AT_ONCE = 1000

type Asked = Period & { month: string | null; language: Language }

/** Refuses statement_too_long for a period of too many movements. */
export async function readStatement(karat: Bag<'vault'>, holder: Holder, asked: Asked): Promise<Signed> {
  const kept = asked.month === null ? undefined : await findClosed(karat.db, holder, asked.month)
  if (kept) return { ...kept, closed: true }
  const store = storeOf(karat, holder.store)
  const period = asked.month === null ? asked : periodOfMonth(asked.month)
  const place = await placeOfPeriod(karat.db, holder, store, period)
  const most = BigInt(settings.record.mostInFile)
  const isLong = ownKinds.some((own) => place.upTo[own] - place.after[own] > most)
  if (isLong) throw new Refusal('statement_too_long')
  const document = JSON.stringify(
    describeStatement({
      ...(await between(karat.db, holder, place)),
      ...{ store, memberId: holder.memberId, language: asked.language, from: period.from, to: period.to },
      ...{ closedMonth: null, madeAt: new Date(karat.now()), publicUrl: karat.config.PUBLIC_URL },
    }),
  )
  await noteKey(karat, karat.db)
  return { document, keyId: karat.signing.keyId, signature: karat.signing.sign(document), closed: false }
}

/** All that lies between two places of a record, with what there was before and after. */
export async function between(
  db: Queryable,
  holder: Holder,
  place: Place,
): Promise<Pick<Stated, 'opening' | 'closing' | 'movements' | 'details'>> {
  const movements: Stated['movements'] = []
  let upTo = place.upTo
  for (let more = true; more; ) {
    const page = await newestMovements(db, holder, { ...place, upTo, own: ownKinds, shown: null, limit: AT_ONCE })
    movements.push(...page.movements)
    ;({ reached: upTo, more } = page)
  }
  const [opening, closing, details] = await Promise.all([
    balancesAt(db, holder, place.after),
    balancesAt(db, holder, place.upTo),
    detailsOf(db, holder, movements),
  ])
  return { opening, closing, movements, details }
}

const findClosed = (db: Queryable, { memberId, store }: Holder, month: string) =>
  db.row<Omit<Signed, 'closed'>>(sql`
    select document, key_id as "keyId", signature from vault.statements
    where member_id = ${memberId} and store = ${store} and month = ${`${month}-01`}::date`)
