import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from '../refusals.ts'

/** Every message file by language; a name that two folders use would say whatever is read last. */
const namesOf = (language: string) =>
  readdirSync('messages').flatMap((folder) =>
    Object.keys(JSON.parse(readFileSync(`messages/${folder}/${language}.json`, 'utf8'))).filter(
      (name) => name !== '$schema',
    ),
  )

test.each(['en-US', 'id', 'zh'])('every message has one home, and is there in %s', (language) => {
  const names = namesOf(language).sort()
  expect(names.filter((name, place) => names[place - 1] === name)).toEqual([])
  expect(names).toEqual([...new Set(namesOf('en-US'))].sort())
})

const isCode = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|paraglide/.test(file)
const code = ['src', 'scripts']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file}`))
  .filter(isCode)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const named = new Set(code.match(/\w+/g))
const codes = new Set([...Object.keys(refusals), 'system_error'])

/** Refusals are said by their code; what is wrong with a field is found by the English that the code has (field-text.ts). */
function isSaid(name: string, english: unknown): boolean {
  if (name.startsWith('refusal_')) return codes.has(name.slice('refusal_'.length))
  if (!name.startsWith('field_')) return named.has(name)
  const parts = String(english).split(/\{\w+\}/)
  return parts.every((part) => code.includes(part) || code.includes(part.replaceAll("'", "\\'")))
}

test('every message is said somewhere', () => {
  const english = readdirSync('messages').flatMap((folder) =>
    Object.entries(JSON.parse(readFileSync(`messages/${folder}/en-US.json`, 'utf8'))),
  )
  const unsaid = english.filter(([name, text]) => name !== '$schema' && !isSaid(name, text)).map(([name]) => name)
  expect(unsaid).toEqual([])
})

/** In the width of a Chinese letter; a Latin one is about half as wide, and a value stands for a short number. */
function widthOf(said: string): number {
  const text = said.replace(/\{\w+\}/g, '0000')
  return [...text].reduce((sum, letter) => sum + (/[\u1100-\uffe6]/.test(letter) ? 1 : 0.52), 0)
}

type Said = string | Said[] | { [key: string]: Said }

/** All that a message may say, whatever it is chosen by. */
function waysToSay(said: Said): string[] {
  if (typeof said === 'string') return [said]
  return (Array.isArray(said) ? said : Object.values('match' in said ? { match: said.match } : said)).flatMap((one) =>
    one === undefined ? [] : waysToSay(one),
  )
}

const widthsOf = (language: string) =>
  new Map(
    readdirSync('messages').flatMap((folder) =>
      Object.entries<Said>(JSON.parse(readFileSync(`messages/${folder}/${language}.json`, 'utf8'))).map(
        ([name, said]) => [name, Math.max(...waysToSay(said).map(widthOf))] as const,
      ),
    ),
  )

/** By at most five letters, where a line may break or has room: facts in a list, a label above its field, a tag of three letters. */
const hasRoom = [
  ...['kycdesk_nric', 'kycdesk_nik', 'office_page_of', 'real_name_number_nik', 'pin_label', 'inbox_state_spam'],
  ...['rating_average', 'office_hours', 'stock_left', 'people_since'],
]

test('what there is room for in Indonesian and English there is room for in Chinese', () => {
  const [english, indonesian] = [widthsOf('en-US'), widthsOf('id')]
  const widest = (name: string) => Math.max(english.get(name) ?? 0, indonesian.get(name) ?? 0)
  const wider = [...widthsOf('zh')].filter(([name, width]) => width > widest(name) + 1).map(([name]) => name)
  expect(wider.sort()).toEqual(hasRoom.sort())
})
