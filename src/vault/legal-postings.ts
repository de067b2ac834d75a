/** How what two people carry out of a legal hold is booked. Pure. Source: docs/ledger.md. */
import { type Asset, houseAccount, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'

type LegalTransfer = {
  id: string
  kind: 'succession' | 'court_order'
  store: string
  memberId: string
  /** Null: an authority, whom the house pays. */
  recipientId: string | null
  asset: Asset
  amount: bigint
  actor: string
  reason: string
}

/** What the held member had is another member's, or is owed to an authority. */
export function legallyMoved({ id, kind, store, memberId, recipientId, asset, amount, ...by }: LegalTransfer): Posting {
  const own = (of: string) => memberAccount({ store, id: of }, asset === 'XAU' ? 'gold' : 'cash', asset)
  const to = recipientId === null ? houseAccount(store, 'court_payable', asset) : own(recipientId)
  return {
    ...{ kind, reference: id, ...by },
    legs: [
      { account: own(memberId), amount: -amount },
      { account: to, amount },
    ],
  }
}
