import { setPremiums } from '../catalogue/change-premium.ts'
import { correctStock, lockShelves, skusByCode } from '../catalogue/correct-stock.ts'
import { addArrivals } from '../catalogue/receive-pieces.ts'
import type { Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { requirePermission, type Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { ImportKind } from './import-rules.ts'
import { type Plan, planImport } from './plan-import.ts'
import { readFile } from './read-csv.ts'

/** `digest` is that of the plan which the person was shown. */
export type ImportWish = { kind: ImportKind; text: string; digest: string; reason: string }

/** The day that it is in the house's zone. */
export const todayOf = ({ now, settings }: Pick<Karat, 'now' | 'settings'>): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: settings.staff.timeZone }).format(now())

/**
 * Everything the file says is so, in one transaction, or nothing of it; exactly what was shown, or nothing.
 *
 * Refuses permission_missing for premiums of whoever may not change one; import_wrong with the faults; edited_meanwhile when it would change something else than was shown, which is also
 * what a second import of the same file meets; stock_promised.
 */
export async function importFile(karat: Karat, staff: Staff, wish: ImportWish, request: Once) {
  const { kind, text, digest, reason } = wish
  if (kind === 'premiums') await requirePermission(karat, staff, 'catalogue.price')
  const answer = await once(karat.db, request, async (tx) => {
    await lockNamed(tx, kind, text)
    const plan = await planImport(tx, kind, text, todayOf(karat))
    if (plan.faults.length > 0) throw new Refusal('import_wrong', { faults: plan.faults.slice(0, 200) })
    if (plan.digest !== digest) throw new Refusal('edited_meanwhile')
    await carryOut(tx, kind, plan, { actor: `staff:${staff.id}`, note: reason })
    const details = {
      ...{ did: `import_${kind}`, changed: plan.changes.length, unchanged: plan.unchanged, digest },
      // Counts and pieces leave a move each; of a premium this is the record.
      ...(kind === 'premiums'
        ? { premiums: plan.changes.map(({ code, before, after }) => [code, before, after]) }
        : {}),
    }
    await recordAction(tx, staff, {
      action: 'stock.import',
      subject: { kind: 'file', id: digest.slice(0, 16) },
      reason,
      details,
    })
    return { changed: plan.changes.length, unchanged: plan.unchanged }
  })
  await karat.catalogue.refresh()
  return answer
}

/** Whoever imports, counts or sells one of these skus at the same time waits, so that the plan stays true. */
async function lockNamed(tx: Tx, kind: ImportKind, text: string) {
  const codes = readFile(kind, text).cells.map(({ code }) => code)
  const skus = await skusByCode(tx, codes)
  await lockShelves(
    tx,
    [...skus.values()].map(({ id }) => id),
  )
}

async function carryOut(tx: Tx, kind: ImportKind, { changes }: Plan, by: { actor: string; note: string }) {
  if (changes.length === 0) return
  if (kind === 'premiums')
    await setPremiums(
      tx,
      changes.map(({ skuId, amount }) => ({ skuId, premiumBps: amount })),
    )
  else if (kind === 'counts')
    await correctStock(
      tx,
      changes.map(({ skuId, amount }) => ({ skuId, by: amount })),
      by,
    )
  else
    await addArrivals(
      tx,
      changes.map(({ skuId, after, assayedOn }) => ({
        skuId,
        serial: after.replaceAll('-', ''),
        assayedOn: assayedOn ?? '',
      })),
      by,
    )
}
