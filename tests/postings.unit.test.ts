/** Every way in which the house books something: the legs in full, and whether the table of kinds says the same. */

import { expect, test } from 'vitest'
import { commissionAccrued, commissionPaid, commissionReversed } from '../src/agents/commissions/commission-postings.ts'
import { barsMoved } from '../src/backing/register/bar-postings.ts'
import { bankMatched, bankReceived, bankRefundPaid, bankReturned, bankSetAside } from '../src/bank/bank-postings.ts'
import { dealClosedOut } from '../src/business/close-postings.ts'
import { taxCollected } from '../src/business/tax-postings.ts'
import { type MovedPieces, piecePostings } from '../src/catalogue/piece-postings.ts'
import { metalRevalued } from '../src/catalogue/revaluation-postings.ts'
import { assayLoss, goldBackInGrams, goldBackPaid, lotKept, lotReceived } from '../src/goldback/goldback-postings.ts'
import { holdPlaced, holdReleased } from '../src/ledger/hold-postings.ts'
import { unevenAsset } from '../src/ledger/ledger-rules.ts'
import type { Posting } from '../src/ledger/posting-rules.ts'
import { type TransferKind, transferKindRows } from '../src/ledger/transfer-kind-rules.ts'
import { minor, weight } from '../src/money/money.ts'
import {
  balanceSpent,
  differenceGranted,
  paymentCaptured,
  paymentHonoured,
  saleSettled,
} from '../src/orders/core/order-postings.ts'
import { saleBooked } from '../src/orders/sales/sale-postings.ts'
import { counterReceived } from '../src/payments/counter-postings.ts'
import {
  type DisputeStand,
  disputeLost,
  disputeOpened,
  disputeTurned,
  disputeWon,
  paymentCorrected,
  paymentRefunded,
  paymentReturned,
  paymentSetOff,
  paymentSuspended,
  receivablePaid,
  receivableWrittenOff,
} from '../src/payments/payment-postings.ts'
import { rewardCredited, rewardReserved, rewardReversed } from '../src/referral/reward-postings.ts'
import { adjusted } from '../src/vault/adjustment-postings.ts'
import { cashDeposited } from '../src/vault/deposit-postings.ts'
import { legallyMoved } from '../src/vault/legal-postings.ts'
import { payoutAccepted, payoutFailed, payoutPaid, payoutReturned } from '../src/vault/payouts/payout-postings.ts'
import { tradeRepriced, tradeUndone } from '../src/vault/price-choices/choice-postings.ts'
import { purchasePaid } from '../src/vault/purchases/purchase-postings.ts'
import { goldRedeemed, redemptionReturned } from '../src/vault/redemption-postings.ts'
import { remittanceReturned, remitted } from '../src/vault/remittances/remittance-postings.ts'
import { goldTraded, pastTraded } from '../src/vault/trade-postings.ts'
import { goldTransferred, transferClaimed } from '../src/vault/transfer-postings.ts'

const payment = { id: 'p1', store: 'id', provider: 'sandbox', currency: 'IDR', member_id: 'm1' } as const
const order = {
  ...({ id: 'o1', store: 'id', member_id: 'm1', currency: 'IDR' } as const),
  ...{ goods_minor: 1000n, discount_minor: 100n, delivery_minor: 20n, insurance_minor: 5n, tax_minor: 11n },
  total_minor: 936n,
}
const parts = { order_money: 500n, delivery_fees: 20n, insurance_fees: 5n, tax_payable: 11n, suspense: 7n }
const refund = {
  ...{ id: 'r1', store: 'id', currency: 'IDR', amount_minor: 543n },
  ...{ actor: 'member:m1', occasion: 'cancel' },
}
const lot = { id: 'lot', store: 'id', currency: 'IDR', fine: 7n, cost: 20n, actor: 'staff:s' } as const
const ofReward = { id: 'r', store: 'id', memberId: 'm', weight: 9n, actor: 'system' }
const dayOne = { store: 'id', day: '2026-11-24', currency: 'IDR' } as const
const handedOver = { orderId: 'o1', store: 'id', currency: 'IDR', actor: 'staff:s1' } as const
const dispute = { id: 'd1', currency: 'IDR', amount_minor: 936n, reason: 'fraudulent' }
const stand = (state: DisputeStand['state']) => ({ state, amount_minor: 936n, loss_minor: 0n, short_minor: 0n })
const lost = { ...stand('lost'), loss_minor: 900n, short_minor: 36n }
const turned = (was: DisputeStand, now: DisputeStand, back = { suspense: 0n, cash: 0n }) =>
  disputeTurned(payment, dispute, { id: 'x1', was, now, ...back })
