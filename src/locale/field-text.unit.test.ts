import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fieldTexts, knownFieldText } from './field-text.ts'

/** What code says of a field: every such literal of the server, a number standing for whatever is filled in. */
const said = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts|paraglide|^config\.ts$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(`src/${file}`, 'utf8').matchAll(
          /(['`])((?:must|has characters|has the|is required|is not known here|is not right|cannot be read as|or mobile)\b(?:(?!\1).)*)\1/g,
        ),
      ].map(([, , text = '']) => text.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '7')),
    ),
)

describe('what is wrong with a field', () => {
  test('is said in every language: whoever adds a text to a contract adds a message field_… with the same English', () => {
    expect(said.size).toBeGreaterThan(30)
    expect([...said].filter((text) => knownFieldText(text, 'id') === null)).toEqual([])
  })

  test.each([
    ['must have at most 200 characters', 'paling banyak 200 karakter', '最多 200 个字符'],
    ['must not be empty', 'tidak boleh kosong', '不能为空'],
    ['must be one of a, b', 'harus salah satu dari a, b', '必须是以下之一：a, b'],
    ['must have at most 0 decimals in IDR', 'paling banyak 0 angka di belakang koma dalam IDR', 'IDR 最多 0 位小数'],
    ['must be at most 10 MB', 'paling besar 10 MB', '最大 10 MB'],
  ])('%s', (english, indonesian, chinese) => {
    expect(knownFieldText(english, 'en-US')).toBe(english)
    expect(knownFieldText(english, 'id')).toBe(indonesian)
    expect(knownFieldText(english, 'zh')).toBe(chinese)
  })

  test('that no message says keeps its own words', () => {
    expect(fieldTexts({ a: 'must be green', b: 'is required' }, 'id')).toEqual({
      a: 'must be green',
      b: 'wajib diisi',
    })
  })
})
