import { expect, test } from 'vitest'
import { openFileMemory } from './file-memory.ts'

const MIB = 1024 * 1024

function reading() {
  const clock = { now: 0 }
  const memory = openFileMemory(() => clock.now)
  const read: string[] = []
  const ask = (name: string, size = 10) =>
    memory.get(name) ??
    memory.read(name, async () => {
      read.push(name)
      return Buffer.alloc(size)
    })
  return { ask, read, clock, memory }
}

test('what is asked for at once and again is read once, and anew after a minute', async () => {
  const { ask, read, clock } = reading()
  await Promise.all([ask('a'), ask('a')])
  clock.now = 59_999
  await ask('a')
  expect(read).toEqual(['a'])
  clock.now = 60_000
  await ask('a')
  expect(read).toEqual(['a', 'a'])
})

test('no more than 8 MiB are kept, the newest of them', async () => {
  const { ask, memory } = reading()
  for (const name of ['a', 'b', 'c']) await ask(name, 3 * MIB)
  expect(['a', 'b', 'c'].map((name) => memory.get(name) !== undefined)).toEqual([false, true, true])
})

test('what could not be read is not kept', async () => {
  const { memory } = reading()
  await expect(memory.read('a', async () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(memory.get('a')).toBeUndefined()
})
