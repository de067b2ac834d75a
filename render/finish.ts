/**
 * Turns finished pictures into the files that pages ask for, and lists them in src/content/pictures.json.
 *
 *   node render/finish.ts <folder of name.png> [name …]
 *
 * Pictures that are not in the folder keep their files. A picture without files any more leaves the list.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { type PictureFacts, pictureFile, widthsOf } from '../src/content/picture-rules.ts'

const LIST = 'src/content/pictures.json'
const FILES = 'public/img'
const TILE = '#f1ece2'
const [folder = '/tmp/renders/finished', ...wanted] = process.argv.slice(2)

const list: Record<string, PictureFacts> = JSON.parse(readFileSync(LIST, 'utf8'))
for (const file of readdirSync(folder).sort()) {
  const { name, ext } = path.parse(file)
  if (!/^\.(png|webp)$/.test(ext) || (wanted.length > 0 && !wanted.includes(name))) continue
  list[name] = await keep(name, path.join(folder, file))
}
const kept = new Set(readdirSync(FILES))
const sorted = Object.entries(list)
  .filter(([name, { width }]) => kept.has(path.basename(pictureFile(name, width, 'webp'))))
  .sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)

async function keep(name: string, file: string): Promise<PictureFacts> {
  const image = sharp(file)
  const { width, height } = await image.metadata()
  const mine = new RegExp(`^${name}-\\d+\\.(avif|webp)$`)
  for (const old of readdirSync(FILES)) if (mine.test(old)) rmSync(path.join(FILES, old))
  for (const step of widthsOf(width)) {
    const small = image.clone().resize(step, null, { kernel: 'lanczos3' })
    await small
      .clone()
      .avif({ quality: 52, effort: 6 })
      .toFile(`public${pictureFile(name, step, 'avif')}`)
    await small.webp({ quality: 78, alphaQuality: 80, effort: 5 }).toFile(`public${pictureFile(name, step, 'webp')}`)
  }
  if (width === height) await keepSocial(name, image)
  return { width, height, blur: await blurOf(image) }
}

async function blurOf(image: Sharp): Promise<string> {
  const tiny = image.clone().resize(8, 8, { fit: 'inside' }).blur(0.6)
  const bytes = await tiny.webp({ quality: 20, alphaQuality: 20, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/** What other sites show beside a link: 1200 × 630 on the colour of our tiles. */
async function keepSocial(name: string, image: Sharp): Promise<void> {
  const piece = await image.clone().resize(620, 620, { fit: 'inside' }).png().toBuffer()
  await sharp({ create: { width: 1200, height: 630, channels: 3, background: TILE } })
    .composite([{ input: piece, gravity: 'centre' }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(`${FILES}/social/${name}.jpg`)
}
