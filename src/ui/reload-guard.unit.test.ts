import { expect, it } from 'vitest'
import { mayReload } from './reload-guard.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

it('reloads a path once within ten seconds, and other paths on their own', () => {
  const kept = memory()
  expect(mayReload('/a', 1_000, kept)).toBe(true)
  expect(mayReload('/a', 10_999, kept)).toBe(false)
  expect(mayReload('/b', 10_999, kept)).toBe(true)
  expect(mayReload('/a', 11_000, kept)).toBe(true)
})
