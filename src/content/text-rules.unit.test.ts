import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesWords } from './problem-search-rules.ts'
import { plainText, readArticle, readingMinutes, readLinks, textIn } from './text-rules.ts'

test('a text speaks the language asked for, else English, else whatever there is', () => {
  expect(textIn({ id: 'emas', 'en-US': 'gold' }, 'id')).toBe('emas')
  expect(textIn({ id: 'emas', 'en-US': 'gold' }, 'zh')).toBe('gold')
  expect(textIn({ id: 'emas' }, 'zh')).toBe('emas')
  expect(textIn({}, 'zh')).toBe('')
})

test('an article is headings, paragraphs and lists, and nothing else', () => {
  expect(
    readArticle('First line\nsame paragraph\n\n## A heading\n\n- one\n- two\n\n<b>not bold</b>\n\n## Another'),
  ).toEqual([
    { kind: 'text', text: 'First line same paragraph' },
    { kind: 'heading', id: 's1', text: 'A heading' },
    { kind: 'list', items: ['one', 'two'] },
    { kind: 'text', text: '<b>not bold</b>' },
    { kind: 'heading', id: 's2', text: 'Another' },
  ])
  expect(readArticle('')).toEqual([])
})

test('only links into this shop are links', () => {
  expect(readLinks('See [the price](/product/product?a=1) now.')).toEqual([
    { text: 'See ' },
    { text: 'the price', to: '/product/product?a=1' },
    { text: ' now.' },
  ])
  for (const other of [
    '[x](/\\evil.test)',
    '[x](/\t/evil.test)',
    '[x](/.//evil.test)',
    '[x](/%2e//evil.test)',
    '[x](https://evil.test)',
    '[x](//evil.test)',
    '[x](javascript:alert(1))',
    '[x]()',
    '[](/a)',
  ])
    expect(readLinks(other)).toEqual([{ text: other }])
})

test('no words are lost, whatever is written', () => {
  const line = fc.array(fc.constantFrom('[', ']', '(', ')', '/a', '//', 'gold', ' ', '[x](/y)'), { maxLength: 30 })
  fc.assert(
    fc.property(line, (parts) => {
      const written = `.${parts.join('')}`
      const words = readLinks(written).map(({ text }) => text)
      expect(words.join('')).toBe(plainText(written))
    }),
  )
})

test('reading takes at least a minute', () => {
  expect([readingMinutes(''), readingMinutes('word '.repeat(500)), readingMinutes('金'.repeat(1200))]).toEqual([
    1, 3, 3,
  ])
})

test('search finds every word in any order, without accents and case', () => {
  const problem = { question: 'Apakah harga dijamin?', answer: 'Harga dijamin 10 menit. 保价十分钟' }
  for (const words of ['', 'HARGA', 'menit dijamin', 'dijámin', '保价', '  harga   10 '])
    expect(matchesWords(problem, words), words).toBe(true)
  for (const words of ['perak', 'harga perak', '.*']) expect(matchesWords(problem, words), words).toBe(false)
})
