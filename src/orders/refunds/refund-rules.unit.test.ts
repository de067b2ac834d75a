import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '../../money/money.ts'
import { amountBack, type RefundableOrder, reasonsFor, refundStateOf } from './refund-rules.ts'

const money = (max: bigint) => fc.bigInt({ min: 0n, max }).map(minor)
const line = fc.record({ quantity: fc.integer({ min: 1, max: 12 }), unit: money(50_000_000n), tax: money(3_000_000n) })
const order: fc.Arbitrary<RefundableOrder> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    delivery: money(500_000n),
    insurance: money(500_000n),
    discountBps: fc.bigInt({ min: 0n, max: 900n }),
  })
  .map(({ lines, discountBps, ...rest }) => {
    const goods = lines.reduce((sum, one) => sum + one.unit * BigInt(one.quantity), 0n)
    return {
      ...rest,
      goods: minor(goods - (goods * discountBps) / 10_000n),
      returnedGoods: minor(0n),
      lines: lines.map((one, position) => ({ ...one, position, returned: 0, returnedTax: minor(0n) })),
    }
  })

/** The order after `back` was returned. */
const after = (before: RefundableOrder, back: ReturnType<typeof amountBack>): RefundableOrder => ({
  ...before,
  returnedGoods: minor(before.returnedGoods + back.goods),
  lines: before.lines.map((one) => {
    const part = back.lines.find((other) => other.position === one.position)
    return part
      ? { ...one, returned: one.returned + part.quantity, returnedTax: minor(one.returnedTax + part.tax) }
      : one
  }),
})

test('an order returned in any parts returns exactly what was paid, and no part returns more than is left', () => {
  fc.assert(
    fc.property(order, fc.infiniteStream(fc.nat({ max: 5 })), (whole, picks) => {
      let left = whole
      let sum = 0n
      const paid = whole.goods + whole.delivery + whole.insurance + whole.lines.reduce((tax, one) => tax + one.tax, 0n)
      while (left.lines.some((one) => one.returned < one.quantity)) {
        const asked = left.lines.map(({ position, quantity, returned }) => ({
          position,
          quantity: Math.min(quantity - returned, picks.next().value ?? 1),
        }))
        const open = left.lines.find((one) => one.returned < one.quantity)
        if (asked.every((one) => one.quantity === 0)) asked.push({ position: open?.position ?? 0, quantity: 1 })
        const wanted = asked.filter((one) => one.quantity > 0)
        const back = amountBack(left, wanted, 'damaged')
        sum += back.total
        expect(back.total >= 0n && sum <= paid).toBe(true)
        left = after(left, back)
      }
      expect(sum).toBe(paid)
    }),
    { numRuns: 10_000 },
  )
})

test('3 of 5 pieces and then 2 return the line to the unit, delivery with the last', () => {
  const five: RefundableOrder = {
    goods: minor(5_000n),
    delivery: minor(70n),
    insurance: minor(7n),
    returnedGoods: minor(0n),
    lines: [{ position: 0, quantity: 5, unit: minor(1_000n), tax: minor(56n), returned: 0, returnedTax: minor(0n) }],
  }
  const three = amountBack(five, [{ position: 0, quantity: 3 }], 'damaged')
  expect(three).toMatchObject({ goods: 3_000n, tax: 33n, delivery: 0n, insurance: 0n, total: 3_033n })
  const two = amountBack(after(five, three), [{ position: 0, quantity: 2 }], 'damaged')
  expect(two).toMatchObject({ goods: 2_000n, tax: 23n, delivery: 70n, insurance: 7n, total: 2_100n })
})

test('leaving the sale keeps 3 % of the goods and nothing of the rest', () => {
  const whole: RefundableOrder = {
    goods: minor(1_001n),
    delivery: minor(70n),
    insurance: minor(7n),
    returnedGoods: minor(0n),
    lines: [{ position: 0, quantity: 1, unit: minor(1_001n), tax: minor(11n), returned: 0, returnedTax: minor(0n) }],
  }
  expect(amountBack(whole, [{ position: 0, quantity: 1 }], 'changed_mind')).toMatchObject({ kept: 31n, total: 1_058n })
})

const now = new Date('2026-11-20T10:00:00Z')
const [before, later] = [new Date('2026-11-20T09:59:59Z'), new Date('2026-11-20T10:00:01Z')]

test('what may be asked back follows the state and the time', () => {
  const moments = { now, cancelUntil: later, closesAt: later }
  expect(reasonsFor('paid', moments)).toEqual([])
  expect(reasonsFor('paid', { ...moments, cancelUntil: before })).toEqual(['changed_mind', 'too_slow'])
  expect(reasonsFor('preparing', moments)).toEqual(['changed_mind', 'too_slow'])
  expect(reasonsFor('shipped', moments)).toContain('not_arrived')
  expect(reasonsFor('completed', moments)).not.toContain('not_arrived')
  expect(reasonsFor('completed', { ...moments, closesAt: now })).toEqual([])
  for (const state of ['pending_payment', 'payment_review', 'cancelled', 'expired'] as const)
    expect(reasonsFor(state, moments)).toEqual([])
})

test.each([
  [[], 0, 'none'],
  [['withdrawn'], 0, 'none'],
  [['rejected'], 0, 'rejected'],
  [['rejected', 'requested'], 0, 'requested'],
  [['granted'], 2, 'requested'],
  [['executed', 'rejected'], 2, 'partial'],
  [['executed'], 5, 'full'],
] as const)('%j with %i of 5 pieces back is %s', (requests, returned, expected) => {
  expect(refundStateOf([...requests], { returned, bought: 5 })).toBe(expected)
})
