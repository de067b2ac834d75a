/** Cards to pass on: what the house is, the code, and a square to scan. Drawn from outlines, so that they look the same wherever they are drawn. */
import sharp from 'sharp'
import { drawQr } from '../credentials/draw-qr.ts'
import * as m from '../locale/paraglide/messages.js'
import { drawWords } from '../papers/letter-shapes.ts'
import { DRAWN, letters, petal } from '../ui/brand-shapes.ts'
import { type CardName, cardSizes } from './invite-card-rules.ts'
import type { LinkKind } from './link-code-rules.ts'

const INK = '#1b1814'
const QUIET = '#575045'
const PAPER = '#faf7f1'
const GOLD = '#b8862f'

type Card = CardName & { brand: string; link: string; kind: LinkKind }

/** Where things stand, in pixels: left edge, mark, first line, lines below one another, and the square to scan. */
const places = {
  square: {
    left: 90,
    mark: 90,
    head: 330,
    size: 78,
    words: 36,
    qr: { x: 90, y: 610, size: 330 },
    host: { x: 90, y: 1010 },
  },
  story: {
    left: 100,
    mark: 220,
    head: 560,
    size: 88,
    words: 42,
    qr: { x: 100, y: 960, size: 560 },
    host: { x: 100, y: 1790 },
  },
  wide: {
    left: 80,
    mark: 70,
    head: 250,
    size: 62,
    words: 30,
    qr: { x: 830, y: 150, size: 290 },
    host: { x: 830, y: 500 },
  },
} as const

export async function drawCard({ code, language, format, brand, link, kind }: Card): Promise<Buffer> {
  const { width, height } = cardSizes[format]
  const at = places[format]
  const locale = { locale: language }
  const head =
    kind === 'member'
      ? [m.referral_card_head_one({}, locale), m.referral_card_head_two({}, locale)]
      : [m.referral_card_shop_one({}, locale), m.referral_card_shop_two({}, locale)]
  const line = at.size * 1.2
  const lead = at.head + line + at.words * 2
  const codeAt =
    format === 'square'
      ? { x: at.left + at.qr.size + 50, y: at.qr.y + 120 }
      : format === 'story'
        ? { x: at.left, y: at.qr.y + at.qr.size + 110 }
        : { x: at.left, y: lead + at.words * 3.4 }
  const room = (format === 'wide' ? at.qr.x : width) - at.left - at.left / 2
  const name = { text: brand, x: at.left + 108, y: at.mark + 66, size: 62, colour: INK, face: 'strong' } as const
  const words = await Promise.all([
    brand === DRAWN ? drawnName(at.left, at.mark) : drawFitting(name, width - at.left * 2 - 108),
    ...head.map((text, row) =>
      drawWords({ text, x: at.left, y: at.head + row * line, size: at.size, colour: INK, face: 'strong' }),
    ),
    drawFitting(
      { text: m.referral_card_lead({ shop: brand }, locale), x: at.left, y: lead, size: at.words, colour: QUIET },
      room,
    ),
    drawWords({ text: m.referral_card_code({}, locale), ...codeAt, size: at.words, colour: QUIET }),
    drawWords({
      text: code,
      x: codeAt.x,
      y: codeAt.y + at.words * 1.9,
      size: at.words * 1.8,
      colour: INK,
      face: 'strong',
    }),
    drawWords({
      text: new URL(link).host,
      ...at.host,
      size: at.words,
      colour: GOLD,
      face: 'strong',
    }),
  ])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${PAPER}"/><rect width="${width}" height="12" fill="${GOLD}"/>
    ${mark(at.left, at.mark)}${words.map((one) => one.svg).join('')}${square(link, at.qr)}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer()
}

/** As large as it may be where a line would be wider than its room. */
async function drawFitting(line: Parameters<typeof drawWords>[0], room: number) {
  const drawn = await drawWords(line)
  return drawn.width <= room ? drawn : drawWords({ ...line, size: (line.size * room) / drawn.width })
}

const mark = (x: number, y: number) => `<g transform="translate(${x} ${y})">
    <g transform="scale(2.6)" fill="${GOLD}">${[0, 90, 180, 270].map((turn) => `<path d="${petal}" transform="rotate(${turn} 16 16)"/>`).join('')}</g></g>`

const drawnName = (x: number, y: number) => ({
  svg: `<path transform="translate(${x + 108} ${y + 66}) scale(0.86)" fill="${INK}" d="${letters}"/>`,
})

function square(link: string, { x, y, size }: { x: number; y: number; size: number }) {
  const qr = drawQr(link, 'M')
  const step = size / (qr.size + 8)
  return `<g transform="translate(${x} ${y})"><rect width="${size}" height="${size}" rx="18" fill="#ffffff"/>
    <g transform="scale(${step}) translate(4 4)" fill="${INK}" shape-rendering="crispEdges"><path d="${qr.path}"/></g></g>`
}
