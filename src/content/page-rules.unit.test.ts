import { expect, test } from 'vitest'
import { firstSettings } from '../stores/setting-rules.ts'
import { changedLines } from './page-changes.ts'
import { changedParts, isWritten, type PageTexts, shownPage, wrongPage } from './page-rules.ts'
import { templatePages } from './template-rules.ts'

const house = {
  ...firstSettings.house,
  legal_name: 'PT Emas Jernih',
  licence: 'B-12/2026',
  telephone: '(021) 555 0101',
  mail: 'halo@emas.test',
  street: 'Jl. Merdeka 1',
  city: 'Bandung',
}
const page = (more: Partial<PageTexts> = {}): PageTexts => ({
  title: { id: 'Kontak', 'en-US': 'Contact' },
  lead: { id: 'Tulis kepada {company}.', 'en-US': 'Write to {company}.' },
  facts: { 'en-US': 'Licence: {licence}\nTelephone: {telephone}\nE-mail: {mail}\nSince: 2014\nAuditor: {auditor}' },
  body: { id: 'Izin {licence}.', 'en-US': 'Licence {licence}, audited by {auditor}. {"x"} {none}' },
  ...more,
})
const shown = (asked: string, texts = page(), own = 'id') => shownPage(texts, { house, asked, own })

test('facts of the house stand where they are named; one that is not set is a dash in a sentence and no line of its own', () => {
  const { lead, body, facts } = shown('en-US')
  expect(lead).toBe('Write to PT Emas Jernih.')
  expect(body).toEqual([{ kind: 'text', text: 'Licence B-12/2026, audited by –. {"x"} {none}' }])
  expect(facts).toEqual([
    { label: 'Licence', value: 'B-12/2026', href: null },
    { label: 'Telephone', value: '(021) 555 0101', href: 'tel:0215550101' },
    { label: 'E-mail', value: 'halo@emas.test', href: 'mailto:halo@emas.test' },
    { label: 'Since', value: '2014', href: null },
  ])
  expect(shownPage(page(), { house: firstSettings.house, asked: 'en-US', own: 'id' }).lead).toBe('Write to This house.')
})

test.each([
  ['en-US', 'en-US'],
  ['zh', 'id'],
  ['id', 'id'],
])('who asks for %s reads %s', (asked, language) => {
  expect(shown(asked).language).toBe(language)
})

test('a store whose own language is not written shows whichever is', () => {
  const english = page({
    title: { 'en-US': 'Contact', id: 'Kontak' },
    lead: { 'en-US': 'Write.' },
    body: { 'en-US': 'Now.' },
  })
  expect(shown('id', english)).toMatchObject({ language: 'en-US', title: 'Contact' })
})

test('a language is written whole or not at all, and the own one has to be', () => {
  expect(wrongPage(page(), 'id')).toEqual({ 'body.en-US': 'fact_unknown?name=%7Bnone%7D' })
  expect(wrongPage(page({ body: { id: 'Isi' } }), 'id')).toEqual({ 'body.en-US': 'empty' })
  expect(Object.keys(wrongPage(page({ body: { id: 'Isi', 'en-US': 'Text' } }), 'zh'))).toEqual([
    'title.zh',
    'lead.zh',
    'body.zh',
  ])
  expect(
    wrongPage(page({ body: { id: 'Isi', 'en-US': 'Text' }, facts: { id: 'Izin: 1\nno colon here' } }), 'id'),
  ).toEqual({
    'facts.id': 'fact_line?n=2',
  })
  expect(
    wrongPage(page({ title: { id: 'x'.repeat(121), 'en-US': 'T' }, body: { id: 'I', 'en-US': 'T' } }), 'id'),
  ).toEqual({
    'title.id': 'too_long?n=120',
  })
})

test.each(Object.entries(templatePages))(
  'the text of the release for %s can be published in every language',
  (_, texts) => {
    for (const own of ['en-US', 'id', 'zh']) {
      expect(isWritten(texts, own)).toBe(true)
      expect(wrongPage(texts, own)).toEqual({})
    }
  },
)

test('what changed is named by part and line', () => {
  const after = page({ body: { ...page().body, id: 'Izin {licence}.\n\nBaru.' }, title: { id: 'Kontak' } })
  expect(changedParts(page(), after)).toEqual(['title.en-US', 'body.id'])
  expect(changedLines('a\n\nb\n\nc\n\nd', 'a\n\nx\n\nc\n\nd\n\ne')).toEqual([
    { kind: 'gone', text: 'b' },
    { kind: 'come', text: 'x' },
    { kind: 'come', text: 'e' },
  ])
  expect(changedLines('same', 'same')).toEqual([])
  const [old, now] = ['a', 'b'].map((letter) => Array.from({ length: 2000 }, (_, at) => `${letter}${at}`).join('\n'))
  const other = changedLines(old ?? '', now ?? '')
  expect([other.length, other[0], other.at(-1)]).toEqual([
    4000,
    { kind: 'gone', text: 'a0' },
    { kind: 'come', text: 'b1999' },
  ])
})
