/** Draws the house's mark as files: wordmark in colour and in one colour, favicon, and the icons of the installed app. */
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { letters, petal } from '../src/ui/brand-shapes.ts'

const gold = '#b8862f'
const goldOnDark = '#d5a84a'
const ink = '#1b1814'
const paper = '#faf7f1'

const petals = [0, 90, 180, 270].map((turn) => `<path d="${petal}" transform="rotate(${turn} 16 16)"/>`).join('')
const svg = (viewBox: string, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>\n`

/** The mark at the height of the capitals, then the name. */
const wordmark = (mark: string, name: string) =>
  svg(
    '0 0 336 96',
    `<g fill="${mark}" transform="translate(-2 -0.6) scale(2.79)">${petals}</g><path fill="${name}" transform="translate(98 78)" d="${letters}"/>`,
  )

/** The mark on paper; `share` is how much of the square it fills. */
const icon = (share: number, corner: number) => {
  const size = 512 * share
  const at = (512 - size) / 2
  return svg(
    '0 0 512 512',
    `<rect width="512" height="512" rx="${corner}" fill="${paper}"/><g fill="${gold}" transform="translate(${at} ${at}) scale(${size / 32})">${petals}</g>`,
  )
}

mkdirSync('public/brand', { recursive: true })
mkdirSync('public/icons', { recursive: true })
writeFileSync('public/brand/karat.svg', wordmark(gold, ink))
writeFileSync('public/brand/karat-on-dark.svg', wordmark(goldOnDark, '#f5f0e6'))
writeFileSync('public/brand/karat-one-colour.svg', wordmark(ink, ink))
writeFileSync('public/brand/kawung.svg', svg('0 0 32 32', `<g fill="${gold}">${petals}</g>`))
writeFileSync(
  'public/favicon.svg',
  svg(
    '2 2 28 28',
    `<style>g{fill:${gold}}@media(prefers-color-scheme:dark){g{fill:${goldOnDark}}}</style><g>${petals}</g>`,
  ),
)
for (const [name, pixels, drawing] of [
  ['icon-192', 192, icon(0.74, 96)],
  ['icon-512', 512, icon(0.74, 96)],
  ['maskable-512', 512, icon(0.56, 0)],
  ['apple-touch-icon', 180, icon(0.7, 0)],
] as const)
  writeFileSync(
    `public/icons/${name}.png`,
    await sharp(Buffer.from(drawing)).resize(pixels).png({ palette: true }).toBuffer(),
  )
