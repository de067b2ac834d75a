import { expect, test } from 'vitest'
import { type CountedBar, compareCount, fitsWeight, type Seen, waysOf } from './count-rules.ts'

const KILO = 10_000_000n
const bar = (serial: string, more: Partial<CountedBar> = {}): CountedBar => ({
  ...{ id: `${serial} ${more.maker ?? 'Mint'}`, serial, maker: 'Mint', weight: KILO, when: 'stayed' },
  ...more,
})
const seen = (serial: string, more: Partial<Seen> = {}): Seen => ({
  serial,
  maker: null,
  weight: KILO,
  seal: null,
  ...more,
})
const kindsOf = (bars: CountedBar[], first: Seen[], second: Seen[]) =>
  compareCount(bars, first, second).map(({ kind, serial }) => `${serial} ${kind}`)

test.each<[string, CountedBar[], Seen[], Seen[], string[]]>([
  ['seen by both', [bar('A')], [seen('A')], [seen('A', { maker: 'mint ' })], ['A matched']],
  ['seen by nobody', [bar('A')], [], [], ['A missing']],
  ['seen by one', [bar('A')], [], [seen('A')], ['A one_saw']],
  ['not in the register', [], [seen('B')], [seen('B', { weight: 5n })], ['B unknown']],
  ['of another maker', [bar('A')], [seen('A')], [seen('A', { maker: 'Other' })], ['A maker_differs']],
  ['too light for one', [bar('A')], [seen('A')], [seen('A', { weight: KILO - 1001n })], ['A weight_differs']],
  ['within the scale', [bar('A')], [seen('A', { weight: KILO + 1000n })], [seen('A')], ['A matched']],
  ['under two seals', [bar('A')], [seen('A', { seal: 'S1' })], [seen('A', { seal: 'S2' })], ['A seal_differs']],
  ['under a seal that one wrote down', [bar('A')], [seen('A', { seal: 'S1' })], [seen('A')], ['A matched']],
  ['gone meanwhile, seen before', [bar('A', { when: 'left' })], [seen('A')], [], ['A moved']],
  ['come meanwhile, seen by none', [bar('A', { when: 'came' })], [], [], ['A moved']],
  [
    'come meanwhile, too light',
    [bar('A', { when: 'came' })],
    [seen('A', { weight: 1n })],
    [seen('A')],
    ['A weight_differs'],
  ],
  ['typed wrong by both', [bar('A')], [seen('AA')], [seen('AA')], ['A missing', 'AA unknown']],
])('%s', (_, bars, first, second, findings) => {
  expect(kindsOf(bars, first, second)).toEqual(findings)
})

test('bars of one number are told apart by maker, and else by weight', () => {
  const bars = [bar('7', { maker: 'Mint' }), bar('7', { maker: 'Rand', weight: 2n * KILO })]
  const heavy = seen('7', { weight: 2n * KILO })
  expect(kindsOf(bars, [seen('7'), heavy], [heavy, seen('7', { maker: 'Mint' })])).toEqual(['7 matched', '7 matched'])
  expect(kindsOf(bars, [seen('7'), seen('7', { maker: 'Rand' })], [])).toEqual(['7 one_saw', '7 one_saw'])
})

test('what both saw and nobody knows is one finding with what each of them saw', () => {
  expect(compareCount([], [seen('X', { seal: 'S-1' })], [seen('X', { weight: 9n })])).toEqual([
    {
      ...{ kind: 'unknown', barId: null, serial: 'X', maker: null, expected: null },
      ...{ first: { weight: KILO, maker: null, seal: 'S-1' }, second: { weight: 9n, maker: null, seal: null } },
    },
  ])
})

test('a scale may be away by a ten-thousandth, and by 0.01 g of what is small', () => {
  expect([fitsWeight(KILO, KILO + 1000n), fitsWeight(KILO, KILO + 1001n)]).toEqual([true, false])
  expect([fitsWeight(10_000n, 9_900n), fitsWeight(10_000n, 9_899n)]).toEqual([true, false])
})

test('what is no difference is not settled, and what the register has is never called somebody else’s', () => {
  expect([waysOf('matched'), waysOf('moved')]).toEqual([[], []])
  expect(waysOf('missing')).toEqual(['recounted', 'declared_missing'])
  expect(waysOf('unknown')).not.toContain('declared_missing')
})
