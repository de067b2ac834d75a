/** What the bank says of the account that holds members' cash: typed in by staff, and put into each day's note beside what is owed. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Karat } from '../karat.ts'
import { cashOfMembers } from '../ledger/ledger-queries.ts'
import { problem } from '../locale/field-rules.ts'
import { amountOf, exponentOf, minor, moneyText, parseDecimal } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import type { Store } from '../stores/stores.ts'
import type { BankBalanceView } from './bank-balance-contract.ts'
import type { CashLine } from './note-rules.ts'

type Wish = {
  store: string
  /** In the store's currency, major units. */
  amount: string
  /** YYYY-MM-DD */
  statement_date: string
  reference: string
  reason: string
}

/**
 * From the next day's note on the bank has so much at the end of that date. A newer entry of the same date corrects an older one.
 *
 * Refuses permission_missing; unknown_store; no_cash_balance where the store keeps none; invalid_input (amount; statement_date to come in the store, or before the statement that
 * was entered last; reason).
 */
export const noteBankBalance = (
  karat: Pick<Karat, 'db' | 'stores'>,
  staff: Staff,
  wish: Wish,
  request: Once = null,
) => {
  const store = karat.stores.get(wish.store)
  if (!store) throw new Refusal('unknown_store')
  const { code, currency, timeZone } = store
  if (!settings.cash.stores[code]) throw new Refusal('no_cash_balance')
  const balance = parseDecimal(wish.amount.trim(), exponentOf(currency))
  if (balance === null) throw invalidInput({ amount: problem('amount') })
  return once(karat.db, request, async (tx): Promise<{ done: true }> => {
    const day = await tx.row<{ early: boolean; older: boolean }>(sql`
      select ${wish.statement_date}::date > (now() at time zone ${timeZone}::text)::date as early,
        coalesce(${wish.statement_date}::date < (
          select max(statement_date) from proof.bank_balances where store = ${code} and currency = ${currency}), false) as older`)
    if (day?.early) throw invalidInput({ statement_date: problem('day_not_yet') })
    if (day?.older) throw invalidInput({ statement_date: problem('statement_older') })
    const reference = wish.reference.trim()
    await keepBankBalance(tx, {
      ...{ store: code, currency, statementDate: wish.statement_date, balance, reference, actor: `staff:${staff.id}` },
    })
    await recordAction(tx, staff, {
      ...{ action: 'vault.bank', subject: { kind: 'vault', id: code }, store: code, reason: wish.reason },
      details: {
        ...{ did: 'bank_balance', amount: amountOf(balance, currency), statement_date: wish.statement_date, reference },
      },
    })
    return { done: true }
  })
}

type Noted = {
  store: string
  currency: string
  statementDate: string
  balance: bigint
  reference: string
  actor: string
}
export const keepBankBalance = (tx: Tx, { store, currency, statementDate, balance, reference, actor }: Noted) =>
  tx.run(sql`
    insert into proof.bank_balances (store, currency, statement_date, balance_minor, reference, actor)
    values (${store}, ${currency}, ${statementDate}::date, ${balance}, ${reference}, ${actor})`)

type Standing = {
  owed: bigint
  noted: { amount: bigint; date: string; days: number; reference: string; actor: string; at: Date } | null
}

/** What members have in cash, held amounts included, and the newest statement of it. */
async function readCash(db: Queryable, { code, currency, timeZone }: CashStore): Promise<Standing> {
  const [owed, noted] = await Promise.all([
    db.row<{ owed: bigint }>(sql`select ${cashOfMembers(code, currency)} as owed`),
    db.row<NonNullable<Standing['noted']>>(sql`
      select balance_minor as amount, to_char(statement_date, 'YYYY-MM-DD') as date,
        (now() at time zone ${timeZone}::text)::date - statement_date as days, reference, noted_at as at, actor
      from proof.bank_balances where store = ${code} and currency = ${currency} order by statement_date desc, id desc limit 1`),
  ])
  return { owed: owed?.owed ?? 0n, noted: noted ?? null }
}
type CashStore = Pick<Store, 'code' | 'currency' | 'timeZone'>

/** The line of a store's note; none before its first statement was entered. */
export async function cashLines(tx: Tx, store: CashStore): Promise<CashLine[]> {
  const { owed, noted } = await readCash(tx, store)
  return noted ? [{ currency: store.currency, owed, atBank: noted.amount, statementDate: noted.date }] : []
}

export async function describeBankBalance(db: Queryable, store: CashStore): Promise<BankBalanceView> {
  const { currency } = store
  const money = (units: bigint) => moneyText(minor(units), currency)
  const { owed, noted } = await readCash(db, store)
  if (!noted) return { currency, owed: money(owed), noted }
  const { amount, date, at, actor, ...said } = noted
  const [, person] = /^staff:(.+)$/.exec(actor) ?? []
  const by = person ? ((await namesOfStaff(db, [person])).get(person) ?? '') : ''
  return {
    ...{ currency, owed: money(owed) },
    noted: {
      ...said,
      by,
      amount: money(amount),
      spare: money(amount - owed),
      statement_date: date,
      noted_at: at.toISOString(),
    },
  }
}
