/** Rates as people read them. Pure. */
import { formatDecimal } from '../../ui/format.ts'

/** Millionths as a percentage: 1000 is "0,1%", 25000 "2,5%". */
export function formatPpm(ppm: number, language: Parameters<typeof formatDecimal>[1]): string {
  const digits = String(ppm).padStart(5, '0')
  return `${formatDecimal(`${digits.slice(0, -4)}.${digits.slice(-4)}`, language, { keepZeros: false })}%`
}
