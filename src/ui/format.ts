/**
 * How numbers, weights and moments are written (design brief §6). Money and weights come as exact decimal texts and are
 * never turned into a float. Separators follow the language, the currency is the store's: "Rp 2.633.639" in Indonesian,
 * "Rp 2,633,639" in English and Chinese.
 */
import { type Amount, amountText, decimal } from '../money/money.ts'
import type { Language } from './language.ts'

const NBSP = '\u00a0'
const MINUS = '\u2212'
const symbols: Record<string, string> = { IDR: 'Rp', MYR: 'RM', USD: 'US$' }

export const symbolOf = (currency: string): string => symbols[currency] ?? currency

const separators = (language: Language) => (language === 'id' ? { group: '.', point: ',' } : { group: ',', point: '.' })

/** Digits of a decimal text in the language's separators; `places` cuts nothing, it only fills up with zeros. */
export function formatDecimal(text: string, language: Language, { places = 0, keepZeros = true } = {}): string {
  const { group, point } = separators(language)
  const [whole = '0', fraction = ''] = text.replace(/^-/, '').split('.')
  const filled = keepZeros ? fraction.padEnd(places, '0') : fraction.replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return `${text.startsWith('-') ? MINUS : ''}${grouped}${filled && point + filled}`
}

/** "Rp 2.633.639". A negative has a sign before the currency: "−Rp 8.120". */
export function formatMoney(amount: string, currency: string, language: Language): string {
  const digits = formatDecimal(amount.replace(/^-/, ''), language)
  return `${amount.startsWith('-') ? MINUS : ''}${symbolOf(currency)}${NBSP}${digits}`
}

/** The same of an amount that was kept for its reader; of gold (`XAU`) "0,3797 g". */
export const formatAmount = ({ minor, currency }: Amount, language: Language): string =>
  currency === 'XAU'
    ? `${formatDecimal(decimal(BigInt(minor), 4), language)}${NBSP}g`
    : formatMoney(amountText(BigInt(minor), currency), currency, language)

/** "+Rp 15.739", "−Rp 8.120"; nothing has no sign. */
export function formatSignedMoney(amount: string, currency: string, language: Language): string {
  const plus = amount.startsWith('-') || /^[0.]+$/.test(amount) ? '' : '+'
  return plus + formatMoney(amount, currency, language)
}

/**
 * The short form for sku buttons and axes, cut and never rounded up: "2,63 jt", "26,4 jt", "131,8 jt" in Indonesian,
 * "26.4m" in English, "2,643.6万" in Chinese. Below the unit, the whole amount.
 */
export function formatShortMoney(amount: string, language: Language): string {
  const whole = amount.split('.')[0] ?? '0'
  const [unit, digits] = { id: [`${NBSP}jt`, 6], 'en-US': ['m', 6], zh: ['万', 4] }[language] as [string, number]
  if (whole.length <= digits) return formatDecimal(amount, language)
  const head = whole.slice(0, -digits)
  const rest = whole.slice(-digits).slice(0, Math.max(1, 3 - head.length))
  return formatDecimal(`${head}.${rest}`, language) + unit
}

/** Four places for balances: "0,3797 g". */
export const formatGrams = (weight: string, language: Language): string =>
  `${formatDecimal(weight, language, { places: 4 })}${NBSP}g`

/** As short as it is exact, for the weight of a product: "10 g", "31,1035 g". */
export const formatPieceWeight = (weight: string, language: Language): string =>
  `${formatDecimal(weight, language, { keepZeros: false })}${NBSP}g`

/** Hundredths of a percent as "0,60%", with a sign where there is one: "+0,38%", "−3,77%"; without `keepZeros` as short as it is exact. */
export function formatBps(bps: number, language: Language, { sign = false, keepZeros = true } = {}): string {
  const digits = Math.abs(bps).toString().padStart(3, '0')
  const text = formatDecimal(`${digits.slice(0, -2)}.${digits.slice(-2)}`, language, { keepZeros })
  return `${bps < 0 ? MINUS : sign && bps > 0 ? '+' : ''}${text}%`
}

