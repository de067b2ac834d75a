/** Pictures that the office uploads: how large they may be, how many pictures a product has, what their files are called. Pure. */

/** Pixels: the longest side that is kept, and the shortest that is taken. */
export const ownPicture = { most: 1200, least: 480, perProduct: 40 }

export type OwnFileName = { picture: string; kind: 'avif' | 'webp' | 'card'; width: number }

/** What `own-<24 hex>-480.webp`, or below social `own-<24 hex>.jpg`, names; null for anything else. */
export function readOwnFile(file: string, folder: 'img' | 'social'): OwnFileName | null {
  if (folder === 'social') {
    const picture = /^(own-[0-9a-f]{24})\.jpg$/.exec(file)?.[1]
    return picture === undefined ? null : { picture, kind: 'card', width: 1200 }
  }
  const match = /^(own-[0-9a-f]{24})-(\d{2,4})\.(avif|webp)$/.exec(file)
  if (!match?.[1]) return null
  return { picture: match[1], width: Number(match[2]), kind: match[3] === 'avif' ? 'avif' : 'webp' }
}
