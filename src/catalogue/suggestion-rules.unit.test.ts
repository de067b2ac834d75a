import { expect, it } from 'vitest'
import type { Category } from './catalogue-memory.ts'
import { searchOf } from './search-rules.ts'
import { suggestedCategories } from './suggestion-rules.ts'

const category = (id: number, parentId: number | null, slug: string, name: string): Category => ({
  ...{ id, parentId, slug, name: { 'en-US': name }, image: null, text: {}, hidden: false },
})
const categories = [
  category(1, null, 'bars', 'Gold bars'),
  category(2, 1, 'minted-bars', 'Minted bars'),
  category(3, 1, 'cast-bars', 'Cast bars'),
  category(4, null, 'jewellery', 'Jewellery'),
  category(5, 4, 'rings', 'Rings'),
]
const all = new Map([
  ['bars', 40],
  ['minted-bars', 30],
  ['cast-bars', 10],
  ['jewellery', 17],
  ['rings', 6],
])
const suggested = (words: string, found: Record<string, number>) =>
  suggestedCategories(categories, searchOf(words), { found: new Map(Object.entries(found)), all }).map(
    ({ category: { slug }, count, named }) => `${slug} ${count}${named ? ' named' : ''}`,
  )

it('begins with the category that the words name, with everything in it', () => {
  expect(suggested('rin', { jewellery: 7, rings: 6 })).toEqual(['rings 6 named', 'jewellery 7'])
})

it('keeps the narrower of two categories that hold the same', () => {
  expect(suggested('melati', { jewellery: 2, rings: 2 })).toEqual(['rings 2'])
  expect(suggested('melati', { jewellery: 3, rings: 2 })).toEqual(['jewellery 3', 'rings 2'])
})

it('names a category whose cards the words match only in part', () => {
  expect(suggested('bars', { bars: 40, 'minted-bars': 30, 'cast-bars': 10 })).toEqual([
    'bars 40 named',
    'minted-bars 30 named',
    'cast-bars 10 named',
  ])
})

it('suggests none where nothing matches', () => {
  expect(suggested('zzzz', {})).toEqual([])
})
