/** What a file would change, line by line, and what is wrong with it. Asked twice: to show it, and again before it is done. */
import { createHash } from 'node:crypto'
import { type Shelf, skusByCode } from '../../catalogue/correct-stock.ts'
import { makersOf } from '../../catalogue/maker-queries.ts'
import { type Bought, costOf, findKnown, saidOf } from '../../catalogue/receive-pieces.ts'
import { judgeSerials } from '../../catalogue/receive-rules.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import type { Queryable } from '../../db/database.ts'
import type { Currency } from '../../money/money.ts'
import { promisedOf } from './count-stock.ts'
import {
  type Cells,
  countOf,
  dayOf,
  type ImportFault,
  type ImportProblem,
  importColumns,
  premiumOf,
  seenOf,
  yesNoOf,
} from './import-rules.ts'
import type { ReadFile } from './read-csv.ts'
import { percentText } from './stock-csv.ts'

export type Change = {
  line: number
  sku: Shelf
  /** What was so when the file was exported; null where the file does not say. */
  seen: string | null
  before: string
  after: string
  amount: number
  assayedOn: string | null
  bought: Bought | null
}
/**
 * `changes` are done with the import. `since` are the lines that ask for another value than the file's writer saw, where that is
 * another one by now: each is passed over unless somebody takes it. A line that says what its writer saw asks for nothing. `digest`
 * names all of it.
 */
export type Plan = {
  changes: Change[]
  since: Change[]
  faults: ImportFault[]
  unchanged: number
  unread: string[]
  digest: string
}
type Judged = { changes: Change[]; faults: ImportFault[] }
type Line = Cells & { sku: Shelf }

/** `today` is the day in the house's zone: nothing was assayed after it. */
type House = { today: string; currencyOf: (store: string) => Currency }

export async function planImport(db: Queryable, file: ReadFile, house: House): Promise<Plan> {
  const filled = file.cells.filter(({ value, code }) => value !== '' || code === '')
  const skus = await skusByCode(
    db,
    filled.map(({ code }) => code),
  )
  const unknown = filled.flatMap(({ line, code }) =>
    skus.has(code) ? [] : [faultOf(line, 'code', 'code_unknown', code)],
  )
  const lines = filled.flatMap((cells) => {
    const sku = skus.get(cells.code)
    return sku ? [{ ...cells, sku }] : []
  })
  const judged = await judge(db, file, lines, house)
  const differing = judged.changes.filter(({ seen, before, after }) => before !== after && seen !== after)
  const isOld = ({ seen, before }: Change) => seen !== null && seen !== before
  const [changes, since] = [differing.filter((change) => !isOld(change)), differing.filter(isOld)]
  const faults = [...file.faults, ...unknown, ...judged.faults].sort((one, other) => one.line - other.line)
  return {
    ...{ changes, since, faults },
    unchanged: file.cells.length - differing.length - (file.faults.length ? 0 : faults.length),
    unread: file.unread,
    digest: digestOf(file, changes, since),
  }
}

function digestOf({ kind, digest }: ReadFile, changes: Change[], since: Change[]): string {
  const told = ({ line, sku, before, after, assayedOn, bought }: Change) => [
    ...[line, sku.id, before, after, assayedOn],
    bought && saidOf(bought),
  ]
  const shown = JSON.stringify([kind, digest, changes.map(told), since.map(told)])
  return createHash('sha256').update(shown).digest('hex')
}

const faultOf = (
  line: number,
  column: string,
  problem: ImportProblem,
  value: string,
  told: string | null = null,
): ImportFault => ({
  ...{ line, column, problem, told },
  value: value.slice(0, 100),
})

async function judge(db: Queryable, { kind }: ReadFile, lines: Line[], house: House): Promise<Judged> {
  if (kind === 'pieces') return judgePieces(db, lines, house)
  const twice = twiceNamed(lines)
  const once = lines.filter(({ line }) => !twice.some((fault) => fault.line === line))
  const read = kind === 'premiums' ? readPremium : readCount(await promisedHere(db, once))
  const judged = once.map((line) => judgeNumber(kind, line, read))
  return {
    changes: judged.flatMap((one) => ('sku' in one ? one : [])),
    faults: [...twice, ...judged.flatMap((one) => ('problem' in one ? one : []))],
  }
}

function twiceNamed(lines: Line[]): ImportFault[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ line, code }) => {
    const before = first.get(code)
    if (before === undefined) first.set(code, line)
    return before === undefined ? [] : [faultOf(line, 'code', 'code_twice', code, String(before))]
  })
}

