/**
 * What a bank says of an account, whatever file it came in. Pure. Amounts are whole hundredths of the currency's unit, in rupiah
 * too: banks write sen (interest, fees) that nobody pays with, and their balances have to add up to the last of them.
 */

export type StatementLine = {
  /** Where it stands in its file. */
  line: number
  /** Positive: it came in; negative: it went out. */
  amount: bigint
  /** The day of booking, YYYY-MM-DD by the bank's calendar. */
  bookedOn: string
  /** The moment, where the bank says one: ISO 8601, without an offset by the bank's clock. */
  bookedAt: string | null
  valueOn: string
  /** Everything that the payer or the bank wrote, reference and description. */
  texts: string[]
  /** Whom the money came from, or went to. */
  name: string | null
  account: string | null
  /** The bank's own name of the line, where it gives one. */
  bankId: string | null
}

export type Statement = {
  account: string
  currency: string
  /** The bank's own number of it. */
  number: string | null
  from: string
  to: string
  opening: bigint
  closing: bigint
  lines: StatementLine[]
}

/** What can be wrong with a file. Each names the line of the file where it is. */
const statementProblems = [
  'unreadable',
  'not_text',
  'too_big',
  'unknown_format',
  'entities',
  'not_closed',
  'tag_missing',
  'column_missing',
  'mapping_missing',
  'no_lines',
  'too_many_lines',
  'amount',
  'date',
  'currency',
  'balance_missing',
  'does_not_add_up',
  'two_accounts',
  'other_account',
  'gap',
] as const
export type StatementProblem = (typeof statementProblems)[number]
export type StatementFault = { line: number; problem: StatementProblem; value: string }

/** Thrown while a file is read; nothing of it is taken. */
export class StatementRefused extends Error {
  readonly fault: StatementFault
  constructor(problem: StatementProblem, line: number, value = '') {
    super(`${problem} in line ${line}: ${value}`)
    this.fault = { problem, line, value: value.slice(0, 200) }
  }
}

/** How much of a file is read. */
export const mostBytes = 16_000_000
export const mostLines = 50_000

type Marks = { decimal: '.' | ','; line: number }

/**
 * An amount as text in hundredths: `1.500.000,00` by the comma is 150000000n. Thousands may be parted by the other mark or by
 * spaces, in threes. A sign, or CR and DB behind it, is kept; more than two places are no amount of money.
 */
export function readAmount(text: string, { decimal, line }: Marks): bigint {
  const other = decimal === ',' ? '.' : ','
  const match = /^\s*([+-]?)\s*(\d[\d.,\s']*?)\s*(CR|DB|DR|C|D|K)?\s*$/i.exec(text)
  const [whole = '', places = '', ...rest] = (match?.[2] ?? '').split(decimal)
  const groups = whole.split(new RegExp(`[\\${other}\\s']`))
  const isGrouped = groups.length === 1 || groups.every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group))
  if (!match || rest.length > 0 || !isGrouped || !/^\d{1,15}$/.test(groups.join('')) || !/^\d{0,2}$/.test(places))
    throw new StatementRefused('amount', line, text)
  const amount = BigInt(groups.join('') + places.padEnd(2, '0'))
  const isOut = match[1] === '-' || /^d/i.test(match[3] ?? '')
  return isOut ? -amount : amount
}

const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** As Indonesian and Malay banks shorten them where English does not. */
const otherMonths: Record<string, string> = {
  mei: 'may',
  agu: 'aug',
  agt: 'aug',
  okt: 'oct',
  des: 'dec',
  ogo: 'aug',
  dis: 'dec',
  mac: 'mar',
}

/** A day as text, such as `27/11/2026`, `27-Nov-26` or `2026-11-27`, as YYYY-MM-DD; null where it is none. */
export function readDay(text: string, order: DateOrder): string | null {
  const parts = text.trim().split(/[/.\-\s]+/)
  if (parts.length !== 3) return null
  const [first = '', second = '', third = ''] = parts
  const [day, month, year] =
    order === 'dmy' ? [first, second, third] : order === 'mdy' ? [second, first, third] : [third, second, first]
  const name = month.slice(0, 3).toLowerCase()
  const named = months.indexOf(otherMonths[name] ?? name) + 1
  return dayOf(year.length === 2 ? `20${year}` : year, named > 0 ? String(named) : month, day)
}

/** A day that the calendar has, or null. */
export function dayOf(year: string, month: string, day: string): string | null {
  if (!/^20\d\d$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  return date.toISOString().slice(0, 10)
}

/** A day that has no year of its own, such as the entry date of MT940, next to one that has: in December a day of January is of the next year. */
export function dayBeside(beside: string, month: string, day: string): string | null {
  const [year = 0, its = 0] = beside.split('-').map(Number)
  const turn = Number(month) - its
  return dayOf(String(turn > 6 ? year - 1 : turn < -6 ? year + 1 : year), month, day)
}

/** Texts without what is empty or said twice, each on one line. */
export const keepTexts = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(
    texts
      .map((text) => (text ?? '').replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '' && text !== 'NONREF' && text !== 'NOTPROVIDED'),
  ),
]

/** The bank's own name of a line; what says that there is none is none. */
export const keepId = (text: string | null | undefined): string | null => {
  const id = (text ?? '').trim()
  return id === '' || id === 'NONREF' || id === 'NOTPROVIDED' ? null : id
}

/** Throws does_not_add_up unless the lines lead from the opening balance to the closing one. */
export function requireSums(statement: Statement, line: number): Statement {
  const sum = statement.lines.reduce((all, { amount }) => all + amount, statement.opening)
  if (sum !== statement.closing)
    throw new StatementRefused('does_not_add_up', line, hundredths(sum - statement.closing))
  return statement
}

/** For a reader: `-1500.00`. */
export function hundredths(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** What stands in one file, day after day, as one statement. Throws where it is of two accounts, or one does not continue the one before it. */
export function joinStatements(parts: readonly { statement: Statement; line: number }[]): Statement {
  const [first, ...rest] = parts
  if (!first) throw new StatementRefused('no_lines', 1)
  const joined = { ...first.statement, lines: [...first.statement.lines] }
  for (const { statement, line } of rest) {
    if (statement.account !== joined.account || statement.currency !== joined.currency)
      throw new StatementRefused('two_accounts', line, statement.account)
    if (statement.opening !== joined.closing)
      throw new StatementRefused('gap', line, hundredths(statement.opening - joined.closing))
    joined.number = statement.number ?? joined.number
    if (statement.to > joined.to) joined.to = statement.to
    joined.closing = statement.closing
    for (const one of statement.lines) joined.lines.push(one)
  }
  return joined
}
