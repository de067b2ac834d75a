/** Packing slips: a page for each order, with its number as a code that a scanner types into the search. */
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import type { Karat } from '../../karat.ts'
import { isLanguage, type SpokenLanguage } from '../../locale/languages.ts'
import * as m from '../../locale/paraglide/messages.js'
import { readSlips, type Slip } from '../../orders/parcels/slip-queries.ts'
import { drawQr, newPdf } from '../../papers/draw-paper.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { formatWeekDay } from '../../ui/format.ts'

type Pdf = Awaited<ReturnType<typeof newPdf>>['pdf']

const LEFT = 56
const WIDTH = 483
const QR = 96
const BOX = 9
/** Where a line still has room for the one below it. */
const LAST = 770

/**
 * A PDF with a page for each order, or more where its pieces need them; the log keeps who took which. Refuses permission_missing;
 * not_found where there is none to pack.
 */
export async function slipsOf(karat: Karat, staff: Staff, orderIds: string[], asked: string): Promise<Buffer> {
  const slips = await karat.db.transaction(async (tx) => {
    const found = await readSlips(tx, orderIds, asked)
    if (found.length === 0) throw new Refusal('not_found')
    const details = { did: 'slips' as const, rows: found.length, number: found.map(({ number }) => number) }
    await recordAction(tx, staff, { action: 'orders.prepare', details })
    return found
  })
  const language = isLanguage(asked) ? asked : 'en-US'
  const title = m.office_orders_slip({}, { locale: language })
  const { pdf, done } = await newPdf({ title, madeAt: new Date(karat.now()), language })
  for (const [index, slip] of slips.entries()) {
    if (index > 0) pdf.addPage()
    drawSlip(pdf, slip, { title, language })
  }
  pdf.end()
  return done
}

const faceOf = (text: string, face = 'regular') => (/\p{Script=Han}/u.test(text) ? 'han' : face)

function say(pdf: Pdf, text: string, { size = 10, face = 'regular', x = LEFT, width = WIDTH } = {}) {
  if (pdf.y > LAST) pdf.addPage()
  pdf.font(faceOf(text, face)).fontSize(size).text(text, x, pdf.y, { width })
}

function drawSlip(
  pdf: Pdf,
  { number, store, delivery, packedBy, lines }: Slip,
  words: { title: string; language: SpokenLanguage },
) {
  const locale = { locale: words.language }
  const narrow = WIDTH - QR - 16
  drawQr(pdf, number, { x: LEFT + WIDTH - QR, y: pdf.y, size: QR })
  const top = pdf.y
  say(pdf, `${words.title} · ${store.toUpperCase()}`, { width: narrow })
  say(pdf, number, { size: 24, face: 'strong', width: narrow })
  if (packedBy) {
    const day = formatWeekDay(packedBy, words.language)
    say(pdf, m.office_orders_packed_by({ day }, locale), { face: 'strong', width: narrow })
  }
  pdf.y = Math.max(pdf.y, top + QR) + 20
  const courier = delivery.mode === 'courier'
  say(pdf, courier ? m.office_orders_courier({}, locale) : m.office_orders_pickup({}, locale), { face: 'strong' })
  for (const line of courier
    ? [delivery.recipient, delivery.street, [delivery.area, delivery.postal_code].join(' '), delivery.mobile]
    : [delivery.name, delivery.street, delivery.city])
    if (line.trim()) say(pdf, line)
  pdf.y += 16
  for (const line of lines) {
    const name = [line.name, attributesLabel(line.attributes, words.language)].filter(Boolean).join(', ')
    say(pdf, `${line.quantity} × ${name}`, { size: 12, face: 'strong' })
    say(pdf, line.code)
    for (const serial of line.serials) {
      if (pdf.y > LAST) pdf.addPage()
      pdf.rect(LEFT, pdf.y + 2, BOX, BOX).stroke()
      say(pdf, serial, { size: 11, x: LEFT + BOX + 8 })
    }
    pdf.y += 10
  }
}
