import { expect, test } from 'vitest'
import { averageRating, publicName } from './community-rules.ts'

test.each([
  ['Ratna Wulandari', 'Ratna W.'],
  ['  bagus   adi prasetyo ', 'bagus P.'],
  ['Suharti', 'Suharti'],
  ['李 明', '李 明.'],
  ['', ''],
])('%s is named %s in public', (name, shown) => expect(publicName(name)).toBe(shown))

test.each([
  [[], null],
  [[[5, 1]], '5.0'],
  [
    [
      [5, 3],
      [4, 1],
    ],
    '4.8',
  ],
  [
    [
      [5, 1],
      [4, 1],
    ],
    '4.5',
  ],
  [
    [
      [1, 2],
      [2, 1],
    ],
    '1.3',
  ],
] as [[number, number][], string | null][])('the mean of %j is %s', (counts, mean) =>
  expect(averageRating(counts.map(([rating, count]) => ({ rating, count })))).toBe(mean),
)
