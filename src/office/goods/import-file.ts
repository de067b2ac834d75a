import { askForCharges, recentCharges, setPremiums } from '../../catalogue/change-premium.ts'
import { premiumTakesTwo } from '../../catalogue/charge-rules.ts'
import { correctStock, lockShelves, skusByCode } from '../../catalogue/correct-stock.ts'
import { addArrivals, lockForPieces } from '../../catalogue/receive-pieces.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Details } from '../../staff/did-rules.ts'
import { requirePermission, type Staff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { type Action, recordAction, recordActions } from '../../staff/record-action.ts'
import { storeOf } from '../../stores/stores.ts'
import type { ImportKind } from './import-rules.ts'
import { type Change, type Plan, planImport } from './plan-import.ts'
import { type ReadFile, readFile } from './read-csv.ts'

/** `digest` is that of the plan which the person was shown; `take` are the lines that change what has changed since. */
type ImportWish = { kind: ImportKind; text: string; digest: string; take: number[]; reason: string }

/** What a file does one by one, so may whoever reads it in do by hand. */
const permissionOf: Record<ImportKind, Permission> = {
  premiums: 'catalogue.price',
  counts: 'stock.count',
  pieces: 'stock.receive',
}

/** The day that it is in the house's zone. */
export const todayOf = ({ now, settings }: Pick<Karat, 'now' | 'settings'>): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: settings.staff.timeZone }).format(now())

const houseOf = (karat: Karat) => ({
  today: todayOf(karat),
  currencyOf: (store: string) => storeOf(karat, store).currency,
})

const reading = new WeakSet<object>()

/** One file at a time in a process: to read and judge thousands of lines takes all of it. Refuses import_running. */
export async function alone<T>(karat: object, work: () => Promise<T>): Promise<T> {
  if (reading.has(karat)) throw new Refusal('import_running')
  reading.add(karat)
  try {
    return await work()
  } finally {
    reading.delete(karat)
  }
}

/** What the file would change now, and whether a second person has to approve it. Refuses import_running while another file is read. */
export const previewImport = (karat: Karat, kind: ImportKind, text: string): Promise<Plan & { takesTwo: boolean }> =>
  alone(karat, async () => {
    const plan = await planImport(karat.db, readFile(kind, text), houseOf(karat))
    return { ...plan, takesTwo: await takesTwo(karat.db, kind, [...plan.changes, ...plan.since]) }
  })

/** Whether one of the premiums moves further than one person may move it. */
async function takesTwo(db: Queryable, kind: ImportKind, changes: Change[]): Promise<boolean> {
  if (kind !== 'premiums' || changes.length === 0) return false
  const recent = await recentCharges(
    db,
    changes.map(({ sku }) => sku.id),
  )
  return changes.some(({ sku, amount }) => premiumTakesTwo(amount, recent.get(sku.id) ?? []))
}

/**
 * Everything the file says is so, in one transaction, or nothing of it; exactly what was shown, or nothing. A line whose value
 * has changed since the file was exported is passed over, unless it is one of `take`. Where one premium takes two people all of
 * them are asked for: `approval_id` names the request, and nothing has changed.
 *
 * Refuses permission_missing for what the person may not do by hand; import_running while another file is read; import_wrong with
 * the faults; edited_meanwhile when it would change something else than was shown, which is also what a second import of the
 * same file meets; invalid_input (take); stock_promised; approval_waiting.
 */
export async function importFile(karat: Karat, staff: Staff, wish: ImportWish, request: Once) {
  const { kind, text, digest, take, reason } = wish
  await requirePermission(karat, staff, permissionOf[kind])
  const answer = await alone(karat, () =>
    once(karat.db, request, async (tx) => {
      const file = readFile(kind, text)
      await lockNamed(tx, kind, file)
      const plan = await planImport(tx, file, houseOf(karat))
      if (plan.faults.length > 0) throw new Refusal('import_wrong', { faults: plan.faults.slice(0, 200) })
      if (plan.digest !== digest) throw new Refusal('edited_meanwhile')
      const changes = [...plan.changes, ...takenOf(plan, take)]
      const subject = { kind: 'file' as const, id: digest.slice(0, 16) }
      const asked = (await takesTwo(tx, kind, changes))
        ? await askForCharges(tx, staff, { subject, reason, charges: chargesOf(changes) })
        : { approval_id: null }
      const counts = {
        changed: changes.length,
        unchanged: plan.unchanged,
        passed_over: plan.since.length - take.length,
        ...asked,
      }
      if (asked.approval_id) return counts
      await carryOut(tx, kind, changes, { actor: `staff:${staff.id}`, note: reason })
      const { approval_id: _, ...said } = counts
      const details = { did: `import_${kind}` as const, ...said, digest }
      await recordAction(tx, staff, { action: 'stock.import', subject, reason, details })
      await recordActions(tx, staff, recordsOf(kind, changes, { reason, file: subject.id }))
      return counts
    }),
  )
  await karat.catalogue.refresh()
  return answer
}

const chargesOf = (changes: Change[]) =>
  changes.map(({ sku, amount }) => ({
    ...{ sku: sku.id, code: sku.code },
    premium_bps: { from: sku.premiumBps, to: amount },
  }))

function takenOf({ since }: Plan, take: number[]): Change[] {
  const taken = since.filter(({ line }) => take.includes(line))
  if (taken.length !== take.length) throw invalidInput({ take: problem('lines_since') })
  return taken
}

/** Whoever imports, counts or sells one of these skus at the same time waits, so that the plan stays true. */
async function lockNamed(tx: Tx, kind: ImportKind, { cells }: ReadFile) {
  const skus = await skusByCode(
    tx,
    cells.map(({ code }) => code),
  )
  const ids = [...skus.values()].map(({ id }) => id)
  await (kind === 'pieces' ? lockForPieces(tx, ids) : lockShelves(tx, ids))
}

async function carryOut(tx: Tx, kind: ImportKind, changes: Change[], by: { actor: string; note: string }) {
  if (changes.length === 0) return
  if (kind === 'premiums')
    await setPremiums(
      tx,
      changes.map(({ sku, amount }) => ({ skuId: sku.id, premiumBps: amount })),
    )
  else if (kind === 'counts')
    await correctStock(
      tx,
      changes.map(({ sku, amount }) => ({ skuId: sku.id, by: amount })),
      by,
    )
  else
    await addArrivals(
      tx,
      changes.map(({ sku, after, assayedOn, bought }) => ({
        bought,
        skuId: sku.id,
        serial: after.replaceAll('-', ''),
        assayedOn: assayedOn ?? '',
      })),
      by,
    )
}

/** What is recorded of each sku: the same as when it is done by hand, with the file that it came by. */
function recordsOf(kind: ImportKind, changes: Change[], { reason, file }: { reason: string; file: string }): Action[] {
  const recordOf = (sku: Change['sku'], details: Details): Action => ({
    action: permissionOf[kind],
    subject: { kind: 'sku', id: sku.code },
    store: sku.store,
    reason,
    details: { ...details, file },
  })
  if (kind === 'pieces') {
    const bySku = [...Map.groupBy(changes, ({ sku }) => sku.id).values()]
    return bySku.flatMap((own) => (own[0] ? recordOf(own[0].sku, { did: 'receive', pieces: own.length }) : []))
  }
  return changes.map(({ sku, before, after, amount }) =>
    kind === 'premiums'
      ? recordOf(sku, { did: 'change_premium', before_bps: sku.premiumBps, after_bps: amount })
      : recordOf(sku, { did: 'count', before: Number(before), after: Number(after) }),
  )
}
