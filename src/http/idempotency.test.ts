/** A refusal and an effect under one key: whoever asked is told of the same one (G4). */
import { afterEach, expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'
import { Refusal } from '../refusals.ts'
import { hashOfBody, once } from './idempotency.ts'

const shop = openShop()
afterEach(() => {
  shop.intercept.current = undefined
})

/** A first request is refused; before its refusal is kept, a second one with its key has its effect. */
async function refusedBesideEffect(key: string, plant = (text: string) => text) {
  const request = () => ({ scope: 'test', key, bodyHash: hashOfBody({ one: 1 }), replayed: () => {} })
  let second: Promise<string> | undefined
  shop.intercept.current = async (text) => {
    if (!second && text.includes('(scope, key, body_hash, answer)')) {
      second = once(shop.karat.db, request(), async () => 'done')
      await second
    }
    return plant(text)
  }
  const refuse = () => Promise.reject(new Refusal('out_of_stock'))
  const first = await once<string>(shop.karat.db, request(), refuse).catch((error: Refusal) => error.code)
  const later = await once<string>(shop.karat.db, request(), refuse).catch((error: Refusal) => error.code)
  return { first, second: await second, later }
}

test('who was refused is told of the effect that a second request with the key had meanwhile', async () => {
  expect(await refusedBesideEffect('a')).toEqual({ first: 'done', second: 'done', later: 'done' })
})

test('control: without reading the key again it is called refused although it happened', async () => {
  const plant = (text: string) =>
    text.replace(
      'select answer from foundation.idempotency_keys',
      'select null as answer from foundation.idempotency_keys',
    )
  expect(await refusedBesideEffect('b', plant)).toEqual({ first: 'out_of_stock', second: 'done', later: 'done' })
})
