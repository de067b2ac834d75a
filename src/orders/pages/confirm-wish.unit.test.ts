import { expect, test } from 'vitest'
import { readWish } from './confirm-wish.ts'

const read = (text: string) => readWish(new URLSearchParams(text))

test('an address names a sku to buy now, the cart, or lines of the cart', () => {
  expect(read('sku_id=12&quantity=3')).toEqual({ kind: 'buy_now', sku_id: 12, quantity: 3 })
  expect(read('sku_id=12')).toEqual({ kind: 'buy_now', sku_id: 12, quantity: 1 })
  expect(read('cart=1')).toEqual({ kind: 'cart' })
  expect(read('draft=019a&gold=grams')).toEqual({ kind: 'draft', draft_id: '019a' })
  expect(read('cart=1&sku_ids=4,5')).toEqual({ kind: 'cart', sku_ids: [4, 5] })
})

test.each(['', 'cart=0', 'sku_id=0', 'sku_id=-1', 'sku_id=1e3', 'sku_id=1&quantity=x', 'cart=1&sku_ids=4,,5'])(
  'an address that names nothing is not guessed at: %j',
  (text) => {
    expect(read(text)).toBeNull()
  },
)
