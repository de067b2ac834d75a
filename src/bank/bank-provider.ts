/**
 * The house's own bank in the place of a provider: nobody outside is asked, statements that were imported say what came (decision
 * 0138). A charge is a name by which a transfer is known; a refund stands on a payout list until the bank has paid it.
 */
import { type Db, sql } from '../db/database.ts'
import type { Charge, PaymentProvider, ProviderAnswer, RefundAnswer } from '../payments/contract.ts'
import { nobodyOutside } from './nobody-outside.ts'

export const BANK = 'bank'

/** An account cannot be closed to a transfer: what comes later is settled as late money. */
export const openBankProvider = (db: Db): PaymentProvider => ({
  ...nobodyOutside,
  name: BANK,
  createCharge: async ({ reference }) => answer(await findCharge(db, reference)),
  findCharge: async (reference, line) => answer(await findCharge(db, reference, line)),
  async closeCharge(reference) {
    const charge = await findCharge(db, reference)
    return answer(charge?.state === 'pending' ? { ...charge, state: 'expired' } : charge)
  },
  refund: ({ reference, charge, amountMinor }) => listRefund(db, reference, { line: charge, amountMinor }),
  findRefund: (reference) => findRefund(db, reference),
})

const answer = (charge: Charge | null): ProviderAnswer =>
  charge ? { outcome: 'known', charge } : { outcome: 'absent' }

type Row = { reference: string; amount: bigint; currency: string; line: string | null; came: bigint | null }

/** What a line that was confirmed brought, the first where none is named; what is open still, where none was. */
async function findCharge(db: Db, payment: string, line?: string): Promise<Charge | null> {
  const row = await db.row<Row>(sql`
    select c.reference, c.amount_minor as amount, c.currency, l.id as line, l.amount_minor as came
    from bank.charges c left join bank.lines l on l.payment_id = c.payment_id and l.state = 'confirmed'
      and (${line ?? null}::text is null or l.id::text = ${line ?? null})
    where c.payment_id = ${payment} order by l.decided_at limit 1`)
  if (!row) return null
  const { reference, amount, currency } = row
  return {
    ...{ reference: payment, providerReference: row.line ?? reference, state: row.line ? 'captured' : 'pending' },
    ...{ amountMinor: row.came ?? amount, currency, payUrl: null, payCode: reference, declineReason: null },
  }
}

/** It stands among what goes back from now on, to whom its money came from. */
async function listRefund(db: Db, refund: string, of: { line: string; amountMinor: bigint }): Promise<RefundAnswer> {
  await db.run(sql`
    insert into bank.returns (id, store, currency, line_id, refund_id, amount_minor, name, account)
    select ${refund}, store, currency, id, ${refund}, ${of.amountMinor}, name, account from bank.lines
    where id::text = ${of.line} and state = 'confirmed' on conflict do nothing`)
  return findRefund(db, refund)
}

/** Settled by the line, or the people, that say it was paid. */
export async function findRefund(db: Db, reference: string): Promise<RefundAnswer> {
  const row = await db.row<{ amountMinor: bigint; providerReference: string; paid: boolean }>(sql`
    select amount_minor as "amountMinor", number as "providerReference", paid_at is not null as paid
    from bank.returns where refund_id = ${reference}`)
  if (!row) return { outcome: 'absent' }
  const { paid, ...said } = row
  return { outcome: 'known', refund: { reference, ...said, state: paid ? 'settled' : 'pending', failure: null } }
}
