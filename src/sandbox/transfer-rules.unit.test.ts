import { expect, test } from 'vitest'
import { checkSum, payCodeOf, qrisPayload, transferred, vaBanks, vaPrefixes } from './transfer-rules.ts'

const charge = { amount_minor: 2_365_205n, currency: 'IDR', reference: '01a20cee-5c63-7705-863c-914985f08c33' } as const

/** Reads a code as a scanner does. */
function fields(text: string): Record<string, string> {
  const read: Record<string, string> = {}
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    read[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length)
    at += 4 + length
  }
  return read
}

test('the check sum is the published one', () => {
  expect(checkSum('123456789')).toBe('29B1')
})

test('a QR code names the amount, the currency and the charge, and ends with its own check sum', () => {
  const text = qrisPayload(charge)
  expect(fields(text)).toMatchObject({
    ...{ '00': '01', '01': '12', '53': '360', '54': '2365205', '58': 'ID' },
    ...{ '63': checkSum(text.slice(0, -4)) },
  })
  expect(fields(fields(text)['26'] ?? '')['00']).toBe('ID.CO.QRIS.WWW')
  expect(fields(fields(text)['62'] ?? '')['05']).toBe(charge.reference.replaceAll('-', '').slice(-25))
  expect(fields(qrisPayload({ ...charge, currency: 'MYR' }))['54']).toBe('23652.05')
})

test.each(vaBanks)('a number of %s is sixteen digits that begin as its numbers do', (bank) => {
  const number = payCodeOf({ ...charge, method: 'va', bank }, (below) => below - 1)
  expect(number).toBe(vaPrefixes[bank].padEnd(16, '9'))
})

test('a card has nothing to type', () =>
  expect(payCodeOf({ ...charge, method: 'card', bank: null }, () => 0)).toBeNull())

test.each([
  [100n, 90n, 110n],
  [5n, 4n, 6n],
  [1n, 1n, 2n],
])('of %s too little is %s and too much %s', (amount, less, more) => {
  expect([transferred(amount, 'less'), transferred(amount, 'more'), transferred(amount, 'exact')]).toEqual([
    ...[less, more, amount],
  ])
})
