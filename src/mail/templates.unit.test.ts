/** Every template in every language: nobody has to remember a new one. */
import { expect, test } from 'vitest'
import { composeMail } from './compose-mail.ts'
import { writeMail } from './send-mail.ts'
import { smsSegments, toSmsText } from './sms-rules.ts'
import { type MailTemplate, type Template, templates, topicOf } from './templates.ts'

const languages = ['en-US', 'id', 'zh'] as const
const names = Object.keys(templates) as MailTemplate[]
/** Whatever a template asks for, as somebody hostile would have it. */
const hostile = '"><script>alert(1)</script>'
const valuesWith = (special: Record<string, string>, other: string) =>
  new Proxy(special, { get: (known, name) => known[String(name)] ?? other, has: () => true })

function composed(name: MailTemplate, language: string, channel: 'email' | 'sms', other = hostile) {
  const template = templates[name] as Template<Record<string, string>>
  const values = valuesWith(
    {
      minutes: '10',
      ...(template.code ? { [template.code]: '482913' } : {}),
      ...(template.link ? { [template.link]: 'https://shop.example/verifyAccount?key=abc&x=1' } : {}),
    },
    other,
  )
  const mail = writeMail({ template: name, language, channel, store: 'id', values: values as never })
  const unsubscribePage = topicOf(template.about) ? 'https://shop.example/unsubscribe?link=abc' : null
  const around = { publicUrl: 'https://shop.karat.example', unsubscribePage }
  return { ...mail, template, ...composeMail({ channel, language, ...mail }, around) }
}

test.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))(
  '%s in %s',
  (name, language) => {
    const { subject, text, html, layout, template } = composed(name, language, 'email')
    expect(html).not.toMatch(/<script|<img|<link|<form|<iframe|javascript:|\son\w+=/i)
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}">`))
    expect(html).toContain('prefers-color-scheme:dark')
    expect(Buffer.byteLength(html), 'mail programs cut what is larger').toBeLessThan(100 * 1024)
    expect(text).not.toMatch(/\{\w+\}|undefined|null/)
    expect(text).toContain('PT Karat Logam Mulia')
    expect(subject.length).toBeGreaterThan(3)
    expect(subject, 'a locked telephone shows it').not.toContain('482913')
    expect(html.includes('https://shop.example/unsubscribe?link=abc')).toBe(topicOf(template.about) !== null)
    if (layout.code) {
      expect(text).toContain('482913')
      expect(html.match(/letter-spacing[^>]*>482913</)).not.toBeNull()
      expect(html.indexOf('482913'), 'after what lists of letters show').toBeGreaterThan(html.indexOf('&#847;'))
    }
    if (layout.button) {
      expect(text).toContain('https://shop.example/verifyAccount?key=abc&x=1')
      expect(html.match(/href="https:\/\/shop\.example\/verifyAccount\?key=abc&amp;x=1"/g)).toHaveLength(2)
    }
  },
)

test('one language is not another', () => {
  for (const name of names)
    expect(new Set(languages.map((language) => composed(name, language, 'email', 'x').body)).size, name).toBe(3)
})

test.each(languages)('codes fit one text message in %s and can be filled in by the telephone', (language) => {
  for (const name of names.filter((one) => templates[one].about === 'code')) {
    const { text } = composed(name, language, 'sms', 'Chrome 141, Windows')
    expect(text.split('\n').at(-1)).toBe('@shop.karat.example #482913')
    const { alphabet, segments } = smsSegments(text)
    expect({ name, segments, text }).toMatchObject({ segments: 1 })
    expect(alphabet).toBe(language === 'zh' ? 'ucs2' : 'gsm7')
  }
})

test.each([
  ['a'.repeat(160), 'gsm7', 1],
  ['a'.repeat(161), 'gsm7', 2],
  ['€'.repeat(80), 'gsm7', 1],
  ['€'.repeat(81), 'gsm7', 2],
  ['金'.repeat(70), 'ucs2', 1],
  ['金'.repeat(71), 'ucs2', 2],
  ['😀'.repeat(35), 'ucs2', 1],
  ['😀'.repeat(36), 'ucs2', 2],
  [`${'a'.repeat(159)}’`, 'ucs2', 3],
] as const)('%s', (text, alphabet, segments) => expect(smsSegments(text)).toEqual({ alphabet, segments }))

test('printers’ signs do not make a message three', () =>
  expect(smsSegments(toSmsText(`${'a'.repeat(157)}’–\u00a0`))).toEqual({ alphabet: 'gsm7', segments: 1 }))
