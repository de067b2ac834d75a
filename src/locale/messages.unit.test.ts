import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
