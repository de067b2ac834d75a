/** What a store says of itself and goes by: changed by its staff, from a moment on, for every instance at once (decision 0140). */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { untakenBy } from '../../payments/providers.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Executor, findWaiting, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { insertSetting } from '../../stores/add-stores.ts'
import {
  type AnySettingValue,
  cleanSetting,
  faultsOf,
  foldSetting,
  isList,
  type SettingName,
  settingNames,
  settingRules,
  takesTwo,
} from '../../stores/setting-rules.ts'
import { isOpenHeld, listSettings, type SaidRow, type Store, startOfDay } from '../../stores/stores.ts'
import { faultsOfRules, firstTaxes, isConfirmed, rulesOf, withConfirmation } from '../../stores/tax-rules.ts'
import { knownStore } from '../kit/known-store.ts'
import type { SettingsView, SettingWish } from './settings-contract.ts'

const CHANGE = 'settings.change'

/**
 * From its moment on the store goes by it: at once, or from the first minute of a day to come in its zone; nothing else that was set is taken
 * back by it. What was in force stays as history, and what was made under it keeps it. Of an open store a second person is only asked for
 * where the table of settings says so. What changes nothing writes nothing.
 *
 * Refuses unknown_store; permission_missing; edited_meanwhile where somebody set the name since; invalid_input by field, at its moment and at
 * every one to come, (from) for a day that has begun, and for a way to pay that becomes on and that nobody takes; approval_waiting.
 */
export async function changeSetting(
  karat: Karat,
  staff: Staff,
  { store: code, name, value, seen_id, from, reason }: SettingWish,
  key: Once,
): Promise<{ approval_id: string | null }> {
  const store = knownStore(karat, code)
  const done = await once(karat.db, key, async (tx) => {
    const second = settingRules[name].second && (await isOpenHeld(tx, code))
    const { begins, before, after } = await meantBy(karat, tx, store, { name, seen_id, from, value }, second)
    if (Object.keys(after).length === 0) return { approval_id: null }
    const subject = { kind: 'setting', id: `${code} ${name}` }
    if (second && takesTwo(name, after)) {
      const params = { name, seen_id, from, before, after }
      return requestApproval(tx, staff, { action: CHANGE, subject, store: code, reason, params })
    }
    const details = { did: 'change_setting' as const, before, after, from }
    await recordAction(tx, staff, { action: CHANGE, subject, store: code, reason, details })
    await insertSetting(tx, { store: code, name, value: after, from: begins, by: staff.name, reason })
    return { approval_id: null }
  })
  await karat.refreshStores()
  return done
}

/** Refuses as changeSetting does, by what is set when the second person decides. */
export const settingExecutor: Executor = {
  action: CHANGE,
  async execute(karat, tx, { store: code, params, reason }, { requester, approver }) {
    const { name, seen_id, from, after: value } = params as Omit<Wish, 'value'> & { after: AnySettingValue }
    const store = knownStore(karat, code ?? '')
    const { after, begins } = await meantBy(karat, tx, store, { name, seen_id, from, value }, true)
    const by = `${requester.name}, ${approver.name}`
    await insertSetting(tx, { store: store.code, name, value: after, from: begins, by, reason })
    tx.afterCommit(() => void karat.refreshStores())
  },
}

type Wish = { name: SettingName; seen_id: number; from: string | null; value: AnySettingValue }
type Meant = { begins: Date | null; before: AnySettingValue; after: AnySettingValue }

