import { expect, test } from 'vitest'
import { matchOf, type Person } from './match-rules.ts'
import { tokensOf } from './name-rules.ts'

const person = (name: string, birthDate: string | null = null, numberHash: string | null = null): Person => ({
  names: [name],
  ...{ birthDate, numberHash },
})
const listed = (names: string[], births: string[] = [], numberHashes: string[] = []) => ({
  names,
  births,
  numberHashes,
})
const ruleOf = (who: Person, ...entry: Parameters<typeof listed>) => matchOf(who, listed(...entry))?.rule ?? null

test.each([
  ['Siti Nurhaliza', 'SITI  NURHALIZA'],
  ['José Ñáñez', 'jose nanez'],
  ['Abdurrahman Wahid', 'Wahid, Abdurahman'],
  ['Abdul Rahman', 'Abdulrahman'],
  ['H. Muhammad Ma’ruf bin Amin', 'Mohamed Maruf Amin'],
  ['Soekarno Poetra', 'Sukarno Putra'],
  ['Djoko Tjandra', 'Joko Candra'],
  ['Łukasz Müller', 'Lukasz Muller'],
  ['Moh. Yusuf', 'Mohammad Yusuf'],
])('%s and %s are one name', (one, other) => {
  expect(ruleOf(person(one), [other])).toBe('same_name')
})

test.each([
  ['Siti Nurhaliza', 'Siti Nuraini'],
  ['Budi Santoso', 'Budi Santosa Wijaya'],
  ['Ahmad Dahlan', 'Ahmad'],
  ['Muhammad Yusuf', 'Muhammad Yunus'],
])('%s and %s are two', (one, other) => {
  expect(ruleOf(person(one), [other])).toBeNull()
})

test('a day of birth narrows: another day is no hit, no day leaves the names to decide, a year agrees with its days', () => {
  const name = ['Budi Santoso']
  expect(ruleOf(person('Budi Santoso', '1980-05-01'), name, ['1980-05-02'])).toBeNull()
  expect(matchOf(person('Budi Santoso', '1980-05-01'), listed(name, ['1980']))?.birth).toBe('year')
  expect(ruleOf(person('Budi Santoso', '1980-05-01'), name, ['1979', '1981'])).toBeNull()
  expect(matchOf(person('Budi Santoso'), listed(name, ['1980-05-02']))?.birth).toBe('unknown')
})

test('a name of one word, and a part of a name, are hits only beside the day of birth', () => {
  expect(ruleOf(person('Suharto'), ['Suharto'])).toBeNull()
  expect(ruleOf(person('Suharto', '1970-01-31'), ['Soeharto'], ['1970-01-31'])).toBe('same_name')
  expect(ruleOf(person('Abu Bakar Rahman'), ['Abu Bakar'])).toBeNull()
  expect(ruleOf(person('Abu Bakar Rahman', '1970-01-31'), ['Abu Bakar'], ['1970'])).toBeNull()
  expect(ruleOf(person('Abu Bakar Rahman', '1970-01-31'), ['Abu Bakar'], ['1970-01-31'])).toBe('part_of_name')
  expect(ruleOf(person('Abu', '1970-01-31'), ['Abu Bakar'], ['1970-01-31'])).toBeNull()
})

test('a number is a hit whatever else is said, and an alias is a name', () => {
  expect(matchOf(person('Someone Else', '1990-01-01', 'aa'), listed(['Budi Santoso'], ['1980'], ['aa', 'bb']))).toEqual(
    {
      ...{ rule: 'number', birth: 'differs', listed: 'Budi Santoso' },
    },
  )
  expect(ruleOf(person('Someone Else', null, 'cc'), ['Budi Santoso'], [], ['aa'])).toBeNull()
  expect(matchOf(person('Si Hitam'), listed(['Budi Santoso', 'Si Hitam']))?.listed).toBe('Si Hitam')
})

test('what is left of a name is never nothing', () => {
  expect([tokensOf('Haji'), tokensOf('  '), tokensOf('王小明')]).toEqual([['haji'], [], ['王小明']])
  expect(ruleOf(person('   '), ['  ', 'x y'])).toBeNull()
})
