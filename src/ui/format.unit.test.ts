import { describe, expect, it } from 'vitest'
import {
  formatBps,
  formatClock,
  formatCountdown,
  formatDay,
  formatFineness,
  formatGrams,
  formatMoment,
  formatMoney,
  formatMonth,
  formatPieceWeight,
  formatShortMoney,
  formatSignedMoney,
} from './format.ts'

const nb = (text: string) => text.replaceAll(' ', '\u00a0')

describe('money', () => {
  it.each([
    ['2633639', 'IDR', 'id', 'Rp 2.633.639'],
    ['2633639', 'IDR', 'en-US', 'Rp 2,633,639'],
    ['2633639', 'IDR', 'zh', 'Rp 2,633,639'],
    ['655.20', 'MYR', 'en-US', 'RM 655.20'],
    ['1655.20', 'MYR', 'id', 'RM 1.655,20'],
    ['0', 'IDR', 'id', 'Rp 0'],
    ['999', 'IDR', 'id', 'Rp 999'],
    ['-995519', 'IDR', 'id', '−Rp 995.519'],
    ['900719925474099312345', 'IDR', 'en-US', 'Rp 900,719,925,474,099,312,345'],
  ] as const)('writes %s %s in %s as %s', (amount, currency, language, written) => {
    expect(formatMoney(amount, currency, language)).toBe(nb(written))
  })

  it('gives a rise a plus, a fall a minus, and nothing no sign', () => {
    expect(formatSignedMoney('15739', 'IDR', 'id')).toBe(nb('+Rp 15.739'))
    expect(formatSignedMoney('-8120', 'IDR', 'id')).toBe(nb('−Rp 8.120'))
    expect(formatSignedMoney('0.00', 'MYR', 'en-US')).toBe(nb('RM 0.00'))
  })

  it.each([
    ['2701061', 'id', '2,70 jt'],
    ['26436469', 'id', '26,4 jt'],
    ['131813632', 'id', '131,8 jt'],
    ['26999999', 'id', '26,9 jt'],
    ['26436469', 'en-US', '26.4m'],
    ['26436469', 'zh', '2,643.6万'],
    ['655.20', 'en-US', '655.20'],
  ] as const)('shortens %s in %s to %s without rounding up', (amount, language, written) => {
    expect(formatShortMoney(amount, language)).toBe(nb(written))
  })
})

describe('weights and shares', () => {
  it('writes balances with four places and pieces as short as they are exact', () => {
    expect(formatGrams('0.3797', 'id')).toBe(nb('0,3797 g'))
    expect(formatGrams('1234.5', 'en-US')).toBe(nb('1,234.5000 g'))
    expect(formatPieceWeight('10.0000', 'id')).toBe(nb('10 g'))
    expect(formatPieceWeight('31.1035', 'zh')).toBe(nb('31.1035 g'))
    expect(formatPieceWeight('0.5000', 'id')).toBe(nb('0,5 g'))
  })

  it('writes hundredths of a percent with a sign only where one is asked for or needed', () => {
    expect(formatBps(60, 'id')).toBe('0,60%')
    expect(formatBps(38, 'id', { sign: true })).toBe('+0,38%')
    expect(formatBps(-377, 'en-US')).toBe('−3.77%')
    expect(formatBps(0, 'id', { sign: true })).toBe('0,00%')
    expect(formatBps(12345, 'id')).toBe('123,45%')
  })

  it('writes fineness as the trade does', () => {
    expect(formatFineness(9999, 'id')).toBe('999,9')
    expect(formatFineness(9160, 'en-US')).toBe('916')
  })
})

describe('moments', () => {
  const moment = Date.UTC(2026, 10, 20, 7, 32, 8)

  it('shows the time of the store with the name of its zone', () => {
    expect(formatClock(moment, 'Asia/Jakarta', 'id', { seconds: true })).toBe(nb('14.32.08 WIB'))
    expect(formatClock(moment, 'Asia/Jakarta', 'en-US')).toBe(nb('14:32 WIB'))
    expect(formatClock(moment, 'Asia/Kuala_Lumpur', 'zh', { seconds: true })).toBe(nb('15:32:08 MYT'))
    expect(formatClock(Date.UTC(2026, 10, 20, 17, 0), 'Asia/Jakarta', 'id')).toBe(nb('00.00 WIB'))
  })

  it('writes the day of the store, not of UTC', () => {
    const late = Date.UTC(2026, 7, 19, 18, 0)
    expect(formatDay(late, 'Asia/Jakarta', 'id')).toBe(nb('20 Agu 2026'))
    expect(formatDay(late, 'Asia/Jakarta', 'zh')).toBe('2026年8月20日')
    expect(formatMonth(late, 'Asia/Jakarta', 'en-US')).toBe(nb('Aug 2026'))
    expect(formatMoment(moment, 'Asia/Jakarta', 'id')).toBe(`${nb('20 Nov 2026')}, ${nb('14.32 WIB')}`)
  })

  it('counts down to zero and not below, showing a begun second as whole', () => {
    expect(formatCountdown(522_000, 'id')).toBe('08.42')
    expect(formatCountdown(521_001, 'en-US')).toBe('08:42')
    expect(formatCountdown(-5, 'id')).toBe('00.00')
    expect(formatCountdown(3_599_000, 'en-US')).toBe('59:59')
    expect(formatCountdown(3_600_000, 'en-US')).toBe('01:00:00')
    expect(formatCountdown(86_400_000, 'id')).toBe('1 hari 00.00.00')
    expect(formatCountdown(604_799_000, 'en-US')).toBe('6 days 23:59:59')
  })
})