/** Parts of fine gold in 10,000, as the trade writes them: 9999 is "999,9", 9160 is "916". */
export const formatFineness = (fineness: number, language: Language): string =>
  formatDecimal(`${Math.floor(fineness / 10)}.${fineness % 10}`, language, { keepZeros: false })

export const formatDays = (count: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count)

export const formatCount = (count: number, language: Language): string => formatDecimal(String(count), language)

const zones: Record<string, string> = {
  'Asia/Jakarta': 'WIB',
  'Asia/Makassar': 'WITA',
  'Asia/Jayapura': 'WIT',
  'Asia/Kuala_Lumpur': 'MYT',
}

const zoneName = (timeZone: string): string => zones[timeZone] ?? timeZone

const partsOf = (moment: number, timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    ...({
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const),
  })
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value])) as Record<
    string,
    string
  >
}

/** The day of a zone as it is written down: "2026-11-27". */
export function dayIn(moment: number, timeZone: string): string {
  const { year, month = '', day = '' } = partsOf(moment, timeZone)
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** "14.32" in Indonesian, "14:32" elsewhere; always beside its zone's name. */
export function formatClock(
  moment: number,
  timeZone: string,
  language: Language,
  { seconds = false, zone = true } = {},
): string {
  const { hour, minute, second } = partsOf(moment, timeZone)
  const clock = [hour, minute, ...(seconds ? [second] : [])].join(language === 'id' ? '.' : ':')
  return zone ? `${clock}${NBSP}${zoneName(timeZone)}` : clock
}

const months: Record<Language, string[]> = {
  id: ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'],
  'en-US': ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  zh: [],
}

/** "20 Nov 2026"; "2026年11月20日" in Chinese. */
export function formatDay(
  moment: number,
  timeZone: string,
  language: Language,
  { year: withYear = true } = {},
): string {
  const parts = partsOf(moment, timeZone)
  const [day, month, year] = [Number(parts.day), Number(parts.month), parts.year]
  if (language === 'zh') return `${withYear ? `${year}年` : ''}${month}月${day}日`
  return [day, months[language][month - 1], ...(withYear ? [year] : [])].join(NBSP)
}

/** "Fri 27 Nov" of "2026-11-27"; "周五 11月27日" in Chinese. */
export function formatWeekDay(day: string, language: Language): string {
  const weekDay = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(day))
  return `${weekDay} ${formatDay(Date.parse(day), 'UTC', language, { year: false })}`
}

/** "Nov 2026"; "2026年11月". */
export function formatMonth(moment: number, timeZone: string, language: Language): string {
  const parts = partsOf(moment, timeZone)
  const [month, year] = [Number(parts.month), parts.year]
  return language === 'zh' ? `${year}年${month}月` : `${months[language][month - 1]}${NBSP}${year}`
}

/** "20 Nov 2026, 14.32 WIB". */
export const formatMoment = (moment: number, timeZone: string, language: Language, clock = {}): string =>
  `${formatDay(moment, timeZone, language)}${language === 'zh' ? ' ' : ', '}${formatClock(moment, timeZone, language, clock)}`

/** What a countdown shows: "08.42" in Indonesian, "08:42" elsewhere. Never below zero. */
export function formatCountdown(milliseconds: number, language: Language): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const hours = Math.floor(seconds / 3600)
  const days = Math.floor(hours / 24)
  const parts = [...(hours > 0 ? [hours % 24] : []), Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(language === 'id' ? '.' : ':')
  if (days === 0) return clock
  return `${new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)} ${clock}`
}

/** One after another: a Chinese full stop brings its own space. */
export const sentences = (parts: string[], language: string): string => parts.join(language === 'zh' ? '' : ' ')

/** What the shop says about a field, as a sentence of its own. */
export const sentence = (words: string, language: string): string =>
  capital(words) + (/[.!?。！？]$/.test(words) ? '' : language === 'zh' ? '。' : '.')

/** As a sentence begins. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
