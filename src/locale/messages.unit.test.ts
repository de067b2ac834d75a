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

/** Refusals are said by their code, what is wrong with a field by its name (field-rules.ts). */
function isSaid(name: string): boolean {
  if (name.startsWith('refusal_')) return codes.has(name.slice('refusal_'.length))
  return name.startsWith('field_') ? code.includes(`problem('${name.slice('field_'.length)}'`) : named.has(name)
}

test('every message is said somewhere', () => {
  expect(namesOf('en-US').filter((name) => !isSaid(name))).toEqual([])
})

/** The area of a file, as its folder of messages is called: `orders`, `office-goods`; the office's kit is the office, files at the root are the shell's. */
function areaOf(file: string): string {
  const [area = '', part = '', ...rest] = file.split('/')
  if (area === 'office' && rest.length > 0 && part !== 'kit') return `office-${part}`
  return file.includes('/') ? area : 'ui'
}

const sayers = new Map<string, Set<string>>()
for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(isCode)) {
  const text = readFileSync(`src/${file}`, 'utf8')
  if (!text.includes('paraglide/messages.js')) continue
  for (const [, name = ''] of text.matchAll(/\bm\.(\w+)/g))
    sayers.set(name, (sayers.get(name) ?? new Set()).add(areaOf(file)))
}

/** What one area says stands in its folder; what several say in that of one of them, of the office where they are its parts, or of ui. */
function* misplaced(folder: string, name: string): Generator<string> {
  const prefixes = folder === 'refusals' ? ['refusal_', 'field_'] : [`${folder.replace('-', '_')}_`]
  if (!prefixes.some((prefix) => name.startsWith(prefix))) yield `${name} of ${folder} begins otherwise`
  if (folder === 'refusals') return
  const areas = [...(sayers.get(name) ?? ['ui'])]
  const shared = areas.length > 1 ? ['ui', ...(areas.some((area) => area.startsWith('office')) ? ['office'] : [])] : []
  if (![...areas, ...shared].includes(folder)) yield `${name} of ${folder} is said by ${areas.join(', ')}`
}

test('folder, area and the beginning of the name are one', () => {
  const wrong = readdirSync('messages').flatMap((folder) =>
    Object.keys(JSON.parse(readFileSync(`messages/${folder}/en-US.json`, 'utf8')))
      .filter((name) => name !== '$schema')
      .flatMap((name) => [...misplaced(folder, name)]),
  )
  expect(sayers.size).toBeGreaterThan(2500)
  expect(wrong).toEqual([])
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
  ...[
    'office_kyc_nric',
    'office_kyc_nik',
    'office_page_of',
    'kyc_real_name_number_nik',
    'ui_pin_label',
    'office_inbox_state_spam',
    'office_vault_to_place',
  ],
  ...['community_rating_average', 'office_hours', 'catalogue_stock_left', 'office_people_since'],
]

test('what there is room for in Indonesian and English there is room for in Chinese', () => {
  const [english, indonesian] = [widthsOf('en-US'), widthsOf('id')]
  const widest = (name: string) => Math.max(english.get(name) ?? 0, indonesian.get(name) ?? 0)
  const wider = [...widthsOf('zh')].filter(([name, width]) => width > widest(name) + 1).map(([name]) => name)
  expect(wider.sort()).toEqual(hasRoom.sort())
})
