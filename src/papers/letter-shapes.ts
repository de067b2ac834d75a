/** Words as outlines in the house's fonts: a picture of them needs none on the machine that draws it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

type Face = 'regular' | 'strong' | 'han'
const files: Record<Face, string> = {
  regular: 'hanken-grotesk-400',
  strong: 'hanken-grotesk-600',
  han: 'noto-sans-sc-400',
}
/** What PDFKit has of a font that it has opened. */
type Font = {
  unitsPerEm: number
  layout(text: string): {
    glyphs: { path: { toSVG(): string } }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
}
let fonts: Promise<Map<Face, Font>> | undefined

/** Kept once read: some 30 MB with the reader of fonts, which is loaded when the first picture is drawn. */
async function openFonts(): Promise<Map<Face, Font>> {
  const { default: PDFDocument } = await import('pdfkit')
  const pdf = new PDFDocument()
  return new Map(
    Object.entries(files).map(([face, file]) => {
      pdf.registerFont(face, readFileSync(path.resolve('src/papers/fonts', `${file}.woff`)))
      pdf.font(face)
      return [face as Face, (pdf as unknown as { _font: { font: Font } })._font.font]
    }),
  )
}

type Line = { text: string; x: number; y: number; size: number; colour: string; face?: 'regular' | 'strong' }

/** One line on its baseline, as a part of an SVG, and how wide it is. Characters of Chinese have one weight. */
export async function drawWords({
  text,
  x,
  y,
  size,
  colour,
  face = 'regular',
}: Line): Promise<{ svg: string; width: number }> {
  fonts ??= openFonts()
  const font = (await fonts).get(/[\u2e80-\uffef]/.test(text) ? 'han' : face)
  if (!font) throw new Error(`no font ${face}`)
  const { glyphs, positions } = font.layout(text)
  const scale = size / font.unitsPerEm
  let at = 0
  const shapes = glyphs.map(({ path: outline }, place) => {
    const { xAdvance, xOffset, yOffset } = positions[place] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
    const shape = `<path transform="translate(${at + xOffset} ${yOffset})" d="${outline.toSVG()}"/>`
    at += xAdvance
    return shape
  })
  const svg = `<g fill="${colour}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${shapes.join('')}</g>`
  return { svg, width: at * scale }
}
