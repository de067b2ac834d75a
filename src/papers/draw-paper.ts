/** Draws a paper: the same document gives the same bytes, whenever and wherever it is drawn. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import QRCode from 'qrcode'
import sharp from 'sharp'
import * as m from '../locale/paraglide/messages.js'
import type { Paper } from './paper-rules.ts'

const INK = '#1B1814'
const QUIET = '#575045'
const LINE = '#E2DACB'
const MARK = '#B8862F'
const LEFT = 56
const RIGHT = 539
const WIDTH = RIGHT - LEFT
const BOTTOM = 770
/** Right edges of the three columns of figures. */
const QUANTITY = 350
const EACH = 440
const QR = 64
const QR_GAP = 16
const MOST_QRS = 10

type Pdf = PDFKit.PDFDocument
type Face = 'regular' | 'strong'

const faces = new Map<string, Buffer>()
function face(file: string): Buffer {
  const kept = faces.get(file) ?? readFileSync(path.resolve('src/papers/fonts', `${file}.woff`))
  faces.set(file, kept)
  return kept
}

type NewPdf = { title: string; author?: string | undefined; madeAt: Date; language?: string; margin?: number }

/** A PDF with the house's letters, and its bytes once it is ended. */
export async function newPdf({ title, author = 'Karat', madeAt, language, margin }: NewPdf) {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument({
    size: 'A4',
    margins:
      margin === undefined
        ? { top: 56, left: LEFT, right: 56, bottom: 40 }
        : { top: margin, left: margin, right: margin, bottom: margin },
    ...(language ? { lang: language } : {}),
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt },
  })
  pdf.registerFont('regular', face('hanken-grotesk-400')).registerFont('strong', face('hanken-grotesk-600'))
  pdf.registerFont('han', face('noto-sans-sc-400'))
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  return { pdf, done }
}

/**
 * The bytes of the PDF. `signature`, a picture, stands above the name of who signed; without it the line is left empty. The library comes when
 * the first paper is drawn: with its fonts' reader it takes some 30 MB.
 */
export async function drawPaper(document: Paper, signature?: Buffer): Promise<Buffer> {
  const { pdf, done } = await newPdf({
    title: `${document.title} ${document.number}`,
    ...{ author: document.seller[0], madeAt: new Date(document.issuedAt), language: document.language },
  })
  drawHead(pdf, document)
  drawParties(pdf, document)
  if (document.lines.length > 0) drawLines(pdf, document)
  if (document.total) drawAmounts(pdf, document.amounts, document.total)
  if (document.checks) drawChecks(pdf, document.checks)
  else pdf.y += 24
  drawNotes(pdf, document)
  if (document.signed) drawSigned(pdf, document.signed, signature && (await sharp(signature).png().toBuffer()))
  pdf.end()
  return done
}

type Where = {
  x?: number
  y?: number
  width?: number
  align?: 'left' | 'right'
  size?: number
  face?: Face
  colour?: string
}

/** One block of text; Chinese is drawn in a face that has it. Answers the height it took. */
function say(
  pdf: Pdf,
  text: string,
  { x = LEFT, y = pdf.y, width = WIDTH, align = 'left', ...look }: Where = {},
): number {
  pdf.font(/[\u2e80-\uffef]/.test(text) ? 'han' : (look.face ?? 'regular'))
  pdf.fontSize(look.size ?? 9.5).fillColor(look.colour ?? INK)
  pdf.text(text, x, y, { width, align, lineGap: 2 })
  return pdf.y - y
}

/** Starts a page when `height` does not fit on this one. */
function room(pdf: Pdf, height: number) {
  if (pdf.y + height > BOTTOM) pdf.addPage()
}

function rule(pdf: Pdf, y = pdf.y) {
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(LINE).stroke()
}

function drawHead(pdf: Pdf, { title, number, brand = 'Karat', seller, facts }: Paper) {
  drawMark(pdf, LEFT, 56)
  if (brand) say(pdf, brand, { x: LEFT + 30, y: 57, width: 220, size: 17, face: 'strong' })
  const [name = '', ...rest] = seller
  say(pdf, name, { x: 320, y: 56, width: RIGHT - 320, align: 'right', face: 'strong' })
  for (const line of rest) say(pdf, line, { x: 320, width: RIGHT - 320, align: 'right', size: 8.5, colour: QUIET })
  pdf.y = Math.max(pdf.y, 100) + 22
  say(pdf, title, { size: 24 })
  say(pdf, number, { size: 11, colour: QUIET })
  pdf.y += 14
  for (const [label, value] of facts) {
    const y = pdf.y
    say(pdf, label, { y, width: 130, colour: QUIET })
    say(pdf, value, { x: LEFT + 140, y, width: WIDTH - 140 })
    pdf.y += 2
  }
}

/** One petal of the kawung, on a field of 32: the mark that is stamped on our bars. */
const PETAL = 'M17.6 14.4C17 8.6 20.6 4.2 28.2 3.8 27.8 11.4 23.4 15 17.6 14.4Z'

function drawMark(pdf: Pdf, x: number, y: number) {
  for (const turn of [0, 90, 180, 270]) {
    pdf
      .save()
      .translate(x, y)
      .scale(0.72)
      .rotate(turn, { origin: [16, 16] })
    pdf.path(PETAL).fill(MARK).restore()
  }
}

