/** How transfers between members are booked. Pure. Source: docs/ledger.md. */
import { memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'

type Transfer = { id: string; store: string; senderId: string; recipientId: string; weight: bigint }

const moved = (transfer: Transfer, from: 'gold' | 'gold_held', actorId: string) => {
  const { id, store, senderId, recipientId, weight } = transfer
  return {
    reference: id,
    actor: `member:${actorId}`,
    legs: [
      { account: memberAccount({ store, id: senderId }, from, 'XAU'), amount: -weight },
      { account: memberAccount({ store, id: recipientId }, 'gold', 'XAU'), amount: weight },
    ],
  }
}

/** Grams of one member are another's at once. */
export const goldTransferred = (transfer: Transfer): Posting => ({
  kind: 'gold_transferred',
  ...moved(transfer, 'gold', transfer.senderId),
})

/** Grams that were held for another member are theirs. */
export const transferClaimed = (transfer: Transfer): Posting => ({
  kind: 'transfer_claimed',
  ...moved(transfer, 'gold_held', transfer.recipientId),
})
