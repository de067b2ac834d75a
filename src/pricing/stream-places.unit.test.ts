import { expect, test } from 'vitest'
import { openPlaces } from './stream-places.ts'

/** Takes places and says who lost theirs; `leave` gives back what an address has. */
function placesOf(max: number, maxPerAddress: number) {
  const places = openPlaces({ max, maxPerAddress })
  const lost: string[] = []
  const open = (address: string, name = address) => {
    try {
      return places.take(address, () => lost.push(name))
    } catch (refusal) {
      return (refusal as { code: string }).code
    }
  }
  return { lost, open }
}

test('one address has its bound, and has it again once it leaves', () => {
  const { open } = placesOf(10, 2)
  const leave = open('198.51.100.1')
  open('198.51.100.1')
  expect(open('198.51.100.1')).toBe('too_many_requests')
  expect(open('198.51.100.2')).toBeTypeOf('function')
  if (typeof leave === 'function') [leave(), leave()]
  expect(open('198.51.100.1')).toBeTypeOf('function')
  expect(open('198.51.100.1')).toBe('too_many_requests')
})

test('67 addresses of one network that take every place lose their oldest to whoever comes', () => {
  const { open, lost } = placesOf(2000, 30)
  for (let n = 0; n < 2000; n++) open(`198.51.100.${n % 67}`, `greedy ${n}`)
  expect(open('198.51.100.200')).toBe('overloaded')
  for (let n = 0; n < 900; n++) expect(open(`203.${n >> 8}.${n & 255}.1`)).toBeTypeOf('function')
  expect(lost).toEqual(Array.from({ length: 900 }, (_, n) => `greedy ${n}`))
})

test('so do 67 of as many networks, and of IPv6 ones; each in turn', () => {
  const { open, lost } = placesOf(2010, 30)
  for (let n = 0; n < 2010; n++) open(n % 2 ? `2001:db8:0:${n % 67}` : `198.51.${n % 67}.1`, `${n % 67}`)
  for (let n = 0; n < 300; n++) expect(open(`203.0.${n % 100}.1`)).toBeTypeOf('function')
  expect(new Set(lost).size).toBe(67)
  expect(lost).toHaveLength(300)
})

test('nobody loses a place to a network that has as many, or all but as many', () => {
  const { open, lost } = placesOf(3, 30)
  for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) open(address)
  expect(open('2001:db8:0:1')).toBe('overloaded')
  expect(lost).toEqual([])
})
