/** Where the two lines of the days run in a drawing of 600 by 230; below them a dot for each day. Pure. */
import { parseDecimal } from '../../money/money.ts'
import type { ProofDay } from '../contract.ts'

const [WIDTH, HEIGHT, MARGIN] = [600, 230, 8]
const units = (text: string) => Number(parseDecimal(text, 4) ?? 0n)

/** The oldest first. Days stand by their dates, so that a missing one leaves its place; the height does not begin at nought. */
export function drawDays(days: readonly ProofDay[]) {
  const all = days.flatMap(({ owed, there }) => [units(owed), units(there)])
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const times = days.map(({ date }) => Date.parse(date))
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 0]
  const xOf = (i: number) => round(MARGIN + (((times[i] ?? 0) - from) / (to - from || 1)) * (WIDTH - 2 * MARGIN))
  const yOf = (value: number) =>
    round(HEIGHT - MARGIN - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * MARGIN))
  const line = (of: 'owed' | 'there') => days.map((day, i) => `${xOf(i)},${yOf(units(day[of]))}`).join(' ')
  const dots = days.map(({ date, witnesses }, i) => ({ x: xOf(i), date, witnessed: witnesses > 0 }))
  return { there: line('there'), owed: line('owed'), dots }
}
const round = (value: number) => Math.round(value * 10) / 10
