/**
 * What money is for. A payment knows its purpose and its subject and nothing else of it: each purpose has a settler, listed by
 * name in `src/settlers.ts`, and what is the same for all of them is done here (settle-payment.ts).
 */
import type { Queryable, Sql, Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Amount } from '../money/money.ts'
import type { Payment } from './contract.ts'

/** What a payment may be for. */
export const purposes = ['order', 'deposit', 'purchase'] as const
export type Purpose = (typeof purposes)[number]

/** What a notice did that paid the subject of its purpose, and the letter that says so. */
export const paidOf = (purpose: Purpose) => `${purpose}_paid` as const
export type Paid = ReturnType<typeof paidOf>

type AboutMoney =
  | 'money_returning'
  | 'money_returned'
  | 'money_return_failed'
  | 'money_in_balance'
  | 'money_kept'
  | 'money_to_account'
  | 'money_unnamed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_turned_won'
  | 'dispute_turned_lost'
/** The letter that says what became of money, in the words of what it was for: those of orders have no name of their own. */
export const letterOf = <About extends AboutMoney>(purpose: Purpose, about: About) =>
  purpose === 'order' ? about : (`${purpose}_${about}` as const)

/** One thing that is paid for. `number` is how letters name it. */
export type Subject = { id: string; number: string; store: string }

/** It is paid now: what is to be booked, one posting for each of its payments, where it is not booked yet; `said`: what its letter says beside. */
export type Fulfilled = {
  subject: Subject
  postings: Posting[]
  said?: { grams: Amount; price: Amount }
  /** Grams that pay it beside the money, and the day by whose end it is packed, which its letter names. */
  inGrams?: { weight: bigint; packedBy: string } | null
}

/** What a subject waits for, in the words of its settler: amounts as decimal text. */
export type Awaited = Readonly<Record<string, string>>

/**
 * Of subjects that one payment pays whole, without a look at anything else: how one statement does that (pay-at-once.ts), in the
 * place of `fulfil`. They have no parts.
 */
type AtOnce = {
  /** What the subject waits for, as an SQL expression of type json (`Awaited`); null where it waits for nothing, or more is to be done. */
  awaited(subjectId: Sql): Sql
  /**
   * Parts of a statement in which `open` has a row while the payment may pay: `paid` has a row, and the subject is paid, where it
   * still waits for exactly that.
   */
  paid(payment: PaidBy, awaited: Awaited): Sql
  /** How its letter names it, and what is to be booked. */
  fulfilled(payment: PaidBy, awaited: Awaited): { number: string; posting: Posting }
}
type PaidBy = Pick<Payment, 'id' | 'subject_id' | 'member_id' | 'amount_minor' | 'currency' | 'provider' | 'method'>

export type Settler<Of extends Subject = Subject> = {
  atOnce?: AtOnce
  /**
   * The subject of a payment that brought its amount is paid afterwards, where this and `parts`, which came before and wait,
   * sum to its total (tender-rules.ts). `is a part`: it waits for more, and is held from now on, so that nobody judges another
   * part beside this one. Undefined where it waits for no such money, or may not have it: then nothing of the money has moved.
   */
  fulfil(tx: Tx, payment: Payment, parts: readonly Payment[]): Promise<Fulfilled | 'is a part' | undefined>
  /** Whether money that came by a payment's way is late though its subject waits still; `bookedAt`: when its bank booked it, of a transfer. */
  isLate?(tx: Tx, payment: Payment, bookedAt: Date | undefined): Promise<boolean>
  /** The subject, locked. Throws where there is none. */
  lock(tx: Tx, subjectId: string): Promise<Of>
  /**
   * Captured money that is late, double or wrong is in suspense: whether its payer chooses what becomes of it. Where not, it
   * goes back at once.
   */
  keepSuspended(tx: Tx, subject: Of, payment: Payment): Promise<boolean>
  /** Whether what was captured beyond what is needed waits for its payer's choice. Where not, it goes back at once. */
  keepsSurplus(subject: Of): boolean
  /**
   * Of a subject that is nothing but money: what its payer still has with the store, held. A bank or a provider that took its money
   * takes it from them first; what they have spent they owe. Without it the house bears what a bank took, and people decide.
   */
  payerHas?(tx: Tx, payment: Payment): Promise<bigint>
  /** Whether so much money may stand in their cash balance: what was taken from them comes there again. Where not, it goes back as money of an order does. */
  payerMayHave?(tx: Tx, payment: Payment, amount: bigint): Promise<boolean>
  /** Where money of its payer stands that cannot go back to where it came from. Without it such money waits. */
  payersPlace?: PayersPlace
  /** How letters name a subject; empty where there is none any more. */
  numberOf(db: Queryable, subjectId: string): Promise<string>
}

export type PayersPlace = {
  /** In their cash balance, owed to them beside it, or nowhere while their account is closed or a case stops them. Their place is held afterwards. */
  find(tx: Tx, payer: Payment, amount: bigint): Promise<'balance' | 'account' | 'nowhere'>
  /**
   * So much came into their cash in this transaction, and is owed to them instead: it is paid to their usual account as soon as it may leave, or
   * once they name one at `link`. The account as letters name it.
   */
  owe(
    tx: Tx,
    karat: Pick<Karat, 'config'>,
    payer: Payment,
    owed: { amount: bigint; refundId: string },
  ): Promise<{ account: string | null; link: string }>
}

export type Settlers = Readonly<Record<Purpose, Settler>>
