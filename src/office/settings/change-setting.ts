/** What a store says of itself and goes by: changed by its staff, from a moment on, for every instance at once (decision 0140). */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput } from '../../refusals.ts'
import { type Executor, findWaiting, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { insertSetting } from '../../stores/add-stores.ts'
import {
  type AnySettingValue,
  cleanSetting,
  faultsOf,
  type SettingName,
  settingNames,
  settingRules,
} from '../../stores/setting-rules.ts'
import { listSettings, type Store, startOfDay } from '../../stores/stores.ts'
import { knownStore } from '../kit/known-store.ts'
import type { SettingsView, SettingWish } from './settings-contract.ts'

const CHANGE = 'settings.change'

/**
 * From its moment on the store goes by it: at once, or from the first minute of a day to come in its zone. What was in force stays as
 * history, and what was made under it keeps it. Where the table of settings asks for a second person, it is only asked for.
 *
 * Refuses unknown_store; invalid_input by field, and (from) for a day that has begun; permission_missing; approval_waiting.
 */
export async function changeSetting(
  karat: Karat,
  staff: Staff,
  { store: code, name, value: typed, from, reason }: SettingWish,
  key: Once,
): Promise<{ approval_id: string | null }> {
  const store = knownStore(karat, code)
  const value = cleanSetting(name, typed)
  const faults = faultsOf(name, value)
  if (Object.keys(faults).length > 0) throw invalidInput(faults)
  return once(karat.db, key, async (tx) => {
    const begins = from === null ? null : await dayToCome(tx, store, from)
    const subject = { kind: 'setting', id: `${code} ${name}` }
    const before = store.settings[name]
    if (settingRules[name].second)
      return requestApproval(tx, staff, { action: CHANGE, subject, store: code, reason, params: { name, value, from } })
    await recordAction(tx, staff, {
      ...{ action: CHANGE, subject, store: code, reason },
      details: { did: 'change_setting', ...changesOf(before, value), from },
    })
    await insertSetting(tx, { store: code, name, value, from: begins, by: staff.name, reason })
    tx.afterCommit(() => void karat.refreshStores())
    return { approval_id: null }
  })
}

/** Refuses invalid_input (from) for a day that has begun meanwhile. */
export const settingExecutor: Executor = {
  action: CHANGE,
  async execute(karat, tx, { store: code, params, reason }, { requester, approver }) {
    const { name, value, from } = params as { name: SettingName; value: AnySettingValue; from: string | null }
    const store = knownStore(karat, code ?? '')
    const begins = from === null ? null : await dayToCome(tx, store, from)
    await insertSetting(tx, {
      store: store.code,
      name,
      value,
      from: begins,
      by: `${requester.name}, ${approver.name}`,
      reason,
    })
    tx.afterCommit(() => void karat.refreshStores())
  },
}

async function dayToCome(tx: Tx, { timeZone }: Store, day: string): Promise<Date> {
  const row = await tx.row<{ begins: Date; come: boolean }>(
    sql`select ${startOfDay(day, timeZone)} as begins, ${startOfDay(day, timeZone)} <= now() as come`,
  )
  if (!row || row.come) throw invalidInput({ from: problem('staff_day') })
  return row.begins
}

/** Only what is another value than before. */
export function changesOf(before: AnySettingValue, after: AnySettingValue) {
  const names = Object.keys(after).filter((field) => before[field] !== after[field])
  const only = (of: AnySettingValue) => Object.fromEntries(names.map((field) => [field, of[field] ?? '']))
  return { before: only(before), after: only(after) }
}

/** What is in force, what was set before, and what is still to come. */
export async function describeSettings(karat: Karat, code: string): Promise<SettingsView> {
  const store = knownStore(karat, code)
  const [rows, waits] = await Promise.all([
    listSettings(karat.db, store.code),
    findWaiting(
      karat.db,
      CHANGE,
      settingNames.map((name) => `${code} ${name}`),
    ),
  ])
  return {
    names: settingNames.map((name) => ({
      name,
      now: store.settings[name],
      said: rows
        .filter((row) => row.name === name)
        .map(({ value, fromAt, setAt, setBy, reason }) => ({
          ...{ value, from: fromAt.toISOString(), set_at: setAt.toISOString(), set_by: setBy, reason },
        })),
      waits: waits.has(`${code} ${name}`),
    })),
  }
}
