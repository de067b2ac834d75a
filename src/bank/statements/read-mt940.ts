/** MT940: the tags are taken apart by mt940js; amounts and days are read from their text, since it makes floats of them. */
import mt940 from 'mt940js'
import {
  dayBeside,
  dayOf,
  joinStatements,
  keepId,
  keepTexts,
  readAmount,
  requireSums,
  type Statement,
  type StatementLine,
  StatementRefused,
} from './statement-rules.ts'

type Parsed = ReturnType<InstanceType<typeof mt940.Parser>['parse']>[number]

/** One statement of everything in the file. Throws StatementRefused. */
export function readMt940(text: string): Statement {
  const place = placesOf(text)
  const parts = parse(text).map((parsed) => {
    const last = parsed.tags.findLast(({ id }) => id === 62)?.data ?? ''
    return { statement: readPart(parsed, place), line: place(last) }
  })
  return joinStatements(parts)
}

function parse(text: string): Parsed[] {
  try {
    return new mt940.Parser().parse(text, true)
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    const group = Number(/in group (\d+)$/.exec(said)?.[1] ?? 1)
    const line = lineOfGroup(text, group)
    const missing = /^Mandatory tag (\w+)/.exec(said)?.[1]
    if (missing) throw new StatementRefused('tag_missing', line, `:${missing}:`)
    if (said.startsWith('Sum of lines')) throw new StatementRefused('does_not_add_up', line)
    if (said.startsWith('Currency markers')) throw new StatementRefused('currency', line)
    const tag = /^Cannot parse tag (\w+): ([^\n]*)/.exec(said)
    throw new StatementRefused('unreadable', tag ? placesOf(text)(tag[2] ?? '') : 1, tag ? `:${tag[1]}:${tag[2]}` : '')
  }
}

const lineOfGroup = (text: string, group: number): number => {
  const at = text.split(/\r?\n/).flatMap((line, index) => (line.startsWith(':20:') ? [index + 1] : []))
  return at[group - 1] ?? 1
}

/** Which line of the file each tag stands in: they come in their order, so that the same words are found where they stand next. */
function placesOf(text: string): (data: string) => number {
  const lines = text.split(/\r?\n/)
  let next = 0
  return (data) => {
    const [first = ''] = data.split('\n')
    const at = lines.findIndex((line, index) => index >= next && line.endsWith(first) && first !== '')
    if (at < 0) return Math.max(next, 1)
    next = at + 1
    return at + 1
  }
}

const lineTag =
  /^(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2}))?(R?[DC])[A-Z]?([0-9,]+)[A-Z][A-Z0-9]{3}([^/\n]{0,16})(?:\/\/([^\n]{0,16}))?(?:\n(.*))?/s

function readPart({ tags, transactions }: Parsed, place: (data: string) => number): Statement {
  const dataOf = (id: number) => tags.find((tag) => tag.id === id)?.data.trim() ?? ''
  const opening = readBalance(dataOf(60), place)
  const lines: StatementLine[] = []
  for (const [at, tag] of tags.entries()) {
    if (tag.id !== 61) continue
    const details = tags[at + 1]?.id === 86 ? (tags[at + 1]?.data ?? '') : ''
    lines.push(
      readLine(tag.data, { details, fields: transactions[lines.length]?.structuredDetails, line: place(tag.data) }),
    )
  }
  const closingData = tags.findLast(({ id }) => id === 62)?.data ?? ''
  const closing = readBalance(closingData, place)
  const days = lines.map(({ bookedOn }) => bookedOn)
  const statement = {
    ...{ account: dataOf(25), currency: opening.currency, number: dataOf(28) || null },
    ...{ from: [opening.day, ...days].toSorted()[days.length > 0 ? 1 : 0] ?? opening.day, to: closing.day },
    ...{ opening: opening.amount, closing: closing.amount, lines },
  }
  return requireSums(statement, place(closingData))
}

function readBalance(data: string, place: (data: string) => number) {
  const [, mark = '', year = '', month = '', day = '', currency = '', amount = ''] =
    /^([DC])(\d{2})(\d{2})(\d{2})([A-Z]{3})([0-9,]+)/.exec(data) ?? []
  const line = () => place(data)
  const its = dayOf(`20${year}`, month, day)
  if (!its) throw new StatementRefused('date', line(), data)
  const value = readAmount(amount, { decimal: ',', line: line() })
  return { day: its, currency, amount: mark === 'D' ? -value : value }
}

type Details = { details: string; fields: Record<string, string> | undefined; line: number }

function readLine(data: string, { details, fields = {}, line }: Details): StatementLine {
  const [, year = '', month = '', day = '', entryMonth, entryDay, mark = '', amount = '', ours, theirs, extra] =
    lineTag.exec(data) ?? []
  const valueOn = dayOf(`20${year}`, month, day)
  const bookedOn = valueOn && entryMonth && entryDay ? dayBeside(valueOn, entryMonth, entryDay) : valueOn
  if (!valueOn || !bookedOn) throw new StatementRefused('date', line, data.slice(0, 10))
  const value = readAmount(amount, { decimal: ',', line })
  const once = (tag: string) => (countOf(details, tag) === 1 ? fields[tag] : undefined)
  const words = Object.entries(fields).filter(([tag]) => /^2\d$/.test(tag) || /^(EREF|REMI|SVWZ|KREF)$/.test(tag))
  const isOut = mark === 'D' || mark === 'RC'
  return {
    ...{ line, amount: isOut ? -value : value, bookedOn, bookedAt: null, valueOn },
    texts: keepTexts([
      ours,
      words.map(([, text]) => text).join(''),
      ...(words.length > 0 ? [] : details.split('\n')),
      extra,
    ]),
    name: countOf(details, '32') > 1 || countOf(details, '33') > 1 ? null : nameOf(once, details),
    account: once('31')?.trim() || once('IBAN')?.replaceAll('/', '').trim() || null,
    bankId: keepId(theirs),
  }
}

/** What goes on in 33 stands behind 32: elsewhere a payer may have written it. */
const nameOf = (once: (tag: string) => string | undefined, details: string): string | null =>
  `${once('32') ?? ''}${(goesOn(details) && once('33')) || ''}`.trim() ||
  once('NAME')?.replaceAll('/', ' ').trim() ||
  null

function markedOf(details: string) {
  const plain = details.replaceAll('\n', '').trim()
  return { plain, mark: plain.replace(/^\d{3}(?=[?>])/, '').charAt(0) }
}

/** Whether field 33 is the next behind 32. */
function goesOn(details: string): boolean {
  const { plain, mark } = markedOf(details)
  const [, behind = ''] = plain.split(`${mark}32`)
  return behind.split(mark)[1]?.startsWith('33') ?? false
}

/** How often a field of the details begins: a payer can write one into what they say, and of two nobody knows whose word each is. */
const countOf = (details: string, tag: string): number => {
  const { plain, mark } = markedOf(details)
  return plain.split(mark === '/' ? `/${tag}/` : `${mark}${tag}`).length - 1
}
