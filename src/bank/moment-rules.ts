/** Days and moments of a bank, by the clock of its store. Pure. */
import type { Statement, StatementLine } from './statements/statement-rules.ts'

/** Made once for a file: a format costs more than all that it says. */
export function momentsIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const shown = (moment: number) => format.format(moment).replace(' ', 'T')
  /** Of a clock in the zone; the zones of stores know no summer time. */
  const at = (local: string): Date => {
    const guess = Date.parse(`${local}Z`)
    return new Date(guess - (Date.parse(`${shown(guess)}Z`) - guess))
  }
  /** Where the bank says no time it is the beginning of the day: then the whole day is in time. */
  const bookedAt = ({ bookedOn, bookedAt: said }: Pick<StatementLine, 'bookedOn' | 'bookedAt'>): Date =>
    said === null ? at(`${bookedOn}T00:00:00`) : /(Z|[+-]\d\d:?\d\d)$/.test(said) ? new Date(said) : at(said)
  return {
    bookedAt,
    /**
     * Until when what the bank booked is in a statement: to the end of its last day where that was over when it was imported, else to the
     * last time that it names.
     */
    coveredBy({ to, lines }: Pick<Statement, 'to' | 'lines'>, now: Date): Date {
      if (to < shown(now.getTime()).slice(0, 10)) return at(`${nextDay(to)}T00:00:00`)
      const last = Math.max(
        at(`${to}T00:00:00`).getTime(),
        ...[...lines].slice(-1000).map((line) => bookedAt(line).getTime()),
      )
      return new Date(Math.min(last, now.getTime()))
    },
  }
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