const setOff = { id: 's1', store: 'id', memberId: 'm1', currency: 'IDR', parts, occasion: 'cancel', actor: 'system' }
const owed = { id: 'n1', store: 'id', currency: 'IDR', amount: 40n, actor: 'staff:s1', reason: 'As the bank says' }

const trade = {
  ...({ id: 't1', store: 'id', memberId: 'm1', currency: 'IDR', weight: weight(3797n) } as const),
  ...{ amount: minor(1_000_000n), value: 982_992n, spread: 17_001n, rounding: 7n },
}
const correction = { ...{ id: 'a1', store: 'id', memberId: 'm1', asset: 'XAU' as const }, actor: 'two', reason: 'r' }
const taken = { ...payment, amount_minor: 936n, actor: 'staff:s1' }
const atBank = { id: '1', store: 'id', currency: 'IDR', amount: 20n, actor: 'staff:1' }
const remittance = {
  ...({ id: 'b1', of: 'payout', store: 'id', currency: 'IDR' } as const),
  ...{ amount: 20n, actor: 'staff:s1+staff:s2', reason: 'r' },
}
const legal = {
  ...({ id: 'l1', kind: 'succession', store: 'id', memberId: 'm1', recipientId: 'm2', asset: 'XAU' } as const),
  ...{ amount: 20n, actor: 'staff:s1+staff:s2', reason: 'The certificate of heirs' },
}
const happenedAt = new Date('2025-11-24T03:00:00Z')
/** What a purchase would have been at the right price. */
const cheaper = { amount: minor(18_000n), value: 18_001n, spread: -1n, rounding: 0n }
const right = { amount: minor(1_020_000n), value: 1_000_000n, spread: 20_000n, rounding: 0n }
const sale = { ...trade, side: 'sell', amount: minor(965_984n), value: 982_993n, spread: 17_002n } as const
const money = { id: 'h1', store: 'id', memberId: 'm1', asset: 'IDR', amount: 900n } as const
const grams = { ...money, asset: 'XAU' } as const
const gift = { id: 'g1', store: 'id', senderId: 'm1', recipientId: 'm2', weight: 20n }
const redeemed = { id: 'e1', store: 'id', memberId: 'm1', weight: 20n, actor: 'system' }
const bars = { act: 'a1', store: 'id', actor: 'staff:s1', fine: 99_990n }
const dear = { spread: -100n, rounding: 0n }

const cost = { currency: 'IDR', cost: 23_000_000n } as const
const moved = { act: 'a1', store: 'id', actor: 'staff:s1', fine: 99_990n, costs: [cost] }
const [received, shelved] = piecePostings.received
const ofPieces = (posting: ((moved: MovedPieces) => Posting) | undefined): Posting =>
  posting?.(moved) ?? expect.unreachable()

const payout = {
  id: 'w1',
  store: 'id',
  member_id: 'm1',
  currency: 'IDR',
  amount_minor: 900n,
  provider: 'sandbox',
} as const

