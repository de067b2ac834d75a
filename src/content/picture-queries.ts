/** The pictures that are kept in public/img, by name. `render/finish.ts` writes them and the list of them. */

import type { PictureView } from './contract.ts'
import { type PictureFacts, pictureFile, widthsOf } from './picture-rules.ts'
import manifest from './pictures.json' with { type: 'json' }

const known = new Map<string, PictureFacts>(Object.entries(manifest))

/** From now on these pictures, which the office has uploaded, are kept like those that were rendered. What a name shows never changes. */
export function learnPictures(pictures: (PictureFacts & { name: string })[]): void {
  for (const { name, width, height, blur } of pictures) known.set(name, { width, height, blur })
}

/** From now on these, which were learned, are not kept. */
export function forgetPictures(names: Iterable<string>): void {
  for (const name of names) known.delete(name)
}

/** All that a page needs to show a picture without moving; null for a name that is not (or no longer) kept. */
export function findPicture(name: string, alt: string): PictureView | null {
  const facts = known.get(plainName(name))
  if (!facts) return null
  const { width, height, blur } = facts
  return { src: pictureFile(plainName(name), width, 'webp'), width, height, widths: widthsOf(width), blur, alt }
}

/** Every picture there is, with its smallest file, by name. */
export const listPictures = (): { name: string; src: string }[] =>
  Object.keys(manifest)
    .sort()
    .map((name) => ({ name, src: thumbnailOf(name) }))

export const isKept = (name: string): boolean => known.has(plainName(name))

/** The address of the smallest file of a picture; empty where it is not kept. */
export function thumbnailOf(name: string): string {
  const width = known.get(plainName(name))?.width
  return width === undefined ? '' : pictureFile(plainName(name), widthsOf(width)[0] ?? width, 'webp')
}

/** Pictures that have been taken again under another name; old orders and old news still name the first. */
const renamed: Record<string, string> = {
  bar1: 'karat-1g',
  bar5: 'karat-5g',
  bar10: 'karat-10g',
  bar10top: 'karat-10g',
  bar10edge: 'karat-edge',
  bar25: 'karat-25g',
  bar50: 'karat-50g',
  cast: 'karat-cast-100g',
  stack: 'cast-stack',
  coin: 'kawung-coin',
  ring: 'plain-ring-22',
  bangle: 'lingkar-22',
  'karat-money': 'karat-scale-5g',
}

/** The first release kept `/img/bar10.webp` on its order lines. */
function plainName(name: string): string {
  const plain = /^\/img\/(.+)\.webp$/.exec(name)?.[1] ?? name
  return renamed[plain] ?? plain
}
