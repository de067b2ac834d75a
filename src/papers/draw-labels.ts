/** Labels for numbered pieces, on sheets of A4 with three by eight of 70 × 37 mm. */
import { drawQr, newPdf } from './draw-paper.ts'

/** `lines`: what stands below the number. `url`: what its code leads to. */
export type Label = { number: string; lines: string[]; url: string }

const MM = 72 / 25.4
const [COLUMNS, ROWS] = [3, 8]
const LABELS_OF_A_SHEET = COLUMNS * ROWS
const [WIDTH, HEIGHT] = [70 * MM, 37 * MM]
const PAGE_HEIGHT = 841.89
const TOP = (PAGE_HEIGHT - ROWS * HEIGHT) / 2
const PAD = 4 * MM
/** Size of the number, less where it is wider than its label. */
const NUMBER = 10
const CODE = HEIGHT - 2 * PAD

/** The bytes of the PDF: the same labels give the same bytes. */
export async function drawLabels(labels: Label[], { title, madeAt }: { title: string; madeAt: Date }): Promise<Buffer> {
  const { pdf, done } = await newPdf({ title, madeAt, margin: 0 })
  for (const [index, { number, lines, url }] of labels.entries()) {
    const place = index % LABELS_OF_A_SHEET
    if (index > 0 && place === 0) pdf.addPage()
    const x = (place % COLUMNS) * WIDTH
    const y = TOP + Math.floor(place / COLUMNS) * HEIGHT
    drawQr(pdf, url, { x: x + PAD, y: y + PAD, size: CODE })
    const text = { width: WIDTH - CODE - 3 * PAD, height: 11, lineBreak: false, ellipsis: true }
    const left = x + CODE + 2 * PAD
    pdf.font('strong').fontSize(NUMBER)
    pdf.fontSize(Math.min(NUMBER, (NUMBER * text.width) / (pdf.widthOfString(number) + 1)))
    pdf.text(number, left, y + PAD + 4, text)
    for (const [step, line] of lines.entries())
      pdf
        .font(/\p{Script=Han}/u.test(line) ? 'han' : 'regular')
        .fontSize(8)
        .text(line, left, y + PAD + 22 + step * 12, text)
  }
  pdf.end()
  return done
}
