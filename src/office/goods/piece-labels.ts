/** Labels to stick on pieces, or on what they lie in. */
import { weightLabel } from '../../catalogue/attribute-rules.ts'
import { piecesShown } from '../../catalogue/piece-queries.ts'
import { textIn } from '../../catalogue/product-views.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import type { Karat } from '../../karat.ts'
import { weightText } from '../../money/money.ts'
import { drawLabels } from '../../papers/draw-labels.ts'

/** A PDF with a label for each piece, in the order asked for. Refuses not_found where one is no piece. */
export async function labelsOf(karat: Karat, shown: string[], language: string): Promise<Buffer> {
  const page = `${karat.config.PUBLIC_URL.replace(/\/$/, '')}/product/passport`
  const pieces = await piecesShown(karat.db, shown)
  const labels = pieces.map(({ serial, name, brand, fineWeight, fineness }) => ({
    number: showSerial(serial),
    lines: [textIn(name, language), brand, `${weightLabel(weightText(fineWeight), language)} · ${fineness / 10}`],
    url: `${page}?serial=${encodeURIComponent(showSerial(serial))}`,
  }))
  return drawLabels(labels, { title: 'Labels', madeAt: new Date(karat.now()) })
}
