/** What a file would change, line by line, and what is wrong with it. Asked twice: to show it, and again before it is done. */
import { createHash } from 'node:crypto'
import { type Shelf, skusByCode } from '../catalogue/correct-stock.ts'
import { findKnown } from '../catalogue/receive-pieces.ts'
import { judgeSerials } from '../catalogue/receive-rules.ts'
import { showSerial } from '../catalogue/serial-rules.ts'
import type { Queryable } from '../db/database.ts'
import { promisedOf } from './count-stock.ts'
import {
  type Cells,
  countOf,
  dayOf,
  type ImportFault,
  type ImportKind,
  type ImportProblem,
  importColumns,
  premiumOf,
} from './import-rules.ts'
import { readFile } from './read-csv.ts'
import { percentText } from './stock-csv.ts'

export type Change = {
  line: number
  skuId: number
  code: string
  before: string
  after: string
  amount: number
  assayedOn: string | null
}
export type Plan = { changes: Change[]; faults: ImportFault[]; unchanged: number; unread: string[]; digest: string }
type Judged = { changes: Change[]; faults: ImportFault[] }
type Line = Cells & { sku: Shelf }

/** `today` is the day in the house's zone: nothing was assayed after it. */
export async function planImport(db: Queryable, kind: ImportKind, text: string, today: string): Promise<Plan> {
  const file = readFile(kind, text)
  const filled = file.cells.filter(({ value, code }) => value !== '' || code === '')
  const skus = await skusByCode(
    db,
    filled.map(({ code }) => code),
  )
  const column = importColumns[kind][1]
  const unknown = filled.flatMap(({ line, code }) =>
    skus.has(code) ? [] : [faultOf(line, 'code', 'code_unknown', code)],
  )
  const lines = filled.flatMap((cells) => {
    const sku = skus.get(cells.code)
    return sku ? [{ ...cells, sku }] : []
  })
  const judged = await judge(db, kind, lines, today)
  const changes = judged.changes.filter(({ before, after }) => before !== after)
  const faults = [...file.faults, ...unknown, ...judged.faults].sort((one, other) => one.line - other.line)
  const shown = JSON.stringify([kind, column, text, changes])
  const digest = createHash('sha256').update(shown).digest('hex')
  return {
    changes,
    faults,
    unchanged: file.cells.length - changes.length - (file.faults.length ? 0 : faults.length),
    unread: file.unread,
    digest,
  }
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

function judge(db: Queryable, kind: ImportKind, lines: Line[], today: string): Promise<Judged> | Judged {
  if (kind === 'pieces') return judgePieces(db, lines, today)
  const faults = twiceNamed(lines)
  const once = lines.filter(({ line }) => !faults.some((fault) => fault.line === line))
  const judged = kind === 'premiums' ? judgePremiums(once) : judgeCounts(db, once)
  return Promise.resolve(judged).then((rest) => ({ ...rest, faults: [...faults, ...rest.faults] }))
}

function twiceNamed(lines: Line[]): ImportFault[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ line, code }) => {
    const before = first.get(code)
    if (before === undefined) first.set(code, line)
    return before === undefined ? [] : [faultOf(line, 'code', 'code_twice', code, String(before))]
  })
}

function judgePremiums(lines: Line[]): Judged {
  const changes: Change[] = []
  const faults: ImportFault[] = []
  for (const { line, value, sku } of lines) {
    const points = premiumOf(value)
    if (points === null) faults.push(faultOf(line, 'premium_percent', 'not_percent', value))
    else changes.push(changeOf(line, sku, percentText(sku.premiumBps), percentText(points), points))
  }
  return { changes, faults }
}

async function judgeCounts(db: Queryable, lines: Line[]): Promise<Judged> {
  const promised = await promisedOf(
    db,
    lines.map(({ sku }) => sku.id),
  )
  const changes: Change[] = []
  const faults: ImportFault[] = []
  for (const { line, value, sku } of lines) {
    const counted = countOf(value)
    const held = promised.get(sku.id) ?? 0
    const fault = (problem: ImportProblem, told: string | null = null) =>
      faults.push(faultOf(line, 'counted', problem, value, told))
    if (sku.kind !== 'jewellery') fault('has_numbers')
    else if (counted === null) fault('not_count')
    else if (counted < held) fault('below_promised', String(held))
    else
      changes.push(
        changeOf(line, sku, String(sku.stock + held), value.replace(/^0+(?=\d)/, ''), counted - sku.stock - held),
      )
  }
  return { changes, faults }
}

async function judgePieces(db: Queryable, lines: Line[], today: string): Promise<Judged> {
  const numbered = lines.filter(({ sku }) => sku.kind !== 'jewellery')
  const judged = judgeSerials(numbered.map(({ line, value, sku }) => ({ line, typed: value, brand: sku.brand })))
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
    else changes.push({ ...changeOf(line, own.sku, '', showSerial(serial), 1), assayedOn })
  }
  return { changes, faults }
}

const changeOf = (line: number, sku: Shelf, before: string, after: string, amount: number): Change => ({
  ...{ line, before, after, amount },
  skuId: sku.id,
  code: sku.code,
  assayedOn: null,
})