type Legs = Record<string, bigint>
/** What is booked, and the legs that it must have, of zero left out. */
const samples: Record<TransferKind, [Posting, Legs][]> = {
  payment_captured: [
    [
      paymentCaptured(payment, order),
      {
        'house:id provider_clearing IDR': -936n,
        'house:id order_money IDR': 900n,
        'house:id delivery_fees IDR': 20n,
        'house:id insurance_fees IDR': 5n,
        'house:id tax_payable IDR': 11n,
      },
    ],
  ],
  balance_spent: [
    [
      balanceSpent(payment, order),
      {
        'member:id:m1 cash IDR': -936n,
        'house:id order_money IDR': 900n,
        'house:id delivery_fees IDR': 20n,
        'house:id insurance_fees IDR': 5n,
        'house:id tax_payable IDR': 11n,
      },
    ],
  ],
  gold_redeemed: [[goldRedeemed(redeemed), { 'member:id:m1 gold_held XAU': -20n, 'house:id vault XAU': 20n }]],
  deal_closed_out: [
    [
      dealClosedOut({
        ...{
          requestId: 'r1',
          store: 'id',
          memberId: 'm1',
          currency: 'IDR',
          kept: 900n,
          actor: 'staff:s1',
          reason: 'Not paid',
        },
      }),
      { 'member:id:m1 cash IDR': -900n, 'house:id trading IDR': 900n },
    ],
  ],
  commission_accrued: [
    [
      commissionAccrued({ id: 'c1', store: 'id', currency: 'IDR', amount: 120n }),
      { 'house:id commission_expense IDR': -120n, 'house:id commission_payable IDR': 120n },
    ],
  ],
  commission_reversed: [
    [
      commissionReversed({ id: 'r1', store: 'id', currency: 'IDR', amount: 40n }),
      { 'house:id commission_payable IDR': -40n, 'house:id commission_expense IDR': 40n },
    ],
  ],
  commission_paid: [
    [
      commissionPaid({ id: 's1', store: 'id', memberId: 'm1', currency: 'IDR', gross: 80n, withheld: 2n }),
      { 'house:id commission_payable IDR': -80n, 'house:id tax_payable IDR': 2n, 'member:id:m1 cash IDR': 78n },
    ],
  ],
  tax_collected: [
    [
      taxCollected({ requestId: 'r1', store: 'id', memberId: 'm1', currency: 'IDR', amount: minor(25n) }),
      { 'member:id:m1 cash IDR': -25n, 'house:id tax_payable IDR': 25n },
    ],
  ],
  redemption_returned: [[redemptionReturned(redeemed), { 'house:id vault XAU': -20n, 'member:id:m1 gold XAU': 20n }]],
  bank_received: [[bankReceived(atBank), { 'house:id bank IDR': -20n, 'house:id suspense IDR': 20n }]],
  bank_matched: [[bankMatched(atBank), { 'house:id suspense IDR': -20n, 'house:id provider_clearing IDR': 20n }]],
  bank_set_aside: [[bankSetAside(atBank), { 'house:id suspense IDR': -20n, 'house:id bank IDR': 20n }]],
  bank_returned: [[bankReturned(atBank), { 'house:id suspense IDR': -20n, 'house:id bank IDR': 20n }]],
  counter_received: [
    [
      counterReceived({ ...taken, method: 'counter_cash' }),
      { 'house:id till IDR': -936n, 'house:id provider_clearing IDR': 936n },
    ],
    [
      counterReceived({ ...taken, method: 'counter_card' }),
      { 'house:id terminal_clearing IDR': -936n, 'house:id provider_clearing IDR': 936n },
    ],
  ],
  bank_refund_paid: [[bankRefundPaid(atBank), { 'house:id provider_clearing IDR': -20n, 'house:id bank IDR': 20n }]],
  payment_honoured: [
    [
      paymentHonoured(payment, order, 'member:m1'),
      {
        'house:id suspense IDR': -936n,
        'house:id order_money IDR': 900n,
        'house:id delivery_fees IDR': 20n,
        'house:id insurance_fees IDR': 5n,
        'house:id tax_payable IDR': 11n,
      },
    ],
  ],
  cash_deposited: [
    [
      cashDeposited(payment, { store: 'id', member_id: 'm1', currency: 'IDR', amount_minor: 936n }),
      { 'house:id provider_clearing IDR': -936n, 'member:id:m1 cash IDR': 936n },
    ],
  ],
  purchase_paid: [
    [
      purchasePaid(payment, { store: 'my', member_id: 'm1', currency: 'MYR', amount_minor: 936n }),
      { 'house:my provider_clearing MYR': -936n, 'member:my:m1 cash MYR': 936n },
    ],
  ],
  payout_accepted: [
    [payoutAccepted(payout), { 'member:id:m1 cash_held IDR': -900n, 'house:id payout_clearing IDR': 900n }],
  ],
  payout_paid: [[payoutPaid(payout), { 'house:id payout_clearing IDR': -900n, 'house:id bank IDR': 900n }]],
  payout_failed: [
    [payoutFailed(payout, 'system'), { 'house:id payout_clearing IDR': -900n, 'member:id:m1 cash IDR': 900n }],
  ],
  payout_returned: [
    [payoutReturned(payout, 'cash'), { 'house:id bank IDR': -900n, 'member:id:m1 cash IDR': 900n }],
    [payoutReturned(payout, 'payout_clearing'), { 'house:id bank IDR': -900n, 'house:id payout_clearing IDR': 900n }],
  ],
  payment_suspended: [
    [
      paymentSuspended(payment, { currency: 'THB', amountMinor: 40n }),
      { 'house:id provider_clearing THB': -40n, 'house:id suspense THB': 40n },
    ],
    [
      paymentSuspended(payment, { currency: 'XAU', amountMinor: 40n }),
      { 'house:id provider_clearing XXX': -40n, 'house:id suspense XXX': 40n },
    ],
  ],
  sale_settled: [
    [
      saleSettled(order, { kept: 30n, gain: 0n, because: 'cancel', actor: 'system' }),
      { 'house:id order_money IDR': -30n, 'house:id settlement IDR': 30n },
    ],
    [
      saleSettled(order, { kept: 0n, gain: 8n, because: 'cancel', actor: 'system' }),
      { 'house:id settlement IDR': -8n, 'member:id:m1 cash IDR': 8n },
    ],
  ],
  sale_booked: [
    [
      saleBooked({ ...handedOver, number: 1, sale: { gold: 800n, premium: 90n, making: 10n } }),
      {
        'house:id order_money IDR': -900n,
        'house:id sales_gold IDR': 800n,
        'house:id sales_premium IDR': 90n,
        'house:id sales_making IDR': 10n,
      },
    ],
    [
      saleBooked({ ...handedOver, number: 2, sale: { gold: -800n, premium: -90n, making: -10n } }),
      {
        'house:id order_money IDR': 900n,
        'house:id sales_gold IDR': -800n,
        'house:id sales_premium IDR': -90n,
        'house:id sales_making IDR': -10n,
      },
    ],
  ],
  demo_history: [
    [
      pastTraded({ ...trade, side: 'buy', happenedAt }),
      { 'house:id vault XAU': -3797n, 'member:id:m1 gold XAU': 3797n },
    ],
    [
      pastTraded({ ...trade, side: 'sell', happenedAt }),
      { 'house:id vault XAU': 3797n, 'member:id:m1 gold XAU': -3797n },
    ],
  ],
  metal_revalued: [
    [
      metalRevalued({ ...dayOne, change: 70n }),
      { 'house:id metal_revaluation IDR': -70n, 'house:id unrealised_result IDR': 70n },
    ],
    [
      metalRevalued({ ...dayOne, change: -70n }),
      { 'house:id metal_revaluation IDR': 70n, 'house:id unrealised_result IDR': -70n },
    ],
  ],
  difference_granted: [
    [
      differenceGranted(order, { back: 30n, gain: 8n, actor: 'staff:s1' }),
      { 'house:id settlement IDR': -38n, 'house:id order_money IDR': 30n, 'member:id:m1 cash IDR': 8n },
    ],
  ],
  payment_refunded: [
    [
      paymentRefunded(refund, parts),
      {
        'house:id order_money IDR': -500n,
        'house:id delivery_fees IDR': -20n,
        'house:id insurance_fees IDR': -5n,
        'house:id tax_payable IDR': -11n,
        'house:id suspense IDR': -7n,
        'house:id provider_clearing IDR': 543n,
      },
    ],
  ],
  payment_returned: [
    [
      paymentReturned({ ...refund, member_id: 'm1' }, parts),
      {
        'house:id order_money IDR': -500n,
        'house:id delivery_fees IDR': -20n,
        'house:id insurance_fees IDR': -5n,
        'house:id tax_payable IDR': -11n,
        'house:id suspense IDR': -7n,
        'member:id:m1 cash IDR': 543n,
      },
    ],
  ],
  payment_corrected: [
    [
      paymentCorrected(payment, 'IDR', { id: 'c1', was: 100n, now: 160n, suspense: 45n, short: -15n }),
      {
        'house:id provider_clearing IDR': -60n,
        'house:id suspense IDR': 45n,
        'house:id receivable IDR': 15n,
      },
    ],
    [
      paymentCorrected(payment, 'IDR', { id: 'c2', was: 160n, now: 100n, suspense: -45n, short: 15n }),
      {
        'house:id provider_clearing IDR': 60n,
        'house:id suspense IDR': -45n,
        'house:id receivable IDR': -15n,
      },
    ],
  ],
  payment_set_off: [
    [
      paymentSetOff({ ...setOff, receivable: 500n, loss: 43n }),
      {
        'house:id order_money IDR': -500n,
        'house:id delivery_fees IDR': -20n,
        'house:id insurance_fees IDR': -5n,
        'house:id tax_payable IDR': -11n,
        'house:id suspense IDR': -7n,
        'house:id receivable IDR': 500n,
        'house:id chargeback_loss IDR': 43n,
      },
    ],
    [
      paymentSetOff({ ...setOff, parts: { cash: 40n }, receivable: 40n, loss: 0n }),
      { 'member:id:m1 cash IDR': -40n, 'house:id receivable IDR': 40n },
    ],
  ],
  remitted: [
    [remitted(remittance), { 'house:id payout_clearing IDR': -20n, 'house:id bank IDR': 20n }],
    [remitted({ ...remittance, of: 'court_order' }), { 'house:id court_payable IDR': -20n, 'house:id bank IDR': 20n }],
  ],
  remittance_returned: [
    [remittanceReturned(remittance), { 'house:id payout_clearing IDR': 20n, 'house:id bank IDR': -20n }],
    [
      remittanceReturned({ ...remittance, of: 'court_order' }),
      { 'house:id court_payable IDR': 20n, 'house:id bank IDR': -20n },
    ],
  ],
  adjusted: [
    [adjusted({ ...correction, amount: 20n }), { 'member:id:m1 gold XAU': 20n, 'house:id vault XAU': -20n }],
    [adjusted({ ...correction, amount: -20n }), { 'member:id:m1 gold XAU': -20n, 'house:id vault XAU': 20n }],
    [
      adjusted({ ...correction, asset: 'IDR', amount: 20n }),
      { 'member:id:m1 cash IDR': 20n, 'house:id adjustments IDR': -20n },
    ],
    [
      adjusted({ ...correction, asset: 'IDR', amount: -20n }),
      { 'member:id:m1 cash IDR': -20n, 'house:id adjustments IDR': 20n },
    ],
  ],
  succession: [
    [legallyMoved(legal), { 'member:id:m1 gold XAU': -20n, 'member:id:m2 gold XAU': 20n }],
    [legallyMoved({ ...legal, asset: 'IDR' }), { 'member:id:m1 cash IDR': -20n, 'member:id:m2 cash IDR': 20n }],
  ],
  court_order: [
    [legallyMoved({ ...legal, kind: 'court_order' }), { 'member:id:m1 gold XAU': -20n, 'member:id:m2 gold XAU': 20n }],
    [
      legallyMoved({ ...legal, kind: 'court_order', asset: 'IDR' }),
      { 'member:id:m1 cash IDR': -20n, 'member:id:m2 cash IDR': 20n },
    ],
    [
      legallyMoved({ ...legal, kind: 'court_order', asset: 'IDR', recipientId: null }),
      { 'member:id:m1 cash IDR': -20n, 'house:id court_payable IDR': 20n },
    ],
  ],
  gold_transferred: [[goldTransferred(gift), { 'member:id:m1 gold XAU': -20n, 'member:id:m2 gold XAU': 20n }]],
  transfer_claimed: [[transferClaimed(gift), { 'member:id:m1 gold_held XAU': -20n, 'member:id:m2 gold XAU': 20n }]],
  gold_bought: [
    [
      goldTraded({ ...trade, side: 'buy', isHeld: true }),
      {
        'member:id:m1 cash_held IDR': -1_000_000n,
        'house:id trading IDR': 982_992n,
        'house:id spread IDR': 17_001n,
        'house:id rounding IDR': 7n,
        'house:id vault XAU': -3797n,
        'member:id:m1 gold XAU': 3797n,
      },
    ],
    [
      goldTraded({ ...trade, side: 'buy' }),
      {
        'member:id:m1 cash IDR': -1_000_000n,
        'house:id trading IDR': 982_992n,
        'house:id spread IDR': 17_001n,
        'house:id rounding IDR': 7n,
        'house:id vault XAU': -3797n,
        'member:id:m1 gold XAU': 3797n,
      },
    ],
    [
      goldTraded({ ...trade, ...dear, side: 'buy', amount: minor(982_892n) }),
      {
        'member:id:m1 cash IDR': -982_892n,
        'house:id trading IDR': 982_992n,
        'house:id spread IDR': -100n,
        'house:id vault XAU': -3797n,
        'member:id:m1 gold XAU': 3797n,
      },
    ],
  ],
  gold_sold: [
    [
      goldTraded({ ...sale, isHeld: true }),
      {
        'member:id:m1 cash IDR': 965_984n,
        'house:id trading IDR': -982_993n,
        'house:id spread IDR': 17_002n,
        'house:id rounding IDR': 7n,
        'house:id vault XAU': 3797n,
        'member:id:m1 gold_held XAU': -3797n,
      },
    ],
    [
      goldTraded(sale),
      {
        'member:id:m1 cash IDR': 965_984n,
        'house:id trading IDR': -982_993n,
        'house:id spread IDR': 17_002n,
        'house:id rounding IDR': 7n,
        'house:id vault XAU': 3797n,
        'member:id:m1 gold XAU': -3797n,
      },
    ],
    [
      goldTraded({ ...sale, ...dear, amount: minor(983_093n) }),
      {
        'member:id:m1 cash IDR': 983_093n,
        'house:id trading IDR': -982_993n,
        'house:id spread IDR': -100n,
        'house:id vault XAU': 3797n,
        'member:id:m1 gold XAU': -3797n,
      },
    ],
  ],
  trade_undone: [
    [
      tradeUndone({ ...trade, side: 'buy', actor: 'member:m1' }),
      {
        'member:id:m1 cash IDR': 1_000_000n,
        'house:id trading IDR': -982_992n,
        'house:id spread IDR': -17_001n,
        'house:id rounding IDR': -7n,
        'house:id vault XAU': 3797n,
        'member:id:m1 gold_held XAU': -3797n,
      },
    ],
    [
      tradeUndone({ ...sale, actor: 'system' }),
      {
        'member:id:m1 cash_held IDR': -965_984n,
        'house:id trading IDR': 982_993n,
        'house:id spread IDR': -17_002n,
        'house:id rounding IDR': -7n,
        'house:id vault XAU': -3797n,
        'member:id:m1 gold XAU': 3797n,
      },
    ],
    [
      tradeUndone({ ...trade, ...dear, side: 'buy', amount: minor(982_892n), actor: 'system' }),
      {
        'member:id:m1 cash IDR': 982_892n,
        'house:id trading IDR': -982_992n,
        'house:id spread IDR': 100n,
        'house:id vault XAU': 3797n,
        'member:id:m1 gold_held XAU': -3797n,
      },
    ],
  ],
  trade_repriced: [
    [
      tradeRepriced({ ...trade, side: 'buy', actor: 'member:m1' }, cheaper),
      {
        'member:id:m1 cash IDR': 982_000n,
        'house:id trading IDR': -964_991n,
        'house:id spread IDR': -17_002n,
        'house:id rounding IDR': -7n,
      },
    ],
    [
      tradeRepriced({ ...trade, rounding: 0n, amount: minor(999_993n), side: 'buy', actor: 'member:m1' }, right),
      {
        'member:id:m1 cash IDR': -20_007n,
        'house:id trading IDR': 17_008n,
        'house:id spread IDR': 2999n,
      },
    ],
    [
      tradeRepriced({ ...trade, side: 'buy', actor: 'member:m1' }, right),
      {
        'member:id:m1 cash IDR': -20_000n,
        'house:id trading IDR': 17_008n,
        'house:id spread IDR': 2999n,
        'house:id rounding IDR': -7n,
      },
    ],
    [
      tradeRepriced(
        { ...sale, actor: 'member:m1' },
        { amount: minor(979_999n), value: 1_000_000n, spread: 20_001n, rounding: 0n },
      ),
      {
        'member:id:m1 cash IDR': 14_015n,
        'house:id trading IDR': -17_007n,
        'house:id spread IDR': 2999n,
        'house:id rounding IDR': -7n,
      },
    ],
  ],
  hold_placed: [
    [holdPlaced(money, 'member:m1'), { 'member:id:m1 cash IDR': -900n, 'member:id:m1 cash_held IDR': 900n }],
    [holdPlaced(grams, 'member:m1'), { 'member:id:m1 gold XAU': -900n, 'member:id:m1 gold_held XAU': 900n }],
  ],
  hold_released: [
    [holdReleased(money, 900n, 'system'), { 'member:id:m1 cash IDR': 900n, 'member:id:m1 cash_held IDR': -900n }],
    [holdReleased(grams, 1n, 'system'), { 'member:id:m1 gold XAU': 1n, 'member:id:m1 gold_held XAU': -1n }],
  ],
  receivable_paid: [
    [receivablePaid(owed), { 'house:id bank IDR': -40n, 'house:id receivable IDR': 40n }],
    [receivablePaid({ ...owed, amount: -40n }), { 'house:id bank IDR': 40n, 'house:id receivable IDR': -40n }],
  ],
  receivable_written_off: [
    [receivableWrittenOff(owed), { 'house:id bad_debt IDR': -40n, 'house:id receivable IDR': 40n }],
    [
      receivableWrittenOff({ ...owed, amount: -40n }),
      { 'house:id bad_debt IDR': 40n, 'house:id receivable IDR': -40n },
    ],
  ],
  gold_back_paid: [
    [
      goldBackPaid({ id: 'case', store: 'id', memberId: 'm', currency: 'IDR', amount: 20n, actor: 'staff:s' }),
      { 'house:id bought_back IDR': -20n, 'member:id:m cash IDR': 20n },
    ],
  ],
  gold_back_in_grams: [
    [
      goldBackInGrams({
        ...{ id: 'case', store: 'id', memberId: 'm', currency: 'IDR', amount: 20n, fine: 7n, actor: 'staff:s' },
      }),
      {
        ...{ 'house:id bought_back IDR': -20n, 'house:id trading IDR': 20n },
        ...{ 'house:id vault XAU': -7n, 'member:id:m gold XAU': 7n },
      },
    ],
  ],
  lot_received: [[lotReceived(lot), { 'house:id gold_received XAU': -7n, 'house:id vault XAU': 7n }]],
  lot_kept: [
    [
      lotKept(lot),
      {
        ...{ 'house:id vault XAU': -7n, 'house:id raw_gold XAU': 7n },
        ...{ 'house:id suppliers IDR': -20n, 'house:id stock_cost IDR': 20n },
      },
    ],
  ],
  assay_loss: [
    [
      assayLoss({ id: 'melting', store: 'id', books: 9n, fine: 7n, actor: 'staff:s' }),
      { 'house:id raw_gold XAU': -2n, 'house:id assay_loss XAU': 2n },
    ],
    [
      assayLoss({ id: 'melting', store: 'id', books: 7n, fine: 9n, actor: 'staff:s' }),
      { 'house:id raw_gold XAU': 2n, 'house:id assay_loss XAU': -2n },
    ],
  ],
  reward_reserved: [[rewardReserved(ofReward), { 'house:id vault XAU': -9n, 'member:id:m reward_pending XAU': 9n }]],
  reward_credited: [
    [
      rewardCredited({ ...ofReward, setOff: 0n }),
      { 'member:id:m reward_pending XAU': -9n, 'member:id:m gold XAU': 9n },
    ],
    [
      rewardCredited({ ...ofReward, setOff: 4n }),
      { 'member:id:m reward_pending XAU': -9n, 'member:id:m gold XAU': 5n, 'house:id vault XAU': 4n },
    ],
  ],
  reward_reversed: [
    [
      rewardReversed({ ...ofReward, wasCredited: false, taken: 9n }),
      { 'member:id:m reward_pending XAU': -9n, 'house:id vault XAU': 9n },
    ],
    [
      rewardReversed({ ...ofReward, wasCredited: true, taken: 3n }),
      { 'member:id:m gold XAU': -3n, 'house:id vault XAU': 3n },
    ],
  ],
  pieces_received: [[ofPieces(received), { 'house:id gold_received XAU': -99_990n, 'house:id vault XAU': 99_990n }]],
  pieces_shelved: [
    [
      ofPieces(shelved),
      {
        'house:id vault XAU': -99_990n,
        'house:id shop_stock XAU': 99_990n,
        'house:id suppliers IDR': -23_000_000n,
        'house:id stock_cost IDR': 23_000_000n,
      },
    ],
  ],
  pieces_delivered: [
    [
      ofPieces(piecePostings.delivered[0]),
      {
        'house:id shop_stock XAU': -99_990n,
        'house:id gold_delivered XAU': 99_990n,
        'house:id stock_cost IDR': -23_000_000n,
        'house:id cost_of_sales IDR': 23_000_000n,
      },
    ],
  ],
  pieces_returned: [
    [
      ofPieces(piecePostings.returned[0]),
      {
        'house:id gold_delivered XAU': -99_990n,
        'house:id shop_stock XAU': 99_990n,
        'house:id cost_of_sales IDR': -23_000_000n,
        'house:id stock_cost IDR': 23_000_000n,
      },
    ],
  ],
  pieces_melted: [
    [ofPieces(piecePostings.melted[0]), { 'house:id shop_stock XAU': -99_990n, 'house:id raw_gold XAU': 99_990n }],
  ],
  pieces_bought_back: [
    [
      ofPieces(piecePostings.bought_back[0]),
      {
        'house:id gold_delivered XAU': -99_990n,
        'house:id shop_stock XAU': 99_990n,
        'house:id suppliers IDR': -23_000_000n,
        'house:id stock_cost IDR': 23_000_000n,
      },
    ],
  ],
  pieces_lost: [
    [
      ofPieces(piecePostings.lost[0]),
      {
        'house:id shop_stock XAU': -99_990n,
        'house:id missing XAU': 99_990n,
        'house:id stock_cost IDR': -23_000_000n,
        'house:id stock_loss IDR': 23_000_000n,
      },
    ],
  ],
  pieces_found: [
    [
      ofPieces(piecePostings.found[0]),
      {
        'house:id missing XAU': -99_990n,
        'house:id shop_stock XAU': 99_990n,
        'house:id stock_loss IDR': -23_000_000n,
        'house:id stock_cost IDR': 23_000_000n,
      },
    ],
  ],
  bars_received: [
    [barsMoved('received', bars), { 'house:id gold_received XAU': -99_990n, 'house:id vault XAU': 99_990n }],
  ],
  bars_lost: [[barsMoved('lost', bars), { 'house:id vault_shortage XAU': -99_990n, 'house:id missing XAU': 99_990n }]],
  bars_found: [
    [barsMoved('found', bars), { 'house:id missing XAU': -99_990n, 'house:id vault_shortage XAU': 99_990n }],
  ],
  bars_pledged: [[barsMoved('pledged', bars), { 'house:id vault XAU': -99_990n, 'house:id pledged XAU': 99_990n }]],
  bars_released: [[barsMoved('released', bars), { 'house:id pledged XAU': -99_990n, 'house:id vault XAU': 99_990n }]],
  dispute_opened: [
    [disputeOpened(payment, dispute), { 'house:id provider_clearing IDR': 936n, 'house:id disputed IDR': -936n }],
  ],
  dispute_won: [
    [disputeWon(payment, dispute), { 'house:id provider_clearing IDR': -936n, 'house:id disputed IDR': 936n }],
  ],
  dispute_lost: [
    [
      disputeLost(payment, dispute, 900n),
      {
        'house:id disputed IDR': 936n,
        'house:id chargeback_loss IDR': -900n,
        'house:id receivable IDR': -36n,
      },
    ],
  ],
  dispute_turned: [
    [
      turned(lost, stand('won')),
      { 'house:id provider_clearing IDR': -936n, 'house:id chargeback_loss IDR': 900n, 'house:id receivable IDR': 36n },
    ],
    [
      turned(lost, stand('won'), { suspense: 100n, cash: 500n }),
      {
        'house:id provider_clearing IDR': -936n,
        'house:id chargeback_loss IDR': 300n,
        'house:id receivable IDR': 36n,
        'house:id suspense IDR': 100n,
        'member:id:m1 cash IDR': 500n,
      },
    ],
    [
      turned(stand('won'), lost),
      {
        'house:id provider_clearing IDR': 936n,
        'house:id chargeback_loss IDR': -900n,
        'house:id receivable IDR': -36n,
      },
    ],
    [turned(stand('won'), stand('open')), { 'house:id provider_clearing IDR': 936n, 'house:id disputed IDR': -936n }],
    [
      turned(stand('open'), lost),
      { 'house:id disputed IDR': 936n, 'house:id chargeback_loss IDR': -900n, 'house:id receivable IDR': -36n },
    ],
    [turned(stand('open'), stand('won')), { 'house:id provider_clearing IDR': -936n, 'house:id disputed IDR': 936n }],
    [
      turned(stand('open'), { ...stand('open'), amount_minor: 1_000n }),
      { 'house:id provider_clearing IDR': 64n, 'house:id disputed IDR': -64n },
    ],
    [
      turned(lost, { ...lost, amount_minor: 836n, loss_minor: 800n }),
      { 'house:id provider_clearing IDR': -100n, 'house:id chargeback_loss IDR': 100n },
    ],
    [
      turned(stand('open'), { ...stand('won'), amount_minor: 1_000n }),
      { 'house:id provider_clearing IDR': -936n, 'house:id disputed IDR': 936n },
    ],
    [turned(stand('won'), { ...stand('won'), amount_minor: 1_000n }), {}],
  ],
}
const cases = Object.entries(samples).flatMap(([kind, of]) => of.map(([posting, legs]) => ({ kind, posting, legs })))

test.each(cases)('$kind books these legs', ({ kind, posting, legs }) => {
  expect(posting.kind).toBe(kind)
  expect(unevenAsset(posting.legs)).toBeNull()
  const booked = posting.legs.filter(({ amount }) => amount !== 0n)
  expect(
    Object.fromEntries(
      booked.map(({ account: { owner, kind: of, asset }, amount }) => [`${owner} ${of} ${asset}`, amount]),
    ),
  ).toEqual(legs)
  expect(Object.keys(legs)).toHaveLength(booked.length)
})

test('the table of kinds allows each leg that is booked, and none that never is', () => {
  const booked = cases.flatMap(({ kind, posting }) =>
    posting.legs
      .filter(({ amount }) => amount !== 0n)
      .map(({ account, amount }) => `${kind}: ${account.kind} ${amount < 0n ? 'gives' : 'receives'}`),
  )
  const allowed = transferKindRows.flatMap(({ kind, account, gives, receives }) => [
    ...(gives ? [`${kind}: ${account} gives`] : []),
    ...(receives ? [`${kind}: ${account} receives`] : []),
  ])
  expect([...new Set(booked)].toSorted()).toEqual(allowed.toSorted())
})
