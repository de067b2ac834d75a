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
