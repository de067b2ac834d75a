import { expect, test } from 'vitest'
import {
  amountOf,
  chosenOf,
  codeOf,
  finenessIn,
  finenessRead,
  karatOf,
  textOfHtml,
  weightIn,
  weightOf,
} from './reading-rules.ts'

test.each([
  ['10 g', '10'],
  ['Antam 0,5 gr', '0.5'],
  ['2.5gram', '2.5'],
  ['1 kg', '1000'],
  ['500mg', '0.5'],
  ['1 oz', '31.1035'],
  ['1 troy oz', '31.1035'],
  ['1/10 oz Maple', '3.1103'],
  ['1/2 oz', '15.5517'],
  ['100克', '100'],
  ['31.1035 g (1 oz)', '31.1035'],
  ['1 g and 2 g', null],
  ['10 x 1 g', null],
  ['1.000 g', null],
  ['1,000 gram', null],
  ['1 lb', null],
  ['1/0 oz', null],
  ['0 g', null],
  ['A4 gsm 80 goods', null],
  ['24K gold', null],
  ['Size 10', null],
])('the weight in %j is %j', (text, grams) => {
  expect(weightIn(text)?.value ?? null).toBe(grams)
})

test.each([
  ['999.9', 24, 9999],
  ['Fine gold 999,9 100 g', 24, 9999],
  ['.9999', 24, 9999],
  ['24K', 24, 9999],
  ['22 karat 916', 22, 9160],
  ['916.7', 22, 9167],
  ['Ring 18kt', 18, 7500],
  ['750', 18, 7500],
  ['24K 916', null, null],
  ['999', null, null],
  ['750 g', null, null],
  ['No. 1999', null, null],
  ['0K', null, null],
  ['gold', null, null],
])('the fineness in %j is %j karat, %j in 10,000', (text, karat, fineness) => {
  const read = finenessIn(text)?.value
  expect([read?.karat ?? null, read?.fineness ?? null]).toEqual([karat, fineness])
})

test('every stamp that has a karat is a true name of it, and 999 has none', () => {
  expect([9999, 9990, 9950, 9160, 9170, 8750, 7500, 5850, 3750].map(karatOf)).toEqual([
    24,
    null,
    null,
    22,
    22,
    21,
    18,
    14,
    9,
  ])
})

test('an option comes before an attribute, and that before the title', () => {
  const variant = { line: 2, code: '', title: '', price: '', options: [['Weight', '5 g']] as const }
  const product = { title: 'Bar 10 g 24K', attributes: [['Purity', '22K']] as const }
  const bare = { ...variant, options: [] }
  expect(
    weightOf({ ...product, attributes: [...product.attributes] }, { ...variant, options: [...variant.options] }),
  ).toEqual({
    ...{ value: '5', words: '5 g', from: 'option' },
  })
  expect(weightOf({ title: product.title, attributes: [] }, bare)?.from).toBe('title')
  expect(finenessRead({ ...product, attributes: [...product.attributes] }, bare)).toMatchObject({
    ...{ value: { karat: 22 }, from: 'attribute' },
  })
})

test('options of jewellery are read by their names, as far as a form has them', () => {
  const variant = { line: 2, code: '', title: '', price: '' }
  const options = [
    ['Warna', 'Emas Putih'],
    ['Ukuran', '16,5'],
  ] as [string, string][]
  expect(chosenOf({ ...variant, options }, ['colour', 'ring_size'])).toEqual({ colour: 'white', ring_size: '16.5' })
  expect(chosenOf({ ...variant, options }, ['packaging'])).toEqual({})
})

test.each([
  ['<p>A &amp; B</p><p>C&nbsp;D</p>', 'A & B\n\nC D'],
  ['<ul><li>one</li><li>two</li></ul>', '• one\n• two'],
  ['a<script>alert(1)</script>b<style>p{}</style>', 'a b'],
  ['a<script>never closed', 'a'],
  ['&lt;img src=x onerror=1&gt;', '<img src=x onerror=1>'],
  ['5 < 6 and 7 > 2', '5 < 6 and 7 > 2'],
  ['&#0;&#x1F600;&#xD800;&unknown;', '\u{1F600} &unknown;'],
])('the words of %j are %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text)
})

test.each([
  ['antam_ce_10', 'ANTAM-CE-10'],
  ['  Ré/1 ', 'RE-1'],
  ['x', null],
  ['///', null],
])('the code %j becomes %j', (typed, code) => {
  expect(codeOf(typed)).toBe(code)
})

test('texts that are endless in the file are read at their beginning alone', () => {
  expect(codeOf(`A${'.'.repeat(199_000)}A`)).toBeNull()
  expect(codeOf(`AU_10G${'.'.repeat(199_000)}A`)).toBe('AU-10G')
  const bare = { line: 2, code: '', title: '', price: '', options: [] }
  const product = { title: `${'gold '.repeat(100)}10 g 24K`, attributes: [] }
  expect([weightOf(product, bare), finenessRead(product, bare)]).toEqual([null, null])
})

test.each([
  ['25500000.00', '25500000'],
  ['1.250.000', '1250000'],
  ['Rp 1.250.000,50', '1250000.5'],
  ['1,250.50', '1250.5'],
  ['1250', '1250'],
  ['1.250', null],
  ['-5', null],
  ['', null],
  ['call us', null],
])('the amount %j is %j', (text, amount) => {
  expect(amountOf(text)).toBe(amount)
})
