/** Gold that was not bought here: as its member describes it, and what becomes of it once it is paid for (decision 0134). */
import { v7 as newId } from 'uuid'
import { isOurPiece } from '../catalogue/piece-queries.ts'
import { sql, type Tx } from '../db/database.ts'
import { requireImages } from '../files/use-files.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { problem } from '../locale/field-rules.ts'
import { languages } from '../locale/languages.ts'
import * as m from '../locale/paraglide/messages.js'
import { type Currency, parseDecimal, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { QuotedPiece } from './case-quotes.ts'
import { fineOf } from './case-rules.ts'
import type { OtherPieceInput } from './contract.ts'
import { lotKept, lotReceived } from './goldback-postings.ts'

const { grams: mostGrams } = settings.goldback.other
const LEAST = WEIGHT_UNITS_PER_GRAM / 10n

/** Refuses not_found for a photograph that is not theirs; invalid_input for a weight out of bounds, or a bar or coin without its maker; goldback_is_ours. */
export async function describeOther(
  tx: Tx,
  memberId: string,
  described: readonly OtherPieceInput[],
): Promise<QuotedPiece[]> {
  const ids = described.flatMap(({ image_ids }) => image_ids)
  await requireImages(tx, { memberId, ids, purpose: 'gold_back' })
  const pieces: QuotedPiece[] = []
  for (const [at, piece] of described.entries()) {
    const gross = parseDecimal(piece.weight, 4) ?? 0n
    if (gross < LEAST || gross > BigInt(mostGrams) * WEIGHT_UNITS_PER_GRAM)
      throw invalidInput({ [`pieces.${at}.weight`]: problem('other_weight', { most: mostGrams }) })
    if (piece.form !== 'jewellery' && !piece.maker) throw invalidInput({ [`pieces.${at}.maker`]: problem('empty') })
    const marked = piece.serial?.trim().toUpperCase() || null
    if (marked && (await isOurPiece(tx, marked))) throw new Refusal('goldback_is_ours', { serial: marked })
    const { form, fineness, image_ids: images } = piece
    pieces.push({
      ...{ form, fineness, images, marked, maker: piece.maker?.trim() || null, about: piece.about?.trim() || null },
      ...{ gross: String(gross), fine: String(fineOf(gross, fineness)), name: nameOf(piece) },
    })
  }
  return pieces
}

const nameOf = ({ form, maker = '' }: OtherPieceInput): Record<string, string> =>
  Object.fromEntries(
    languages.map((locale) => {
      const named = { bar: m.goldback_other_bar, coin: m.goldback_other_coin }
      return [
        locale,
        form === 'jewellery' ? m.goldback_other_jewellery({}, { locale }) : named[form]({ maker }, { locale }),
      ]
    }),
  )

type Bought = {
  caseId: string
  store: string
  currency: Currency
  actor: string
  position: number
  weighed: bigint
  assayed: number
  cost: bigint
}

/** What was paid for is a lot of the house, and its fine gold and cost are in the books. The case is paid in this transaction. */
export async function keepLot(tx: Tx, { caseId, store, currency, actor, position, weighed, assayed, cost }: Bought) {
  const id = newId()
  const fine = fineOf(weighed, assayed)
  await tx.run(sql`
    insert into goldback.lots (id, number, case_id, position, store, gross_e4, fineness, fine_e4, cost_minor, currency, held_until)
    values (${id}, 'L' || nextval('goldback.lot_numbers'), ${caseId}, ${position}, ${store}, ${weighed}, ${assayed}, ${fine}, ${cost}, ${currency},
      now() + make_interval(days => ${settings.goldback.holdDays}::int))`)
  const lot = { id, store, currency, fine, cost, actor }
  await postTransfer(tx, lotReceived(lot))
  await postTransfer(tx, lotKept(lot))
}