/** A line whose second cell is a number: what is so now, what the file says, and the text for both. */
type ReadNumber = { now: number; next: number; amount: number; say: (value: number) => string }
type Wrong = { problem: ImportProblem; told?: string }
type Reader = (line: Line) => ReadNumber | Wrong

function judgeNumber(kind: 'premiums' | 'counts', line: Line, read: Reader): Change | ImportFault {
  const found = read(line)
  if ('problem' in found)
    return faultOf(line.line, importColumns[kind][1], found.problem, line.value, found.told ?? null)
  const seen = seenOf(line.more, kind)
  if (seen === undefined) return faultOf(line.line, 'seen', 'seen_unreadable', line.more)
  const { now, next, amount, say } = found
  return {
    ...{ line: line.line, sku: line.sku, amount, assayedOn: null, bought: null },
    seen: seen === null ? null : say(seen),
    before: say(now),
    after: say(next),
  }
}

const readPremium: Reader = ({ value, sku }) => {
  const points = premiumOf(value)
  if (points === null) return { problem: 'not_percent' }
  return { now: sku.premiumBps, next: points, amount: points, say: percentText }
}

const promisedHere = (db: Queryable, lines: Line[]) =>
  promisedOf(
    db,
    lines.map(({ sku }) => sku.id),
  )

const readCount =
  (promised: Map<number, number>): Reader =>
  ({ value, sku }) => {
    const counted = countOf(value)
    const held = promised.get(sku.id) ?? 0
    if (sku.kind !== 'jewellery') return { problem: 'has_numbers' }
    if (counted === null) return { problem: 'not_count' }
    if (counted < held) return { problem: 'below_promised', told: String(held) }
    const now = sku.stock + held
    return { now, next: counted, amount: counted - now, say: String }
  }

async function judgePieces(db: Queryable, lines: Line[], { today, currencyOf }: House): Promise<Judged> {
  const numbered = lines.filter(({ sku }) => sku.kind !== 'jewellery')
  const makers = await makersOf(db, [...new Set(numbered.map(({ sku }) => sku.brand))])
  const judged = judgeSerials(
    numbered.map(({ line, value, sku: { brand } }) => ({
      line,
      typed: value,
      brand,
      maker: makers.get(brand) ?? null,
    })),
  )
  const known = await findKnown(
    db,
    judged.serials.map(({ serial }) => serial),
  )
  const byLine = new Map(numbered.map((line) => [line.line, line]))
  const faults = [
    ...lines.flatMap(({ line, code, sku }) =>
      sku.kind === 'jewellery' ? [faultOf(line, 'code', 'no_numbers', code)] : [],
    ),
    ...judged.faults.map(({ line, typed, problem, told }) => faultOf(line, 'serial', problem, typed, told)),
  ]
  const changes: Change[] = []
  for (const { line, serial } of judged.serials) {
    const own = byLine.get(line)
    const other = known.get(serial)
    if (!own || other?.skuId === own.sku.id) continue
    const assayedOn = own.more === '' ? today : dayOf(own.more, today)
    if (other) faults.push(faultOf(line, 'serial', 'known', own.value, other.code))
    else if (assayedOn === null) faults.push(faultOf(line, 'assayed_on', 'not_a_day', own.more))
    else {
      const bought = readBought(own, currencyOf(own.sku.store))
      if (bought && 'problem' in bought) faults.push(bought)
      else {
        const piece = { seen: null, before: '', after: showSerial(serial), amount: 1 }
        changes.push({ line, sku: own.sku, ...piece, assayedOn, bought })
      }
    }
  }
  return { changes, faults }
}

/** From whom a line says that its piece was bought; null where it says nothing. */
function readBought({ line, bought }: Line, currency: Currency): Bought | ImportFault | null {
  const [supplier = '', typed = '', papers = ''] = bought
  if (supplier === '' && typed === '' && papers === '') return null
  const cost = typed === '' ? null : costOf(typed, currency)
  const papersComplete = yesNoOf(papers)
  if (supplier.length < 2 || supplier.length > 120) return faultOf(line, 'supplier', 'supplier_missing', supplier)
  if (cost === undefined) return faultOf(line, 'unit_cost', 'not_amount', typed, currency)
  if (papersComplete === undefined) return faultOf(line, 'papers', 'not_yes_no', papers)
  return { supplier, cost, papersComplete }
}
