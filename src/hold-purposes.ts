/** What holds are for, by name: a purpose says what happens when its hold ends by itself. */
import { depositHolds } from './business/close-out.ts'
import type { Karat } from './karat.ts'
import type { HoldPurposes } from './ledger/holds.ts'
import { DEPOSIT_PURPOSE } from './vault/business-quotes.ts'
import { transferHolds } from './vault/end-transfer.ts'
import { limitHolds } from './vault/limits/end-limit.ts'
import { LIMIT_PURPOSE } from './vault/limits/limit-rules.ts'
import { PAYABLE_PURPOSE, payableHolds } from './vault/payables/set-aside.ts'
import { payoutHolds } from './vault/payouts/pay-payouts.ts'
import { PAYOUT_PURPOSE } from './vault/payouts/payout-rules.ts'
import { CHOICE_PURPOSE } from './vault/price-choices/choice-rules.ts'
import { choiceHolds } from './vault/price-choices/open-choice.ts'
import { REDEMPTION_PURPOSE, redemptionHolds } from './vault/redeem-gold.ts'
import { HOLD_PURPOSE } from './vault/transfer-rules.ts'

export const holdPurposes = (karat: Karat): HoldPurposes => ({
  [HOLD_PURPOSE]: transferHolds(karat),
  [PAYABLE_PURPOSE]: payableHolds,
  [PAYOUT_PURPOSE]: payoutHolds(karat),
  [CHOICE_PURPOSE]: choiceHolds,
  [REDEMPTION_PURPOSE]: redemptionHolds,
  [LIMIT_PURPOSE]: limitHolds,
  [DEPOSIT_PURPOSE]: depositHolds,
})
