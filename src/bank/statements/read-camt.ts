/** CAMT.053 (ISO 20022), version 2 to 13: what differs between them is read both ways. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import {
  joinStatements,
  keepId,
  keepTexts,
  readAmount,
  requireSums,
  type Statement,
  type StatementLine,
  StatementRefused,
} from './statement-rules.ts'

/** An element: text, or elements by name. What may stand several times is a list always (`isList`). */
type Node = string | { [name: string]: Node | Node[] }

const lists = ['Stmt', 'Bal', 'Ntry', 'TxDtls', 'Ustrd', 'Strd']
const META = XMLParser.getMetaDataSymbol() as unknown as string
const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true, ignoreDeclaration: true },
  ...{ parseTagValue: false, parseAttributeValue: false, maxNestedTags: 40, captureMetaData: true },
  isArray: (name) => lists.includes(name),
})

/** One statement of everything in the file. Throws StatementRefused. No document type is read: it is where entities are made. */
export function readCamt(text: string): Statement {
  const at = text.search(/<!(DOCTYPE|ENTITY)/i)
  if (at >= 0) throw new StatementRefused('entities', lineAt(text, at))
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new StatementRefused('not_closed', valid.err.line, valid.err.msg)
  const document = parse(text)
  const place = placesOf(text)
  const statements = listOf(within(document, 'Document', 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) throw new StatementRefused('tag_missing', 1, 'BkToCstmrStmt/Stmt')
  return joinStatements(
    statements.map((node) => {
      const line = place(node)
      return { statement: requireSums(readPart(place, node), line), line }
    }),
  )
}

function parse(text: string): Node {
  try {
    return parser.parse(text) as Node
  } catch (error) {
    throw new StatementRefused('unreadable', 1, error instanceof Error ? error.message : '')
  }
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** In which line an element begins, for errors and for whoever reads the lines. */
type Place = (node: Node) => number

function placesOf(text: string): Place {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (node) => {
    const meta = typeof node === 'object' ? (node[META] as unknown as { startIndex?: number } | undefined) : undefined
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((ends[middle] ?? 0) < (meta?.startIndex ?? 0)) from = middle + 1
      else to = middle
    }
    return from + 1
  }
}

function within(node: Node | undefined, ...path: string[]): Node | undefined {
  let now = node
  for (const name of path) {
    const next: Node | Node[] | undefined = typeof now === 'object' ? now[name] : undefined
    now = Array.isArray(next) ? next[0] : next
  }
  return now
}
const listOf = (node: Node | undefined, name: string): Node[] => {
  const found = typeof node === 'object' ? node[name] : undefined
  return Array.isArray(found) ? found : found === undefined ? [] : [found]
}
/** The text of an element, also of one that has attributes; empty where there is none. */
function textOf(node: Node | undefined, ...path: string[]): string {
  const found = within(node, ...path)
  const said = typeof found === 'object' ? found['#text'] : found
  return typeof said === 'string' ? said.trim() : ''
}
const firstText = (node: Node | undefined, ...paths: string[][]): string | null =>
  paths.map((path) => textOf(node, ...path)).find((text) => text !== '') ?? null

function readPart(place: Place, node: Node): Statement {
  const line = place(node)
  const account = firstText(node, ['Acct', 'Id', 'IBAN'], ['Acct', 'Id', 'Othr', 'Id'])
  if (!account) throw new StatementRefused('tag_missing', line, 'Acct/Id')
  const balance = (...codes: string[]) =>
    listOf(node, 'Bal').find((one) => codes.includes(textOf(one, 'Tp', 'CdOrPrtry', 'Cd')))
  const [opening, closing] = [balance('OPBD', 'PRCD'), balance('CLBD')]
  if (!opening || !closing) throw new StatementRefused('balance_missing', line, opening ? 'CLBD' : 'OPBD')
  const currency = textOf(closing, 'Amt', '@Ccy')
  const booked = listOf(node, 'Ntry').filter((entry) => (firstText(entry, ['Sts', 'Cd'], ['Sts']) ?? 'BOOK') === 'BOOK')
  const to = dayIn(place, closing, 'Dt')
  const lines = booked.flatMap((entry) => readEntry(place, entry, currency))
  const from =
    textOf(node, 'FrToDt', 'FrDtTm').slice(0, 10) || lines.map(({ bookedOn }) => bookedOn).toSorted()[0] || to
  return {
    ...{ account, currency, number: firstText(node, ['ElctrncSeqNb'], ['LglSeqNb'], ['Id']), from, to, lines },
    ...{ opening: amountIn(place, opening, currency), closing: amountIn(place, closing, currency) },
  }
}

/** `Amt` with its sign. What is in another currency than its account is none that can be read. */
function amountIn(place: Place, node: Node, currency: string, amount: Node | undefined = within(node, 'Amt')): bigint {
  const line = place(node)
  const its = textOf(amount, '@Ccy')
  if (its !== currency || !/^[A-Z]{3}$/.test(its)) throw new StatementRefused('currency', line, its)
  // Up to five places may be written; what is behind the second is zero in every currency that is banked here.
  const said = textOf(amount).replace(/(\.\d\d)0{1,3}$/, '$1')
  const value = readAmount(said, { decimal: '.', line })
  if (value < 0n) throw new StatementRefused('amount', line, textOf(amount))
  return textOf(node, 'CdtDbtInd') === 'DBIT' ? -value : value
}

function dayIn(place: Place, node: Node, name: string): string {
  const said = (firstText(node, [name, 'Dt'], [name, 'DtTm']) ?? '').slice(0, 10)
  if (!/^20\d\d-\d\d-\d\d$/.test(said)) throw new StatementRefused('date', place(node), said || name)
  return said
}

/** The lines of an entry: of one that sums several transfers each of them, where their amounts are told. */
function readEntry(place: Place, entry: Node, currency: string): StatementLine[] {
  const amount = amountIn(place, entry, currency)
  const bookedOn = dayIn(place, entry, 'BookgDt')
  const moment = textOf(entry, 'BookgDt', 'DtTm')
  const valueOn = firstText(entry, ['ValDt', 'Dt'], ['ValDt', 'DtTm'])?.slice(0, 10) ?? bookedOn
  const common = { line: place(entry), bookedOn, bookedAt: /T\d\d:\d\d/.test(moment) ? moment : null, valueOn }
  const details = listOf(within(entry, 'NtryDtls'), 'TxDtls')
  const parts = details.map((one) => within(one, 'Amt') ?? within(one, 'AmtDtls', 'TxAmt', 'Amt'))
  if (details.length > 1 && parts.every((part) => part !== undefined)) {
    const lines = details.map((one, at) => {
      const value = amountIn(place, entry, currency, parts[at])
      return { ...common, amount: value, ...saidOf(one, value), ...ids(one, entry, at) }
    })
    if (lines.reduce((sum, { amount: part }) => sum + part, 0n) !== amount)
      throw new StatementRefused('does_not_add_up', common.line, textOf(entry, 'Amt'))
    return lines
  }
  const [only] = details.length === 1 ? details : []
  const said = saidOf(only, amount)
  const texts = keepTexts([
    ...said.texts,
    ...details.flatMap((one) => saidOf(one, amount).texts),
    textOf(entry, 'AddtlNtryInf'),
  ])
  return [{ ...common, amount, ...said, texts, ...ids(only, entry, null) }]
}

const ids = (details: Node | undefined, entry: Node, at: number | null) => {
  const whole = keepId(firstText(entry, ['AcctSvcrRef'], ['NtryRef']))
  const own = keepId(firstText(details, ['Refs', 'AcctSvcrRef'], ['Refs', 'TxId']))
  return { bankId: own ?? (whole && at !== null ? `${whole}/${at + 1}` : whole) }
}

/** Who, and what they wrote: of money that came the debtor is the payer, of money that went the creditor is paid. */
function saidOf(details: Node | undefined, amount: bigint) {
  const side = amount < 0n ? 'Cdtr' : 'Dbtr'
  const parties = within(details, 'RltdPties')
  const written = within(details, 'RmtInf')
  const name = firstText(parties, [side, 'Nm'], [side, 'Pty', 'Nm'])
  const account = firstText(parties, [`${side}Acct`, 'Id', 'IBAN'], [`${side}Acct`, 'Id', 'Othr', 'Id'])
  const texts = keepTexts([
    textOf(details, 'Refs', 'EndToEndId'),
    ...listOf(written, 'Ustrd').map((one) => textOf(one)),
    ...listOf(written, 'Strd').map((one) => textOf(one, 'CdtrRefInf', 'Ref')),
    textOf(details, 'AddtlTxInf'),
  ])
  return { name, account, texts }
}
