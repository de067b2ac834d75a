import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { problem } from './field-rules.ts'
import { fieldTexts } from './field-text.ts'

/** Texts that say in English what is wrong with a field; the settings of the server are told in English alone. */
const literals = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts|paraglide|^config\.ts$/.test(file))
  .flatMap((file) =>
    [
      ...readFileSync(`src/${file}`, 'utf8').matchAll(
        /(['`])((?:must|has characters|has the|is required|is not known here|is not right|is taken|is used already|is too long|cannot be read as|or mobile)\b(?:(?!\1).)*)\1/g,
      ),
    ].map(([, , text]) => `${file}: ${text}`),
  )

const contracts = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /contract\.ts$/.test(file))

const said = (text: string, language: string) => fieldTexts({ field: text }, language).field

describe('what is wrong with a field', () => {
  test('is named by its message, so that it is said in every language', () => expect(literals).toEqual([]))

  test.each([
    [
      problem('too_long', { n: 200 }),
      'must have at most 200 characters',
      'paling banyak 200 karakter',
      '最多 200 个字符',
    ],
    [problem('empty'), 'must not be empty', 'tidak boleh kosong', '不能为空'],
    [problem('one_of', { list: 'a, b' }), 'must be one of a, b', 'harus salah satu dari a, b', '必须是以下之一：a, b'],
    [
      problem('decimals', { n: 0, currency: 'IDR' }),
      'must have at most 0 decimals in IDR',
      'paling banyak 0 angka di belakang koma dalam IDR',
      'IDR 最多 0 位小数',
    ],
    [problem('file_size', { n: 10 }), 'must be at most 10 MB', 'paling besar 10 MB', '最大 10 MB'],
  ])('%s', (named, english, indonesian, chinese) => {
    expect(said(named, 'en-US')).toBe(english)
    expect(said(named, 'id')).toBe(indonesian)
    expect(said(named, 'zh')).toBe(chinese)
  })

  test('that no message says is not right', () => {
    expect(said('must be green', 'id')).toBe('belum benar')
  })

  test('is named in contracts wherever they say more than zod does', () => {
    const check =
      /\.(?:regex|refine|min|max|length|uuid|enum|date|datetime|int|number|string|boolean|instanceof)\(|message:|error:/
    const english = contracts.flatMap((file) =>
      readFileSync(`src/${file}`, 'utf8')
        .split('\n')
        .filter(
          (line) =>
            check.test(line) &&
            /['`][a-z][^'`]* [^'`]*['`]/.test(line.replace(/(description|summary): .*|problem\(.*/, '')),
        )
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(contracts.length).toBeGreaterThan(20)
    expect(english).toEqual([])
  })

  test('keeps what it names as it was written', () => {
    expect(said(problem('one_of', { list: 'a&b=1?, ü' }), 'en-US')).toBe('must be one of a&b=1?, ü')
  })
})
