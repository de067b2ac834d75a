/** The files that pages ask for, drawn from a picture's pixels: the same for rendered pictures and for those that the office uploads. */
import sharp, { type Sharp } from 'sharp'

const TILE = '#f1ece2'

/** One file of a picture in one width. */
export const drawFile = (picture: Sharp, width: number, kind: 'avif' | 'webp'): Sharp => {
  const small = picture.resize(width, null, { kernel: 'lanczos3' })
  return kind === 'avif'
    ? small.avif({ quality: 52, effort: 3 })
    : small.webp({ quality: 75, alphaQuality: 80, effort: 5 })
}

/** What holds the place of a picture until it is there, as an address of at most 300 bytes. */
export async function drawBlur(picture: Sharp): Promise<string> {
  const tiny = picture.resize(8, 8, { fit: 'inside' }).blur(0.6)
  const bytes = await tiny.webp({ quality: 20, alphaQuality: 20, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/** What other sites show beside a link: 1200 × 630, a piece alone on the colour of our tiles. */
export async function drawCard(picture: Sharp): Promise<Sharp> {
  const piece = await picture.resize(620, 620, { fit: 'inside' }).png().toBuffer()
  const tile = sharp({ create: { width: 1200, height: 630, channels: 3, background: TILE } })
  return tile.composite([{ input: piece, gravity: 'centre' }]).jpeg({ quality: 80, mozjpeg: true })
}
