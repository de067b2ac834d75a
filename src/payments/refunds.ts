/** Money on its way back: a record first, then the question to the provider, asked until it is answered, then the books. */
import { v7 as newId } from 'uuid'
import { mayBeStopped } from '../cases/stops.ts'
import { brokenConstraint, type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { Currency } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Payment, ProviderRefund, Refund, RefundAnswer } from './contract.ts'
import { returnsToSource } from './method-rules.ts'
import { paymentRefunded } from './payment-postings.ts'
import type { Providers } from './providers.ts'
import { allocatedOf, type PartKind, type RefundParts, rowsOfParts, sumOfParts } from './refund-parts-rules.ts'

/**
 * Records that a part of a captured payment goes back, and why; the worker does it: by its provider, or to its payer's balance where
 * nothing goes back by its method (return-to-balance.ts). Nothing is booked before the provider has settled it. The same occasion again changes nothing of a payment while its refund is pending or settled.
 *
 * Refuses refund_exceeds_captured when settled and pending refunds would be more than is captured now, less what a bank has
 * taken, and payment_disputed while the card's bank has it in dispute: the database says so. What the shop itself returns (`system`) is recorded and
 * waits until the dispute is over.
 */
export async function openRefund(
  tx: Tx,
  payment: Payment,
  { parts, occasion, actor }: { parts: RefundParts; occasion: string; actor: string },
): Promise<Refund | undefined> {
  const { kinds, amounts } = rowsOfParts(parts)
  return tx
    .row<Refund>(sql`
      with refund as (
        insert into payments.refunds (id, payment_id, subject_id, member_id, store, currency, amount_minor, allocated_minor, occasion, actor, way)
        values (${newId()}, ${payment.id}, ${payment.subject_id}, ${payment.member_id}, ${payment.store},
          ${payment.captured_currency}, ${sumOfParts(parts)}, ${allocatedOf(parts)}, ${occasion}, ${actor}, ${returnsToSource[payment.method] ? 'source' : 'balance'})
        on conflict (occasion, payment_id) where state <> 'failed' do nothing returning *
      ), parts as (
        insert into payments.refund_parts (refund_id, account_kind, amount_minor)
        select refund.id, part.kind, part.amount from refund, unnest(${kinds}::text[], ${amounts}::bigint[]) as part(kind, amount))
      select * from refund`)
    .catch((error) => {
      const broken = brokenConstraint(error)
      if (broken === 'refunds_within_captured') throw new Refusal('refund_exceeds_captured')
      if (broken === 'refund_waits_for_dispute') throw new Refusal('payment_disputed')
      throw error
    })
}

/** What of a payment still waits in suspense. */
export const suspendedRest = (payment: Payment): bigint =>
  (payment.captured_minor ?? 0n) +
  payment.short_minor -
  (payment.allocated_minor ?? 0n) -
  payment.refunded_suspense_minor -
  payment.offset_minor

/** What a refund takes from where. */
export async function readParts(db: Queryable, { id }: Pick<Refund, 'id'>): Promise<RefundParts> {
  const rows = await db.rows<{ kind: PartKind; amount: bigint }>(
    sql`select account_kind as kind, amount_minor as amount from payments.refund_parts where refund_id = ${id}`,
  )
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]))
}

/** Every refund of a subject's money, oldest first. */
export const listRefunds = (db: Queryable, subjectId: string) =>
  db.rows<Refund>(sql`select * from payments.refunds where subject_id = ${subjectId} order by created_at, id`)

/** What was refunded of the money that a subject had, as an SQL expression of type numeric. */
export const refundedOf = (subjectId: Sql, currency: Currency): Sql => sql`
  coalesce((select sum(allocated_minor) from payments.refunds
    where subject_id = ${subjectId} and currency = ${currency} and state = 'settled'), 0)`

/** With what its payment was for. */
export const lockRefund = (tx: Tx, id: string): Promise<(Refund & Pick<Payment, 'purpose'>) | undefined> =>
  tx.row(sql`
    select r.*, p.purpose from payments.refunds r join payments.payments p on p.id = r.payment_id where r.id = ${id} for update of r`)

