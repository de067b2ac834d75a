/**
 * Turns finished pictures into the files that pages ask for, and lists them in src/content/pictures.json.
 *
 *   node render/finish.ts <folder of name.png> [name …]
 *
 * Without names: those that are newer than their files. The list loses pictures that have no files any more.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { drawBlur, drawCard, drawFile } from '../src/content/draw-picture.ts'
import { type PictureFacts, pictureFile, widthsOf } from '../src/content/picture-rules.ts'

const LIST = 'src/content/pictures.json'
const FILES = 'public/img'
/** Where a banner is cut for a phone: the middle of what it shows, as a share of its width. */
const phoneCentre: Record<string, number> = { 'banner-bars': 0.62, 'banner-jewels': 0.6, 'banner-gifts': 0.6 }
const [folder = '/tmp/renders/main/finished', ...wanted] = process.argv.slice(2)

mkdirSync(`${FILES}/social`, { recursive: true })
const list: Record<string, PictureFacts> = JSON.parse(readFileSync(LIST, 'utf8'))
for (const file of readdirSync(folder).sort()) {
  const { name, ext } = path.parse(file)
  const source = path.join(folder, file)
  if (ext !== '.png' || !(wanted.length > 0 ? wanted.includes(name) : isNewer(name, source))) continue
  list[name] = await keep(name, sharp(source))
  const centre = phoneCentre[name]
  if (centre !== undefined) list[`${name}-phone`] = await keep(`${name}-phone`, await cutForPhone(source, centre))
  console.log(name)
}
const kept = new Set(readdirSync(FILES))
const sorted = Object.entries(list)
  .filter(([name, { width }]) => kept.has(path.basename(pictureFile(name, width, 'webp'))))
  .sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)

function isNewer(name: string, source: string): boolean {
  const width = list[name]?.width
  const file = width === undefined ? '' : `public${pictureFile(name, width, 'webp')}`
  return !existsSync(file) || statSync(file).mtimeMs < statSync(source).mtimeMs
}

async function keep(name: string, image: Sharp): Promise<PictureFacts> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const whole = () => sharp(data, { raw: { width, height, channels } })
  const mine = new RegExp(`^${name}-\\d+\\.(avif|webp)$`)
  for (const old of readdirSync(FILES)) if (mine.test(old)) rmSync(path.join(FILES, old))
  for (const step of widthsOf(width)) {
    for (const kind of ['avif', 'webp'] as const)
      await drawFile(whole(), step, kind).toFile(`public${pictureFile(name, step, kind)}`)
  }
  await keepSocial(name, whole())
  return { width, height, blur: await drawBlur(whole()) }
}

/** What other sites show beside a link: 1200 × 630, a piece alone on the colour of our tiles. */
async function keepSocial(name: string, image: Sharp): Promise<void> {
  const file = `${FILES}/social/${name}.jpg`
  if (/^banner-.*-phone$/.test(name)) return
  if (name.startsWith('banner-')) {
    await image.resize(1200, 630, { fit: 'cover' }).jpeg({ quality: 80, mozjpeg: true }).toFile(file)
    return
  }
  await (await drawCard(image)).toFile(file)
}

/** Four wide by five high, around what the banner shows. */
async function cutForPhone(source: string, centre: number): Promise<Sharp> {
  const { width, height } = await sharp(source).metadata()
  const cut = Math.round(height * 0.8)
  const left = Math.min(Math.max(Math.round(width * centre - cut / 2), 0), width - cut)
  return sharp(source).extract({ left, top: 0, width: cut, height })
}
