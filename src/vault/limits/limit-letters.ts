/** What a member is told when a limit order of theirs is over by itself. */
import { sql, type Tx } from '../../db/database.ts'
import { findContact } from '../../identity/member-queries.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, type Currency } from '../../money/money.ts'
import type { Side } from '../trade-rules.ts'

type Over = {
  number: string
  memberId: string
  store: string
  currency: Currency
  side: Side
  limit: bigint
  reserved: bigint
}

/** That it is over, and what was set aside for it is theirs again. */
export async function tellOfLimit(
  tx: Tx,
  id: string,
  template: 'limit_expired' | 'limit_ended' | 'limit_asked_back',
): Promise<void> {
  const order = await tx.row<Over>(sql`
    select number, member_id as "memberId", store, currency, side, limit_minor as "limit", reserved from vault.limit_orders where id = ${id}`)
  if (!order) throw new Error(`a letter about no limit order: ${id}`)
  const { number, memberId, store, currency, side, limit, reserved } = order
  await queueMail(tx, {
    ...{ ...(await findContact(tx, memberId)), store, template, onceKey: `limit_over:${number}` },
    values: {
      ...{ number, side, limit: amountOf(limit, currency) },
      reserved: amountOf(reserved, side === 'buy' ? currency : 'XAU'),
    },
  })
}
