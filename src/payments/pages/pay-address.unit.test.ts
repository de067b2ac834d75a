import { expect, test } from 'vitest'
import { safePayAddress } from './pay-address.ts'

test('only web addresses lead to a payment page', () => {
  expect(safePayAddress('https://bank.example/pay/1')).toBe('https://bank.example/pay/1')
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/relative', '', null])
    expect(safePayAddress(address)).toBeNull()
})
