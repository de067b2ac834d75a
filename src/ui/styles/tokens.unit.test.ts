/** What can be read in light can be read in dark: so a walk over all pages in light, and over some in dark, has looked at both. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const READABLE = 4.5

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|tsx)$/.test(file))
  .map((file) => readFileSync(path.join('src', file), 'utf8'))
const defined = [...sources.join('\n').matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)]
const colours = new Map(defined.map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))

/** Names of colours that stand behind one of these words anywhere. */
const used = (...words: RegExp[]) =>
  [...colours.keys()].filter((name) =>
    words.some((word) => sources.some((text) => new RegExp(`${word.source}${name}(?![\\w-])`).test(text))),
  )
const texts = used(/[^-]color: var\(--/, /\btext-/)
const grounds = used(/background(?:-color)?: var\(--/, /\bbg-/)

/** A bar, a dot or a mark, and nothing is written on it. */
const unwritten = ['gold', 'line', 'line-strong', 'up', 'down', 'warn']
/** The band has a ground and a text of its own, which meet nothing else. */
const band = ['band', 'on-band']
/** Written on the chosen part of a switch is its own text, and nothing finer. */
const never = new Set(['ink-3 on chosen'])

const channel = (hex: string, at: number) => {
  const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
/** As WCAG 2.2 has it: from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

const pairs = texts
  .flatMap((text) => grounds.map((ground) => ({ text, ground, name: `${text} on ${ground}` })))
  .filter(
    ({ text, ground, name }) =>
      text !== ground &&
      band.includes(text) === band.includes(ground) &&
      !unwritten.includes(ground) &&
      !never.has(name),
  )

test('the rule for contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('each pair of a text and its ground that is readable in light is readable in dark', () => {
  expect(texts).toEqual(expect.arrayContaining(['ink', 'ink-2', 'ink-3', 'nila', 'on-nila', 'on-band', 'down']))
  expect(grounds).toEqual(expect.arrayContaining(['paper', 'raised', 'tile', 'chosen', 'nila', 'band', 'warn-soft']))
  const shades = ({ text, ground }: (typeof pairs)[number]) => [colours.get(text), colours.get(ground)] as const
  const worse = pairs.filter((pair) => {
    const [text, ground] = shades(pair)
    if (!text || !ground) return true
    return contrast(text.light, ground.light) >= READABLE && contrast(text.dark, ground.dark) < READABLE
  })
  expect(worse.map(({ name }) => name)).toEqual([])
})

/** Where a colour is itself, in both themes; everywhere else it is a name of tokens.css, so that the test above has seen it. */
const raw: Record<string, string> = {
  'ui/styles/tokens.css': 'gives the colours their names',
  'ui/styles/band.css': 'the band is dark in both themes',
  'ui/styles/print.css': 'paper is white',
  'ui/styles/parts.css': 'a shadow',
  'root.tsx': 'the browser’s own frame knows no names',
  'sandbox/pay.css': 'the page of an outside provider',
  'ui/qr-code.tsx': 'a scanner wants dark on white',
  'office/people/pages/authenticator-square.tsx': 'the same',
  'payments/pages/transfer-way.tsx': 'the same, in a picture to keep',
  'kyc/pages/signature-pad-field.tsx': 'ink on paper, kept as a picture',
}

test('a colour outside the theme is called by its name', () => {
  const written = /(?<!&|url\(|href=")#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?!-)|\b(?:rgba?|hsla?|oklch|oklab)\(/i
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx)$/.test(file))
  const found = files.filter((file) => written.test(readFileSync(path.join('src', file), 'utf8')))
  expect(found.filter((file) => !(file in raw)).sort()).toEqual([])
  expect(found).toEqual(expect.arrayContaining(Object.keys(raw)))
})
