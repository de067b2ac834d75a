/** What a store may offer is recorded by two people, and ended by one at once (decision 0147). */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Executor, findWaiting, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { features } from '../../stores/feature-rules.ts'
import { insertLicence, isLicence, type LicenceRow, listLicences, markEnded } from '../../stores/licences.ts'
import type { Store } from '../../stores/stores.ts'
import { knownStore } from '../kit/known-store.ts'
import type { LicencesView, LicenceWish } from './licences-contract.ts'

const RECORD = 'licences.record'
const END = 'licences.end'

/**
 * Asks for the second person, since whose approval the store offers it, until the end of the last day in its zone.
 *
 * Refuses unknown_store; permission_missing; invalid_input (issued_on) for a day to come, (until_on) for one that is over; approval_waiting
 * while another of the feature waits.
 */
export const askLicence = (
  karat: Karat,
  staff: Staff,
  { reason, ...wish }: LicenceWish,
  key: Once,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const store = knownStore(karat, wish.store)
    await requireDays(tx, store, wish)
    const subject = { kind: 'feature', id: `${store.code} ${wish.feature}` }
    const { store: _, ...params } = wish
    return requestApproval(tx, staff, { action: RECORD, subject, store: store.code, reason, params })
  })

/** Refuses as askLicence does, by the day of the approval. */
export const licenceExecutor: Executor = {
  action: RECORD,
  async execute(karat, tx, { store: code, params, reason }, { requester, approver }) {
    const wish = params as Omit<LicenceWish, 'reason' | 'store'>
    const store = knownStore(karat, code ?? '')
    await requireDays(tx, store, wish)
    const { feature, licence_kind: kind, licence_number: number, issuer, licence_text: words } = wish
    const days = { issuedOn: wish.issued_on, untilOn: wish.until_on }
    const people = { recordedBy: requester.name, approvedBy: approver.name }
    await insertLicence(tx, store, { feature, kind, number, issuer, words, reason, ...days, ...people })
    tx.afterCommit(() => void karat.refreshStores())
  },
}

/** By the store's calendar. */
async function requireDays(
  tx: Tx,
  { timeZone }: Store,
  { issued_on, until_on }: Pick<LicenceWish, 'issued_on' | 'until_on'>,
): Promise<void> {
  const day = await tx.row<{ early: boolean; over: boolean }>(sql`
    select ${issued_on}::date > today as early, coalesce(${until_on}::date < today, false) as over
    from (select (now() at time zone ${timeZone})::date as today) as here`)
  if (day?.early) throw invalidInput({ issued_on: problem('window_future') })
  if (day?.over) throw invalidInput({ until_on: problem('day_over') })
}

/**
 * The store does not offer it any more, from this commit on: what sells waits for it, or it for them. What members have stays theirs to
 * sell, to be delivered and to be paid out (feature-calls.ts).
 *
 * Refuses permission_missing; not_found; licence_over.
 */
export async function endLicence(
  karat: Karat,
  staff: Staff,
  { id, reason }: { id: number; reason: string },
  key: Once,
): Promise<{ ended: true }> {
  const done = await once(karat.db, key, async (tx) => {
    const ended = await markEnded(tx, { id, by: staff.name, reason })
    if (!ended) throw new Refusal((await isLicence(tx, id)) ? 'licence_over' : 'not_found')
    const { store, feature, number } = ended
    await recordAction(tx, staff, {
      ...{ action: END, subject: { kind: 'feature', id: `${store} ${feature}` }, store, reason },
      details: { did: 'end_licence', licence: number },
    })
    return { ended: true as const }
  })
  await karat.refreshStores()
  return done
}

/** What a store may offer, by what it may, and by what it might. */
export async function describeLicences(karat: Karat, code: string): Promise<LicencesView> {
  const store = knownStore(karat, code)
  const subjects = features.map((feature) => `${store.code} ${feature}`)
  const [rows, waits] = await Promise.all([listLicences(karat.db, store.code), findWaiting(karat.db, RECORD, subjects)])
  return {
    features: features.map((feature) => {
      const licences = rows.filter((row) => row.feature === feature).map(view)
      const on = licences.some(({ state }) => state === 'in_force')
      return { feature, on, waits: waits.has(`${store.code} ${feature}`), licences }
    }),
  }
}

const view = ({ id, feature: _, from, endedAt, endedBy, endedBecause, ...row }: LicenceRow) => ({
  ...row,
  id: Number(id),
  from: from?.toISOString() ?? null,
  ended: endedAt && { at: endedAt.toISOString(), by: endedBy, because: endedBecause },
})
