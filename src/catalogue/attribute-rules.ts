/** What distinguishes the skus of a product: the attributes there are, their order, and the words for them. Pure. */

type Words = { 'en-US': string; id: string; zh: string }
const inLanguage = (words: Words, language: string): string => words[language as keyof Words] ?? words['en-US']

export const attributeNames = ['weight', 'karat', 'colour', 'ring_size', 'length', 'packaging'] as const
export type AttributeName = (typeof attributeNames)[number]
export type Attributes = Partial<Record<AttributeName, string>>

const names: Record<AttributeName, Words> = {
  weight: { 'en-US': 'Weight', id: 'Berat', zh: '重量' },
  karat: { 'en-US': 'Purity', id: 'Kadar', zh: '成色' },
  colour: { 'en-US': 'Colour', id: 'Warna', zh: '颜色' },
  ring_size: { 'en-US': 'Ring size', id: 'Ukuran cincin', zh: '戒指尺寸' },
  length: { 'en-US': 'Length', id: 'Panjang', zh: '长度' },
  packaging: { 'en-US': 'Packaging', id: 'Kemasan', zh: '包装' },
}

const valueNames: Record<string, Words> = {
  yellow: { 'en-US': 'Yellow gold', id: 'Emas kuning', zh: '黄金色' },
  white: { 'en-US': 'White gold', id: 'Emas putih', zh: '白金色' },
  rose: { 'en-US': 'Rose gold', id: 'Emas merah muda', zh: '玫瑰金' },
  sealed: { 'en-US': 'Sealed assay card', id: 'Kartu uji tersegel', zh: '密封检测卡' },
  gift: { 'en-US': 'Gift box', id: 'Kotak hadiah', zh: '礼盒' },
}

const formNames: Record<string, Words> = {
  minted: { 'en-US': 'Minted bar', id: 'Batangan cetak', zh: '压铸金条' },
  cast: { 'en-US': 'Cast bar', id: 'Batangan cor', zh: '浇铸金条' },
  coin: { 'en-US': 'Coin', id: 'Koin', zh: '金币' },
  ring: { 'en-US': 'Ring', id: 'Cincin', zh: '戒指' },
  bracelet: { 'en-US': 'Bracelet', id: 'Gelang', zh: '手镯' },
  necklace: { 'en-US': 'Necklace', id: 'Kalung', zh: '项链' },
  earrings: { 'en-US': 'Earrings', id: 'Anting', zh: '耳环' },
  pendant: { 'en-US': 'Pendant', id: 'Liontin', zh: '吊坠' },
}

const fractions: Record<string, string> = { '24': '999.9', '22': '916', '18': '750' }

/** `10 g`, `10 克`; the decimal comma of Indonesian. */
function gramsLabel(grams: string, language: string): string {
  const number = language === 'id' ? grams.replace('.', ',') : grams
  return language === 'zh' ? `${number} 克` : `${number} g`
}

function karatLabel(karat: string, language: string): string {
  const fraction = fractions[karat]
  if (!fraction) return `${karat}K`
  return `${karat}K · ${language === 'id' ? fraction.replace('.', ',') : fraction}`
}

export const attributeLabel = (name: AttributeName, language: string): string => inLanguage(names[name], language)

/** A value as a person reads it: `10 g`, `24K · 999.9`, `45 cm`, `Yellow gold`. */
export function attributeValueLabel(name: AttributeName, value: string, language: string): string {
  if (name === 'weight') return gramsLabel(value, language)
  if (name === 'karat') return karatLabel(value, language)
  if (name === 'length') return `${language === 'id' ? value.replace('.', ',') : value} cm`
  const words = valueNames[value]
  return words ? inLanguage(words, language) : value
}

/** What a sku is, in one line: `10 g · Sealed assay card`, `18K · 750 · Rose gold · Ring size 16`. */
export const attributesLabel = (attributes: Record<string, string>, language: string): string =>
  attributeNames
    .flatMap((name) => {
      const value = attributes[name]
      if (value === undefined) return []
      const label = attributeValueLabel(name, value, language)
      return name === 'ring_size' ? `${attributeLabel(name, language)} ${label}` : label
    })
    .join(' · ')

/** The shape of a piece in words; one that is not in the table is shown as it is stored. */
export function formLabel(form: string, language: string): string {
  const words = formNames[form]
  return words ? inLanguage(words, language) : form
}

/** Every word for a shape, for the text search. */
export const formWords = (form: string): string[] => Object.values(formNames[form] ?? {})

/** Values in the order a person expects: by number where they are numbers, otherwise as the table lists them. */
export function compareValues(a: string, b: string): number {
  const place = (value: string) =>
    /^\d+(\.\d+)?$/.test(value) ? Number(value) : 1_000_000 + Object.keys(valueNames).indexOf(value)
  return place(a) - place(b) || (a < b ? -1 : 1)
}

/** `10 g` from the four places that weights are kept in: `10.0000`. */
export const weightLabel = (grams: string, language: string): string =>
  gramsLabel(grams.replace(/\.?0+$/, ''), language)

/** `Up to 1 g`, `1 to 5 g`, `Over 100 g` from `0-1`, `1-5`, `100-`. */
export function weightRangeLabel(range: string, language: string): string {
  const [from = '', to = ''] = range.split('-')
  const [low, high] = [gramsLabel(from, language), gramsLabel(to, language)]
  if (to === '') return inLanguage({ 'en-US': `Over ${low}`, id: `Di atas ${low}`, zh: `${low}以上` }, language)
  if (from === '0') return inLanguage({ 'en-US': `Up to ${high}`, id: `Sampai ${high}`, zh: `${high}及以下` }, language)
  return inLanguage({ 'en-US': `${from} to ${high}`, id: `${from} sampai ${high}`, zh: `${from} 至 ${high}` }, language)
}
