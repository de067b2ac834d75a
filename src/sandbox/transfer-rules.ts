/** Virtual accounts and QR codes: what is typed or scanned to pay them, and what may come. Pure. */
import { type Currency, type Minor, moneyText } from '../money/money.ts'

export const chargeMethods = ['card', 'va', 'qris'] as const
export type ChargeMethod = (typeof chargeMethods)[number]

/** The banks that give numbers, and what theirs begin with. */
export const vaPrefixes = { bca: '39358', bni: '82770', bri: '26215', mandiri: '89608' } as const
export type Bank = keyof typeof vaPrefixes
export const vaBanks = Object.keys(vaPrefixes) as [Bank, ...Bank[]]
export const bankNames: Record<Bank, string> = { bca: 'BCA', bni: 'BNI', bri: 'BRI', mandiri: 'Mandiri' }

/** The ways a transfer can go. */
export const transfers = ['exact', 'less', 'more', 'late', 'again'] as const
export type Transfer = (typeof transfers)[number]

/** What comes by it: a tenth too little or too much, else what is asked for. */
export function transferred(amount: bigint, how: Transfer): bigint {
  const tenth = amount / 10n > 0n ? amount / 10n : 1n
  return how === 'less' ? amount - (tenth < amount ? tenth : 0n) : how === 'more' ? amount + tenth : amount
}

type Coded = { method: ChargeMethod; bank: Bank | null; amount_minor: bigint; currency: Currency; reference: string }

/** Sixteen digits that begin as the bank's do; what a QR code says; nothing for a card. `random` is a whole number below its argument. */
export function payCodeOf({ method, bank, ...charge }: Coded, random: (below: number) => number): string | null {
  if (method === 'qris') return qrisPayload(charge)
  if (method !== 'va' || bank === null) return null
  return vaPrefixes[bank] + Array.from({ length: 16 - vaPrefixes[bank].length }, () => random(10)).join('')
}

/**
 * A QR code for one payment as EMVCo lays it out (EMV QRCPS Merchant-Presented Mode 1.1) and QRIS fills it in: tag, length in two
 * digits, value, and a check sum over all of it in the end.
 */
export function qrisPayload({
  amount_minor,
  currency,
  reference,
}: {
  amount_minor: bigint
  currency: Currency
  reference: string
}): string {
  const tag = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value
  const merchant = tag('00', 'ID.CO.QRIS.WWW') + tag('02', 'ID1025000000001') + tag('03', 'UBE')
  const text =
    tag('00', '01') +
    // For one payment.
    tag('01', '12') +
    tag('26', merchant) +
    // Jewellery, watches, clocks and silverware.
    tag('52', '5944') +
    tag('53', currency === 'IDR' ? '360' : currency === 'MYR' ? '458' : '840') +
    tag('54', moneyText(amount_minor as Minor, currency)) +
    tag('58', 'ID') +
    tag('59', 'KARAT SANDBOX') +
    tag('60', 'JAKARTA') +
    tag('61', '10110') +
    tag('62', tag('05', reference.replaceAll('-', '').slice(-25))) +
    '6304'
  return text + checkSum(text)
}

/** CRC-16/CCITT-FALSE in four capital hex digits (polynomial 1021, beginning FFFF). */
export function checkSum(text: string): string {
  let sum = 0xffff
  for (const byte of Buffer.from(text, 'latin1')) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff
  }
  return sum.toString(16).toUpperCase().padStart(4, '0')
}
