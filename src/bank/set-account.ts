/** Two people say to which account members transfer, and how its bank writes CSV. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { isOpenHeld, type Store, storeOf } from '../stores/stores.ts'
import type { AccountWish } from './office-contract.ts'
import { type CsvMapping, knownMappings, lacksOf } from './statements/csv-mapping-rules.ts'

const ACCOUNT = 'bank.account'
type Meant = { bank: string; number: string; holder: string; csv: CsvMapping | null }

/**
 * Asks for the second person with whom a store is paid to this account; whoever was shown another one may pay there still. Until the store is
 * opened nobody is paid by anybody, and one person sets it.
 *
 * Refuses permission_missing; unknown_store; invalid_input (number; csv, where a column is missing; reason); approval_waiting.
 */
export const askAccount = (
  karat: Bag<'bank'>,
  staff: Staff,
  wish: AccountWish,
  key: Once,
): Promise<{ approval_id: string | null }> =>
  once(karat.db, key, async (tx) => {
    const { store, bank, number, holder, csv, reason } = wish
    if (!karat.stores.has(store)) throw new Refusal('unknown_store')
    if (!/^[0-9A-Z][0-9A-Z -]{4,33}$/.test(number.trim())) throw invalidInput({ number: problem('payout_number') })
    const params = { bank: bank.trim(), number: number.trim(), holder: holder.trim(), csv: mappingOf(csv ?? '') }
    const subject = { kind: 'store', id: store }
    if (await isOpenHeld(tx, store))
      return requestApproval(tx, staff, { action: ACCOUNT, subject, store, reason, params })
    await recordAction(tx, staff, {
      action: ACCOUNT,
      subject,
      store,
      reason,
      details: { did: 'bank_account', ...params },
    })
    await insertAccount(tx, storeOf(karat, store), params, [staff.id])
    return { approval_id: null }
  })

/** One of the banks that are known, or columns as JSON; null where its bank gives CAMT.053 or MT940. */
function mappingOf(text: string): CsvMapping | null {
  if (text.trim() === '') return null
  const known = knownMappings[text.trim().toLowerCase()]
  if (known) return known
  const mapping = parsed(text)
  if (!mapping || lacksOf(mapping).length > 0) throw invalidInput({ csv: problem('unknown') })
  return mapping
}

function parsed(text: string): CsvMapping | null {
  try {
    const { columns, dates, decimal } = JSON.parse(text) as CsvMapping
    const areWords = Object.values(columns ?? {}).every((word) => typeof word === 'string')
    const isRight = areWords && ['dmy', 'mdy', 'ymd'].includes(dates) && ['.', ','].includes(decimal)
    return isRight ? { columns, dates, decimal } : null
  } catch {
    return null
  }
}

export const accountExecutor: Executor = {
  action: ACCOUNT,
  async execute(karat, tx, { subject, params }, { requester, approver }) {
    await insertAccount(tx, storeOf(karat, subject.id), params as Meant, [requester.id, approver.id])
  },
}

async function insertAccount(tx: Tx, { code, currency }: Store, { bank, number, holder, csv }: Meant, by: string[]) {
  await tx.run(sql`
    insert into bank.accounts (id, store, currency, bank, number, holder, mapping, set_by)
    values (${newId()}, ${code}, ${currency}, ${bank}, ${number}, ${holder}, ${csv && JSON.stringify(csv)}::jsonb, ${by}::uuid[])`)
}
