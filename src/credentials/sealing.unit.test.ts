import { expect, test } from 'vitest'
import { openSealing } from './sealing.ts'

const sealing = openSealing({ MASTER_KEY: 'the key of this test, long enough', MASTER_KEY_OLD: '' })
const content = Buffer.from('NIK 3171064501900001')

test('what is sealed opens again for the same thing only, and looks different each time', () => {
  const sealed = sealing.seal(content, 'document 1 of member 2')
  expect(sealing.open(sealed, 'document 1 of member 2')).toEqual(content)
  expect(sealed.includes(content)).toBe(false)
  expect(sealing.seal(content, 'document 1 of member 2').equals(sealed)).toBe(false)
  expect(() => sealing.open(sealed, 'document 1 of member 3')).toThrow()
  expect(sealing.open(sealing.seal(Buffer.alloc(0), 'empty'), 'empty')).toHaveLength(0)
})

test('no byte of it can be changed', () => {
  const sealed = sealing.seal(content, 'it')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => sealing.open(changed, 'it')).toThrow()
  }
  expect(() => sealing.open(sealed.subarray(0, 20), 'it')).toThrow()
})

test('after a change of the key the old one still opens what it sealed, and such a row is known', () => {
  const before = sealing.seal(content, 'it')
  const next = openSealing({
    MASTER_KEY: 'the key that came after the first',
    MASTER_KEY_OLD: 'the key of this test, long enough',
  })
  expect(next.open(before, 'it')).toEqual(content)
  expect([next.isOld(before), next.isOld(next.seal(content, 'it'))]).toEqual([true, false])
  const last = openSealing({ MASTER_KEY: 'the key that came after the first', MASTER_KEY_OLD: '' })
  expect(() => last.open(before, 'it')).toThrow('gone')
  expect(() => openSealing({ MASTER_KEY: '', MASTER_KEY_OLD: '' }).seal(content, 'it')).toThrow('MASTER_KEY')
})