/** `waits`: only what its provider has already is asked about. */
type Due = Refund & { provider: string; charge: string; waits: boolean }

/**
 * Refunds to ask about now; each is put off, twice as long each time, before it is asked. While a payment is disputed, and while
 * a case stops the member, only those that its provider may have already.
 */
export const takeRefundsToAsk = (db: Queryable) =>
  db.rows<Due>(sql`
    update payments.refunds r set tries = tries + 1,
      next_try_at = now() + least(interval '5 seconds' * power(2, least(tries, 10)), make_interval(secs => ${settings.refund.slowestAskSeconds}::int))
    from payments.payments p
    where p.id = r.payment_id and r.id in (
      select due.id from payments.refunds due join payments.payments of on of.id = due.payment_id
      where due.state = 'pending' and due.next_try_at <= now() and (of.disputed_minor = 0 or due.tries > 0)
        and (due.tries > 0 or not ${mayBeStopped(sql`due.member_id`)})
      order by due.next_try_at limit 50 for update of due skip locked)
    returning r.*, p.provider, p.provider_reference as charge, 
      (p.disputed_minor > 0 or ${mayBeStopped(sql`r.member_id`)}) as waits`)

/**
 * Asks the provider for a refund, or how it stands, outside any transaction. The refund's id is the provider's key, so
 * asking again never returns the money twice. Nothing that a provider does not have is asked for during a dispute, or while its member is
 * stopped.
 */
export async function askForRefund(providers: Providers, refund: Due): Promise<RefundAnswer> {
  const provider = providers.get(refund.provider)
  if (!provider) return { outcome: 'unknown' }
  const known: RefundAnswer = refund.tries > 1 ? await provider.findRefund(refund.id) : { outcome: 'absent' }
  if (known.outcome !== 'absent') return known
  if (refund.waits) return { outcome: 'unknown' }
  return provider.refund({ reference: refund.id, charge: refund.charge, amountMinor: refund.amount_minor })
}

/**
 * Brings a refund, which the caller holds locked, to what its provider says: settled money leaves the books by one
 * transfer, a refused one leaves none. False when it says nothing new. An answer about another amount is a defect.
 */
export async function decideRefund(tx: Tx, refund: Refund, told: ProviderRefund): Promise<boolean> {
  if (refund.state !== 'pending' || told.state === 'pending') return false
  if (told.amountMinor !== refund.amount_minor)
    throw new Error(`the provider returned ${told.amountMinor} for the refund ${refund.id} of ${refund.amount_minor}`)
  await tx.run(sql`
    update payments.refunds set state = ${told.state}, provider_reference = ${told.providerReference},
      failure = ${told.failure}, decided_at = now() where id = ${refund.id}`)
  if (told.state === 'settled') await postTransfer(tx, paymentRefunded(refund, await readParts(tx, refund)))
  return true
}

const withoutPapers = sql`state = 'settled' and papers_at is null and allocated_minor > 0`

/** Refunds that have settled, of money that a subject had, and have no papers yet; those first that wait longest. */
export const listRefundsWithoutPapers = (db: Queryable) =>
  db.rows<{ id: string }>(sql`select id from payments.refunds
    where ${withoutPapers} and coalesce(papers_next_try_at, '-infinity') <= now() order by decided_at limit 100`)

/** Such a refund, held; undefined when it has its papers, or another process is at it. */
export const claimForPapers = (tx: Tx, id: string): Promise<Refund | undefined> =>
  tx.row<Refund>(sql`select * from payments.refunds
    where id = ${id} and ${withoutPapers} for no key update skip locked`)

/** It has its papers, or needs none. */
export const papersAreDone = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`update payments.refunds set papers_at = now(), papers_next_try_at = null where id = ${id}`)

/** One that somebody holds at this moment is not put off: it is looked at again in the next round. */
export const postponePapers = (db: Queryable, id: string, seconds: number): Promise<number> =>
  db.run(sql`update payments.refunds
    set papers_next_try_at = now() + make_interval(secs => ${seconds}::int)
    where id = (select id from payments.refunds where id = ${id} for update skip locked)`)
