/** Made-up documents for the demonstration, drawn here and marked as such all over: no person and no card is behind them. */
import sharp from 'sharp'
import type { DocumentKind } from './review-rules.ts'

export type Shown = { name: string; number: string; born: string; street: string; city: string; card: string }
export type Drawn = { content: Buffer; width: number; height: number }

const INK = '#23303f'
const sizes: Record<DocumentKind, [number, number]> = {
  id_document: [1000, 640],
  selfie: [760, 960],
  address_proof: [900, 1200],
  signature: [900, 360],
}

/** Of the measures that the drawings have: the first start waits for them. */
const SCALE = 0.75

export async function drawDocument(kind: DocumentKind, of: Shown): Promise<Drawn> {
  const [width, height] = sizes[kind]
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" fill="${INK}">
    ${drawings[kind](of, width, height)}${marked(width, height)}</svg>`
  const content = await sharp(Buffer.from(body)).webp({ quality: 60, effort: 0 }).toBuffer()
  return { content, width: width * SCALE, height: height * SCALE }
}

const safe = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const line = (x: number, y: number, size: number, text: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${safe(text)}</text>`

/** Drawn and not written: a machine without fonts marks its pictures as well. */
const letters: Record<string, string> = {
  S: 'M4 0H0V3H4V6H0',
  P: 'M0 6V0H4V3H0',
  E: 'M4 0H0V6H4M0 3H3',
  C: 'M4 0H0V6H4',
  I: 'M2 0V6',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
}
const specimen = [...'SPECIMEN']
  .map((sign, at) => `<path transform="translate(${at * 6} 0)" d="${letters[sign]}"/>`)
  .join('')

/** SPECIMEN across the picture, three times where there is room. */
const marked = (width: number, height: number) =>
  (height < width / 2 ? [0.7] : [0.2, 0.5, 0.8])
    .map(
      (part) => `<g fill="none" stroke="#b3261e" stroke-opacity="0.3" stroke-width="1.1"
        transform="translate(${width * 0.1} ${height * part}) rotate(-10) scale(${width / 58})">${specimen}</g>`,
    )
    .join('')

const person = (x: number, y: number, size: number) => `<g transform="translate(${x} ${y}) scale(${size / 100})">
  <path d="M4 100c2-26 20-36 46-36s44 10 46 36z" fill="#5c7186"/><path d="M38 52h24v20c-6 8-18 8-24 0z" fill="#d9b08c"/>
  <ellipse cx="50" cy="36" rx="21" ry="26" fill="#e5c1a0"/><path d="M28 36c-4-26 12-32 22-32s27 6 22 33c-3-14-8-18-22-18s-19 4-22 17z" fill="#33271f"/>
  <circle cx="42" cy="37" r="2" fill="#33271f"/><circle cx="58" cy="37" r="2" fill="#33271f"/><path d="M43 49q7 5 14 0" stroke="#9c5b45" stroke-width="2" fill="none"/></g>`

const drawings: Record<DocumentKind, (of: Shown, width: number, height: number) => string> = {
  id_document: ({ name, number, born, street, city, card }, width, height) => `
    <rect width="${width}" height="${height}" fill="#c9ced4"/><rect x="30" y="30" width="${width - 60}" height="${height - 60}" rx="28" fill="#d8e8f2"/>
    ${line(width / 2, 100, 34, card, 'text-anchor="middle" font-weight="700"')}
    ${line(70, 180, 40, number, 'font-weight="700" letter-spacing="3"')}
    ${[name, born, street, city].map((text, at) => line(70, 250 + at * 62, 30, text)).join('')}
    <rect x="690" y="170" width="230" height="300" fill="#b04a3f"/>${person(700, 240, 220)}
    ${line(70, 560, 22, 'Contoh untuk peragaan. Example for the demonstration.')}`,
  selfie: (_, width, height) => `
    <rect width="${width}" height="${height}" fill="#e6dfd3"/><rect y="${height * 0.62}" width="${width}" height="${height}" fill="#cfc4b2"/>
    ${person(width * 0.08, height * 0.2, width * 0.84)}`,
  address_proof: ({ name, street, city }, width, height) => `
    <rect width="${width}" height="${height}" fill="#ffffff"/><rect width="${width}" height="120" fill="#0f5f73"/>
    ${line(60, 78, 44, 'PERUSAHAAN LISTRIK CONTOH', 'fill="#ffffff" font-weight="700"')}
    ${[name, street, city].map((text, at) => line(60, 210 + at * 46, 32, text)).join('')}
    ${line(60, 420, 30, 'Tagihan / Bill   10-2026', 'font-weight="700"')}
    ${[0, 1, 2, 3, 4].map((at) => `<rect x="60" y="${470 + at * 90}" width="780" height="2" fill="#b9c2cc"/>${line(60, 520 + at * 90, 26, ['Daya / Power', 'Pemakaian / Use', 'Biaya / Charge', 'Pajak / Tax', 'Jumlah / Total'][at] ?? '')}${line(840, 520 + at * 90, 26, ['2200 VA', '214 kWh', '309.500', '27.855', '337.355'][at] ?? '', 'text-anchor="end"')}`).join('')}
    ${line(60, 1120, 24, 'Contoh untuk peragaan. Example for the demonstration.')}`,
  signature: (_, width, height) => `
    <rect width="${width}" height="${height}" fill="#ffffff"/>
    <path d="M120 230c40-150 90-150 80-40s-50 90 0 20 60-80 70-30 20 40 60-20 50-40 60 10 40 30 80-40 90-60 60 30 60 40 140-60 130 20 150-10" fill="none" stroke="#1a2c6b" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`,
}
