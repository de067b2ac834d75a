/** What everybody may know about a piece by its serial number. */
import { type Queryable, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { type Weight, weightText } from '../money/money.ts'
import { weightLabel } from './attribute-rules.ts'
import type { PassportView } from './contract.ts'
import { areStamped, namedBy } from './maker-queries.ts'
import { plainNumber, scannedText } from './maker-rules.ts'
import { haveLetters } from './piece-queries.ts'
import { galleryOf, picture, pictureOf, textIn } from './product-views.ts'
import { readSerial, showSerial } from './serial-rules.ts'

type Row = {
  serial: string
  state: string
  skuId: number
  store: string
  brand: string
  /** Null while visitors have never seen the product. */
  name: Record<string, string> | null
  grossWeight: Weight
  fineWeight: Weight
  fineness: number
  assayedOn: string
}

/**
 * Genuine, reported stolen, melted, unknown, not a number that can be, or one that two makers stamp: then which of them is asked. Says nothing about who owns it, what it cost, or
 * whether it is still here.
 */
export async function findPassport(
  { db, catalogue }: Pick<Karat, 'db' | 'catalogue'>,
  { serial: typed, language }: { serial: string; language: string },
): Promise<PassportView> {
  const rows = await db.rows<Row>(sql`
    select n.serial, n.state, n.sku_id as "skuId", p.store, n.brand,
      case when coalesce(p.published_at, p.first_published_at) is not null then p.name end as name, n.gross_weight_e4 as "grossWeight",
      n.fine_weight_e4 as "fineWeight", n.fineness, to_char(n.assayed_on, 'YYYY-MM-DD') as "assayedOn"
    from catalogue.pieces n join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
    where n.serial in (${namedBy(typed)}) order by n.serial`)
  const [row] = rows
  const plain = { serial: scannedText(typed), piece: null, choices: [] }
  if (!row) return { ...plain, ...(await unknown(db, typed)) }
  if (rows.length > 1) {
    const choices = rows.map((one) => ({ serial: showSerial(one.serial), brand: one.brand }))
    return { ...plain, verdict: 'several', choices }
  }
  const serial = showSerial(row.serial)
  const sold = catalogue.sku(row.store, row.skuId)
  const shown = sold && galleryOf(sold.product)[pictureOf(sold.product, sold.sku)]
  const piece: NonNullable<PassportView['piece']> = {
    name: row.name ? textIn(row.name, language) : `${row.brand} ${weightLabel(weightText(row.fineWeight), language)}`,
    brand: row.brand,
    gross_weight: weightText(row.grossWeight),
    fine_weight: weightText(row.fineWeight),
    fineness: row.fineness,
    assayed_on: row.assayedOn,
    picture: shown ? picture(shown, language) : null,
    product: sold ? { product_id: sold.product.id, sku_id: sold.sku.id, store: row.store } : null,
  }
  const verdict = row.state === 'reported_stolen' || row.state === 'melted' ? row.state : 'genuine'
  return { verdict, serial, piece, choices: [] }
}

async function unknown(db: Queryable, typed: string): Promise<Partial<PassportView> & Pick<PassportView, 'verdict'>> {
  const read = readSerial(typed)
  if (read.kind === 'serial') return { verdict: 'unknown', serial: showSerial(read.serial) }
  if (read.kind === 'mistyped' && (await haveLetters(db, [read.letters]))) return { verdict: 'mistyped' }
  const mayBe = /[0-9]/.test(typed) && plainNumber(scannedText(typed)).length <= 40 && (await areStamped(db))
  return { verdict: mayBe ? 'unknown' : read.kind }
}
