/** How gold that is bought back from members is paid, and booked where it is no numbered piece. Pure. Source: docs/ledger.md, decisions 0105, 0134. */
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'

type Paid = { id: string; store: string; memberId: string; currency: Currency; amount: bigint; actor: string }
type PaidInGrams = Paid & { fine: bigint }

/** What was agreed is the member's money. Its pieces are booked by their own moves (`pieces_bought_back`). */
export const goldBackPaid = ({ id, store, memberId, currency, amount, actor }: Paid): Posting => ({
  ...{ kind: 'gold_back_paid', reference: id, actor },
  legs: [
    ...houseLegs(store, currency, { bought_back: -amount }),
    { account: memberAccount({ store, id: memberId }, 'cash', currency), amount },
  ],
})

/**
 * What was agreed is the member's in grams: as much fine gold as is paid for leaves the vault at the price of the case, so that the pieces cost
 * what they would have cost in money.
 */
export const goldBackInGrams = ({ id, store, memberId, currency, amount, fine, actor }: PaidInGrams): Posting => ({
  ...{ kind: 'gold_back_in_grams', reference: id, actor },
  legs: [
    ...houseLegs(store, currency, { bought_back: -amount, trading: amount }),
    ...houseLegs(store, 'XAU', { vault: -fine }),
    { account: memberAccount({ store, id: memberId }, 'gold', 'XAU'), amount: fine },
  ],
})

type Melted = { id: string; store: string; books: bigint; fine: bigint; actor: string }

/** Of what the house melted as much fine gold was found as raw gold has of it now; the books had `books`. Less is a loss, more is one below zero. */
export const assayLoss = ({ id, store, books, fine, actor }: Melted): Posting => ({
  ...{ kind: 'assay_loss', reference: id, actor },
  legs: houseLegs(store, 'XAU', { raw_gold: fine - books, assay_loss: books - fine }),
})

type Lot = { id: string; store: string; currency: Currency; fine: bigint; cost: bigint; actor: string }

/** Gold that was not bought here has come into the house: through the vault, as all gold does. */
export const lotReceived = ({ id, store, fine, actor }: Lot): Posting => ({
  ...{ kind: 'lot_received', reference: id, actor },
  legs: houseLegs(store, 'XAU', { gold_received: -fine, vault: fine }),
})

/** It is kept as raw gold, by what was assayed, and cost what was paid for it. */
export const lotKept = ({ id, store, currency, fine, cost, actor }: Lot): Posting => ({
  ...{ kind: 'lot_kept', reference: id, actor },
  legs: [
    ...houseLegs(store, 'XAU', { vault: -fine, raw_gold: fine }),
    ...houseLegs(store, currency, { suppliers: -cost, stock_cost: cost }),
  ],
})