function drawParties(pdf: Pdf, { parties }: Paper) {
  pdf.y += 18
  const top = pdf.y
  const width = WIDTH / 2 - 12
  let bottom = top
  parties.forEach(({ title, lines }, place) => {
    const x = LEFT + place * (width + 24)
    say(pdf, title, { x, y: top, width, colour: QUIET })
    lines.forEach((line, at) => void say(pdf, line, { x, width, face: at === 0 ? 'strong' : 'regular' }))
    bottom = Math.max(bottom, pdf.y)
  })
  pdf.y = bottom + 20
}

function drawLines(pdf: Pdf, { columns, lines }: Paper) {
  const head = pdf.y
  const small = { y: head, size: 8.5, colour: QUIET }
  say(pdf, columns[0], { ...small, width: 220 })
  say(pdf, columns[1], { ...small, x: QUANTITY - 60, width: 60, align: 'right' })
  say(pdf, columns[2], { ...small, x: EACH - 84, width: 84, align: 'right' })
  say(pdf, columns[3], { ...small, x: EACH + 5, width: RIGHT - EACH - 5, align: 'right' })
  pdf.y = head + 16
  rule(pdf)
  for (const line of lines) {
    room(pdf, 60)
    const y = pdf.y + 9
    say(pdf, line.quantity, { x: QUANTITY - 60, y, width: 60, align: 'right' })
    say(pdf, line.each, { x: EACH - 84, y, width: 84, align: 'right' })
    say(pdf, line.amount, { x: EACH + 5, y, width: RIGHT - EACH - 5, align: 'right', face: 'strong' })
    say(pdf, line.name, { y, width: 235, face: 'strong' })
    pdf.y += 2
    for (const detail of line.details) say(pdf, detail, { size: 8.5, colour: QUIET })
    pdf.y += 9
    rule(pdf)
  }
}

function drawAmounts(pdf: Pdf, amounts: Paper['amounts'], total: [string, string]) {
  room(pdf, amounts.length * 18 + 50)
  pdf.y += 12
  for (const [label, value] of amounts) {
    const y = pdf.y
    say(pdf, label, { x: 300, y, width: 120, colour: QUIET })
    const bottom = pdf.y
    say(pdf, value, { x: 420, y, width: RIGHT - 420, align: 'right' })
    pdf.y = Math.max(pdf.y, bottom) + 3
  }
  pdf.y += 4
  pdf.moveTo(300, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.6).strokeColor(LINE).stroke()
  const y = pdf.y + 9
  say(pdf, total[0], { x: 300, y, width: 90, size: 12, face: 'strong' })
  say(pdf, total[1], { x: 380, y: y - 1, width: RIGHT - 380, align: 'right', size: 14, face: 'strong' })
}

/** A code to scan for each piece; with very many, one that leads to the page where a number is typed. */
function drawChecks(pdf: Pdf, { title, text, pageUrl, pieces }: NonNullable<Paper['checks']>) {
  room(pdf, 150)
  pdf.y += 26
  say(pdf, title, { size: 11, face: 'strong' })
  say(pdf, text, { width: WIDTH, colour: QUIET })
  const codes = pieces.length > 0 && pieces.length <= MOST_QRS ? pieces : [{ serial: '', url: pageUrl }]
  const perRow = Math.floor((WIDTH + QR_GAP) / (QR + 28 + QR_GAP))
  let y = pdf.y + 10
  codes.forEach(({ serial, url }, place) => {
    const column = place % perRow
    if (column === 0 && place > 0) y += QR + 26
    if (column === 0 && y + QR + 20 > BOTTOM) {
      pdf.addPage()
      y = pdf.y
    }
    const x = LEFT + column * (QR + 28 + QR_GAP)
    drawQr(pdf, url, { x, y })
    if (serial) say(pdf, serial, { x, y: y + QR + 4, width: QR + 40, size: 8.5 })
  })
  pdf.x = LEFT
  pdf.y = y + QR + 22
}

export function drawQr(pdf: Pdf, url: string, { x, y, size = QR }: { x: number; y: number; size?: number }) {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
  const step = size / modules.size
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      // A hair wider than its step: no light shows between two dark neighbours.
      if (modules.get(row, column)) pdf.rect(x + column * step, y + row * step, step + 0.05, step + 0.05)
  pdf.fill(INK)
}

/** Parties are taken out of a paper when it was kept long enough; it says so. */
function drawNotes(pdf: Pdf, { notes, parties, language }: Paper) {
  const forgotten = parties.length === 0 ? [m.papers_forgotten({}, { locale: language })] : []
  for (const note of [...notes, ...forgotten]) {
    room(pdf, 30)
    say(pdf, note, { size: 8, colour: QUIET })
    pdf.y += 2
  }
}

const SIGNATURE = { width: 190, height: 48 }

function drawSigned(pdf: Pdf, { title, lines }: NonNullable<Paper['signed']>, signature?: Buffer) {
  room(pdf, SIGNATURE.height + 36)
  pdf.y += 14
  say(pdf, title, { colour: QUIET })
  const top = pdf.y + 4
  if (signature) pdf.image(signature, LEFT, top, { fit: [SIGNATURE.width, SIGNATURE.height], valign: 'bottom' })
  const bottom = top + SIGNATURE.height + 4
  pdf
    .moveTo(LEFT, bottom)
    .lineTo(LEFT + SIGNATURE.width + 40, bottom)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke()
  pdf.y = bottom + 6
  lines.forEach((line, at) => void say(pdf, line, { face: at === 0 ? 'strong' : 'regular', size: 9 }))
}
