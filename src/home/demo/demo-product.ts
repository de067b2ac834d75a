/** How the demo's products are written down, and what follows from a weight and a karat. */
import type { NewSku } from '../../catalogue/add-products.ts'
import type { Attributes } from '../../catalogue/attribute-rules.ts'
import type { Picture } from '../../catalogue/catalogue-memory.ts'
import { divideDown, divideUp } from '../../money/money.ts'

export type Words = { 'en-US': string; id: string; zh: string }

/** Parts of fine gold in 10,000. 916 and 750 are the hallmarks of 22 and 18 karat. */
const fineness: Record<number, number> = { 24: 9999, 22: 9160, 18: 7500 }
const finenessOf = (karat: number): number => fineness[karat] ?? Math.round((karat * 10_000) / 24)

/** A bar or coin named by its fine content: it weighs as much more as its alloy asks for. `grams` is decimal text. */
export function bullion(
  grams: string,
  {
    premiumBps,
    stock,
    karat = 24,
    scarce = false,
    attributes = {},
  }: Partial<NewSku> & { premiumBps: number; stock: number },
): NewSku {
  const fine = unitsOf(grams)
  const parts = finenessOf(karat)
  const gross = divideUp(fine * 10_000n, BigInt(parts))
  return {
    attributes: { weight: grams, ...attributes },
    ...{ gross, fine, fineness: parts, karat, premiumBps, making: 0n, stock, scarce },
  }
}

/** A jewel named by what it weighs, with a making charge. */
export function jewel(
  grams: string,
  {
    karat,
    making,
    stock,
    premiumBps = 120,
    scarce = false,
    attributes = {},
  }: Partial<NewSku> & { karat: number; making: bigint; stock: number },
): NewSku {
  const gross = unitsOf(grams)
  const parts = finenessOf(karat)
  const fine = divideDown(gross * BigInt(parts), 10_000n)
  return { attributes, gross, fine, fineness: parts, karat, premiumBps, making, stock, scarce }
}

function unitsOf(grams: string): bigint {
  const [whole = '', rest = ''] = grams.split('.')
  return BigInt(whole + rest.padEnd(4, '0'))
}

/** Premium over the kilobar by weight. Source: product.md §3. */
export const barPremiums: Record<string, number> = {
  '0.5': 687,
  '1': 256,
  '2': 127,
  '3': 91,
  '5': 62,
  '10': 38,
  '25': 17,
  '50': 10,
  '100': 7,
  '250': 2,
  '500': 0,
  '1000': 0,
}

/** Bars of one make: weight and pieces in stock, `more` basis points above the price table. */
export const bars = (stocks: Record<string, number>, more = 0, attributes: Attributes = {}, scarce = false): NewSku[] =>
  Object.entries(stocks)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([grams, stock]) =>
      bullion(grams, { premiumBps: (barPremiums[grams] ?? 0) + more, stock, attributes, scarce }),
    )

const pictureOf = (name: string, alt: Words): Picture => ({ name, alt })

export const pictures = {
  bar1: pictureOf('bar1', {
    'en-US': 'A minted 1 gram gold bar, seen from the front',
    id: 'Emas batangan cetak 1 gram dilihat dari depan',
    zh: '1 克压铸金条正面',
  }),
  bar5: pictureOf('bar5', {
    'en-US': 'A minted 5 gram gold bar, seen from the front',
    id: 'Emas batangan cetak 5 gram dilihat dari depan',
    zh: '5 克压铸金条正面',
  }),
  bar10: pictureOf('bar10', {
    'en-US': 'A minted 10 gram gold bar, seen from the front',
    id: 'Emas batangan cetak 10 gram dilihat dari depan',
    zh: '10 克压铸金条正面',
  }),
  bar10top: pictureOf('bar10top', {
    'en-US': 'The same bar seen from above',
    id: 'Batangan yang sama dilihat dari atas',
    zh: '同一金条俯视图',
  }),
  bar10edge: pictureOf('bar10edge', {
    'en-US': 'The edge of the bar beside its face',
    id: 'Sisi tepi batangan di samping mukanya',
    zh: '金条边缘',
  }),
  bar25: pictureOf('bar25', {
    'en-US': 'A minted 25 gram gold bar',
    id: 'Emas batangan cetak 25 gram',
    zh: '25 克压铸金条',
  }),
  bar50: pictureOf('bar50', {
    'en-US': 'A minted 50 gram gold bar',
    id: 'Emas batangan cetak 50 gram',
    zh: '50 克压铸金条',
  }),
  cast: pictureOf('cast', {
    'en-US': 'A cast gold bar with its rippled surface',
    id: 'Batangan cor dengan permukaan bergelombang',
    zh: '带自然纹理的浇铸金条',
  }),
  stack: pictureOf('stack', {
    'en-US': 'Cast gold bars stacked on one another',
    id: 'Tumpukan batangan cor',
    zh: '叠放的浇铸金条',
  }),
  coin: pictureOf('coin', {
    'en-US': 'A gold coin with the kawung pattern',
    id: 'Koin emas bermotif kawung',
    zh: '带卡翁纹样的金币',
  }),
  ring: pictureOf('ring', {
    'en-US': 'A polished gold ring standing upright',
    id: 'Cincin emas mengilap yang berdiri',
    zh: '直立的抛光金戒指',
  }),
  bangle: pictureOf('bangle', { 'en-US': 'A round gold bangle', id: 'Gelang emas bulat', zh: '圆形金手镯' }),
  hero: pictureOf('hero', {
    'en-US': 'Bars, a coin and a ring of gold side by side',
    id: 'Batangan, koin, dan cincin emas berdampingan',
    zh: '金条、金币与金戒指',
  }),
}

/** A picture that stands for some weights of its product. */
export const showing = (picture: Picture, ...weights: string[]): Picture => ({ ...picture, shows: { weight: weights } })

/** The minted bar of each size. */
export const mintedBySize: Picture[] = [
  showing(pictures.bar1, '0.5', '1', '2', '3'),
  showing(pictures.bar5, '5'),
  showing(pictures.bar25, '25'),
  showing(pictures.bar50, '50', '100'),
]