/** What would be another value, judged at its moment and at every one to come; of a store one change after the other. `byTwo`: two people want it. */
async function meantBy(
  { providers }: Pick<Karat, 'providers'>,
  tx: Tx,
  { code, country, currencies, timeZone }: Store,
  { name, seen_id, from, value }: Wish,
  byTwo: boolean,
): Promise<Meant> {
  await tx.run(sql`select pg_advisory_xact_lock(7240042, hashtext(${code}))`)
  const [clock, said] = await Promise.all([
    tx.row<{ now: Date; begins: Date | null }>(
      sql`select clock_timestamp() as now, ${from === null ? sql`null::timestamptz` : startOfDay(from, timeZone)} as begins`,
    ),
    listSettings(tx, code),
  ])
  const rows = said.filter((row) => row.name === name).reverse()
  if (newestOf(rows) !== seen_id) throw new Refusal('edited_meanwhile')
  const at = clock?.begins ?? clock?.now ?? new Date(0)
  if (from !== null && at <= (clock?.now ?? at)) throw invalidInput({ from: problem('staff_day') })
  const was: AnySettingValue = foldSetting(name, comeBy(rows, at))
  const clean = cleanSetting(name, value)
  const wanted: AnySettingValue =
    name === 'taxes' ? { ...withConfirmation(foldSetting(name, comeBy(rows, at)), clean, byTwo) } : clean
  const fields = Object.keys(wanted).filter(
    (field) => wanted[field] !== (was[field] ?? (isList(name) ? '' : undefined)),
  )
  const only = (of: AnySettingValue) => Object.fromEntries(fields.map((field) => [field, of[field] ?? '']))
  const later = rows.filter(({ fromAt }) => fromAt > at)
  for (const moment of [at, ...later.map(({ fromAt }) => fromAt)]) {
    const faults = faultsOf(name, Object.assign({}, was, only(wanted), ...comeBy(later, moment)), currencies)
    if (Object.keys(faults).length > 0) throw invalidInput(faults)
  }
  if (name === 'taxes') refuseTaxes(rows, at, only(wanted))
  const untaken = untakenBy(providers, country, name).filter((field) => only(wanted)[field] === 'on')
  if (untaken.length > 0)
    throw invalidInput(Object.fromEntries(untaken.map((field) => [field, problem('no_provider')])))
  return { begins: clock?.begins ?? null, before: only(was), after: only(wanted) }
}

/** Refuses names of tax rules that stand for other rates at some moment, and a confirmation of others than those that hold then. */
function refuseTaxes(rows: SaidRow[], at: Date, change: AnySettingValue) {
  const earlier = rows.filter(({ fromAt }) => fromAt <= at)
  const later = rows.filter(({ fromAt }) => fromAt > at)
  const taxesAt = (moment: Date) =>
    foldSetting('taxes', [...comeBy(earlier, moment), ...(moment < at ? [] : [change]), ...comeBy(later, moment)])
  const moments = [...rows.map(({ fromAt }) => fromAt), at]
  const sets = [firstTaxes, ...moments.map(taxesAt)]
  for (const moment of moments.filter((one) => one >= at)) {
    const faults = faultsOfRules(taxesAt(moment), sets)
    if (Object.keys(faults).length > 0) throw invalidInput(faults)
  }
  const now = taxesAt(at)
  if (change.confirmed && !isConfirmed(now))
    throw invalidInput({ confirmed: problem('tax_rules', { rules: rulesOf(now) }) })
}

/** Those that have come by a moment, in the order in which they came. */
const comeBy = (rows: SaidRow[], moment: Date) =>
  rows.filter(({ fromAt }) => fromAt <= moment).map(({ value }) => value)

const newestOf = (rows: SaidRow[]) => rows.reduce((most, { id }) => Math.max(most, Number(id)), 0)

/** What is in force, what was set before, and what is still to come. */
export async function describeSettings(karat: Karat, code: string): Promise<SettingsView> {
  const store = knownStore(karat, code)
  const subjects = settingNames.map((name) => `${code} ${name}`)
  const [rows, waits] = await Promise.all([listSettings(karat.db, store.code), findWaiting(karat.db, CHANGE, subjects)])
  return {
    open: store.open,
    names: settingNames.map((name) => {
      const own = rows.filter((row) => row.name === name)
      return {
        name,
        now: store.settings[name],
        newest_id: newestOf(own),
        said: own.map(({ id, value, fromAt, setAt, setBy, reason }) => ({
          ...{ id: Number(id), value, from: fromAt.toISOString(), set_at: setAt.toISOString(), set_by: setBy, reason },
        })),
        ...{ waits: waits.has(`${code} ${name}`), untaken: untakenBy(karat.providers, store.country, name) },
      }
    }),
  }
}
