import { sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf } from '../../money/money.ts'
import { nameDestinations } from '../../payouts/destination-queries.ts'
import { reasonOf } from './payout-rules.ts'

type Letter = 'payout_requested' | 'payout_paid' | 'payout_failed' | 'payout_returned'
type Row = {
  number: string
  member_id: string
  store: string
  currency: string
  amount: bigint
  destination_id: string
  failure: string | null
}

/** The member is told, once of each, what became of a withdrawal. */
export async function tellOfPayout(tx: Tx, id: string, template: Letter): Promise<void> {
  const row = await tx.row<Row>(sql`
    select number, member_id, store, currency, amount_minor as amount, destination_id, failure from vault.payouts where id = ${id}`)
  if (!row) throw new Error(`no payout ${id}`)
  const account = (await nameDestinations(tx, [row.destination_id])).get(row.destination_id)
  await queueMail(tx, {
    ...(await findContact(tx, row.member_id)),
    ...{ template, store: row.store, onceKey: `${template}:${row.number}` },
    values: {
      ...{ number: row.number, total: amountOf(row.amount, row.currency), reason: reasonOf(row.failure) },
      account: `${account?.provider_name ?? ''} ${account?.number ?? ''}`.trim(),
    },
  })
}
