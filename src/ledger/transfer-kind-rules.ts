/**
 * Which kinds of transfers there are. Pure.
 *
 * Each names the record that stands behind it (`reference` is that record's id) and what it may do to each kind of account:
 * take from it, add to it, or either. `ledger.transfer_kinds` holds the same table and refuses every other leg, whichever
 * role asks; `audit/explained-checks.ts` says from which amounts of the record the legs come, and names a transfer that has no
 * record or other amounts (G26). A new kind is a line here, one in a migration and one there. A reversal has none: it mirrors
 * a transfer that was allowed.
 */
import type { AccountKind } from './ledger-rules.ts'

/** `gives`: the account is taken from, its leg is negative. `receives`: it is added to. */
export type Way = 'gives' | 'receives' | 'either'

type TransferKindRule = { record: string; legs: Partial<Record<AccountKind, Way>> }

const toOrder = {
  order_money: 'receives',
  delivery_fees: 'receives',
  insurance_fees: 'receives',
  tax_payable: 'receives',
} as const

const ofTrade = { spread: 'either', rounding: 'receives' } as const

export const transferKinds = {
  payment_captured: { record: 'payments.payments', legs: { provider_clearing: 'gives', ...toOrder } },
  cash_deposited: { record: 'payments.payments', legs: { provider_clearing: 'gives', cash: 'receives' } },
  purchase_paid: { record: 'payments.payments', legs: { provider_clearing: 'gives', cash: 'receives' } },
  balance_spent: { record: 'payments.payments', legs: { cash: 'gives', ...toOrder } },
  payment_suspended: { record: 'payments.payments', legs: { provider_clearing: 'gives', suspense: 'receives' } },
  bank_received: { record: 'bank.statements', legs: { bank: 'gives', suspense: 'receives' } },
  bank_matched: { record: 'bank.lines', legs: { suspense: 'gives', provider_clearing: 'receives' } },
  bank_set_aside: { record: 'bank.lines', legs: { suspense: 'gives', bank: 'receives' } },
  bank_returned: { record: 'bank.returns', legs: { suspense: 'gives', bank: 'receives' } },
  bank_refund_paid: { record: 'bank.returns', legs: { provider_clearing: 'gives', bank: 'receives' } },
  counter_received: {
    record: 'payments.counter_receipts',
    legs: { till: 'gives', terminal_clearing: 'gives', provider_clearing: 'receives' },
  },
  payment_honoured: { record: 'payments.payments', legs: { suspense: 'gives', ...toOrder } },
  sale_settled: {
    record: 'orders.settlements',
    legs: { order_money: 'gives', settlement: 'either', cash: 'receives' },
  },
  difference_granted: {
    record: 'orders.differences',
    legs: { settlement: 'gives', order_money: 'receives', cash: 'receives' },
  },
  sale_booked: {
    record: 'orders.sales',
    legs: { order_money: 'either', sales_gold: 'either', sales_premium: 'either', sales_making: 'either' },
  },
  payment_refunded: {
    record: 'payments.refunds',
    legs: {
      order_money: 'gives',
      delivery_fees: 'gives',
      insurance_fees: 'gives',
      tax_payable: 'gives',
      suspense: 'gives',
      provider_clearing: 'receives',
    },
  },
  payment_returned: {
    record: 'payments.refunds',
    legs: {
      order_money: 'gives',
      delivery_fees: 'gives',
      insurance_fees: 'gives',
      tax_payable: 'gives',
      suspense: 'gives',
      cash: 'receives',
    },
  },
  payment_corrected: {
    record: 'payments.corrections',
    legs: { provider_clearing: 'either', suspense: 'either', receivable: 'either' },
  },
  dispute_opened: { record: 'payments.disputes', legs: { provider_clearing: 'receives', disputed: 'gives' } },
  dispute_won: { record: 'payments.disputes', legs: { provider_clearing: 'gives', disputed: 'receives' } },
  dispute_lost: {
    record: 'payments.disputes',
    legs: { disputed: 'receives', chargeback_loss: 'gives', receivable: 'gives' },
  },
  dispute_turned: {
    record: 'payments.dispute_rounds',
    legs: {
      provider_clearing: 'either',
      disputed: 'either',
      chargeback_loss: 'either',
      receivable: 'either',
      suspense: 'receives',
      cash: 'receives',
    },
  },
  payment_set_off: {
    record: 'payments.set_offs',
    legs: {
      order_money: 'gives',
      delivery_fees: 'gives',
      insurance_fees: 'gives',
      tax_payable: 'gives',
      suspense: 'gives',
      cash: 'gives',
      receivable: 'receives',
      chargeback_loss: 'receives',
    },
  },
  receivable_paid: { record: 'payments.receivable_notes', legs: { bank: 'either', receivable: 'either' } },
  gold_bought: {
    record: 'vault.trades',
    legs: { cash: 'gives', cash_held: 'gives', trading: 'receives', ...ofTrade, vault: 'gives', gold: 'receives' },
  },
  gold_sold: {
    record: 'vault.trades',
    legs: { cash: 'receives', trading: 'gives', ...ofTrade, vault: 'receives', gold: 'gives', gold_held: 'gives' },
  },
  deal_closed_out: { record: 'business.agreements', legs: { cash: 'gives', trading: 'receives' } },
  tax_collected: { record: 'business.deals', legs: { cash: 'gives', tax_payable: 'receives' } },
  trade_undone: {
    record: 'vault.price_choices',
    legs: {
      cash: 'receives',
      cash_held: 'gives',
      trading: 'either',
      spread: 'either',
      rounding: 'gives',
      vault: 'either',
      gold: 'receives',
      gold_held: 'gives',
    },
  },
  trade_repriced: {
    record: 'vault.price_choices',
    legs: { cash: 'either', trading: 'either', spread: 'either', rounding: 'gives' },
  },
  gold_transferred: { record: 'vault.transfers', legs: { gold: 'either' } },
  transfer_claimed: { record: 'vault.transfers', legs: { gold_held: 'gives', gold: 'receives' } },
  gold_redeemed: { record: 'vault.redemptions', legs: { gold_held: 'gives', vault: 'receives' } },
  redemption_returned: { record: 'vault.redemption_returns', legs: { vault: 'gives', gold: 'receives' } },
  payout_accepted: { record: 'vault.payouts', legs: { cash_held: 'gives', payout_clearing: 'receives' } },
  payout_paid: { record: 'vault.payouts', legs: { payout_clearing: 'gives', bank: 'receives' } },
  payout_failed: { record: 'vault.payouts', legs: { payout_clearing: 'gives', cash: 'receives' } },
  payout_returned: {
    record: 'vault.payouts',
    legs: { bank: 'gives', cash: 'receives', payout_clearing: 'receives' },
  },
  remitted: {
    record: 'vault.remittances',
    legs: { payout_clearing: 'gives', court_payable: 'gives', bank: 'receives' },
  },
  remittance_returned: {
    record: 'vault.remittances',
    legs: { bank: 'gives', payout_clearing: 'receives', court_payable: 'receives' },
  },
  succession: { record: 'vault.legal_transfers', legs: { cash: 'either', gold: 'either' } },
  court_order: {
    record: 'vault.legal_transfers',
    legs: { cash: 'either', gold: 'either', court_payable: 'receives' },
  },
  adjusted: {
    record: 'vault.adjustments',
    legs: { cash: 'either', adjustments: 'either', gold: 'either', vault: 'either' },
  },
  demo_history: { record: 'vault.past_trades', legs: { vault: 'either', gold: 'either' } },
  metal_revalued: {
    record: 'catalogue.revaluations',
    legs: { metal_revaluation: 'either', unrealised_result: 'either' },
  },
  hold_placed: {
    record: 'ledger.holds',
    legs: { cash: 'gives', cash_held: 'receives', gold: 'gives', gold_held: 'receives' },
  },
  hold_released: {
    record: 'ledger.holds',
    legs: { cash: 'receives', cash_held: 'gives', gold: 'receives', gold_held: 'gives' },
  },
  commission_accrued: {
    record: 'agents.commissions',
    legs: { commission_expense: 'gives', commission_payable: 'receives' },
  },
  commission_reversed: {
    record: 'agents.reversals',
    legs: { commission_payable: 'gives', commission_expense: 'receives' },
  },
  commission_paid: {
    record: 'agents.slips',
    legs: { commission_payable: 'gives', tax_payable: 'receives', cash: 'receives' },
  },
  gold_back_paid: { record: 'goldback.cases', legs: { bought_back: 'gives', cash: 'receives' } },
  gold_back_in_grams: {
    record: 'goldback.cases',
    legs: { bought_back: 'gives', trading: 'receives', vault: 'gives', gold: 'receives' },
  },
  lot_received: { record: 'goldback.lots', legs: { gold_received: 'gives', vault: 'receives' } },
  lot_kept: {
    record: 'goldback.lots',
    legs: { vault: 'gives', raw_gold: 'receives', suppliers: 'gives', stock_cost: 'receives' },
  },
  assay_loss: { record: 'goldback.house_meltings', legs: { raw_gold: 'either', assay_loss: 'either' } },
  pieces_melted: { record: 'catalogue.piece_moves', legs: { shop_stock: 'gives', raw_gold: 'receives' } },
  pieces_received: { record: 'catalogue.piece_moves', legs: { gold_received: 'gives', vault: 'receives' } },
  pieces_shelved: {
    record: 'catalogue.piece_moves',
    legs: { vault: 'gives', shop_stock: 'receives', suppliers: 'gives', stock_cost: 'receives' },
  },
  pieces_delivered: {
    record: 'catalogue.piece_moves',
    legs: { shop_stock: 'gives', gold_delivered: 'receives', stock_cost: 'gives', cost_of_sales: 'receives' },
  },
  pieces_returned: {
    record: 'catalogue.piece_moves',
    legs: { gold_delivered: 'gives', shop_stock: 'receives', cost_of_sales: 'gives', stock_cost: 'receives' },
  },
  pieces_bought_back: {
    record: 'catalogue.piece_moves',
    legs: { gold_delivered: 'gives', shop_stock: 'receives', suppliers: 'gives', stock_cost: 'receives' },
  },
  pieces_lost: {
    record: 'catalogue.piece_moves',
    legs: { shop_stock: 'gives', missing: 'receives', stock_cost: 'gives', stock_loss: 'receives' },
  },
  pieces_found: {
    record: 'catalogue.piece_moves',
    legs: { missing: 'gives', shop_stock: 'receives', stock_loss: 'gives', stock_cost: 'receives' },
  },
  bars_received: { record: 'backing.bar_moves', legs: { gold_received: 'gives', vault: 'receives' } },
  bars_lost: { record: 'backing.bar_moves', legs: { vault_shortage: 'gives', missing: 'receives' } },
  bars_found: { record: 'backing.bar_moves', legs: { missing: 'gives', vault_shortage: 'receives' } },
  bars_pledged: { record: 'backing.bar_moves', legs: { vault: 'gives', pledged: 'receives' } },
  bars_released: { record: 'backing.bar_moves', legs: { pledged: 'gives', vault: 'receives' } },
  reward_reserved: { record: 'referral.rewards', legs: { vault: 'gives', reward_pending: 'receives' } },
  reward_credited: {
    record: 'referral.rewards',
    legs: { reward_pending: 'gives', gold: 'receives', vault: 'receives' },
  },
  reward_reversed: {
    record: 'referral.rewards',
    legs: { reward_pending: 'gives', gold: 'gives', vault: 'receives' },
  },
  receivable_written_off: { record: 'payments.receivable_notes', legs: { bad_debt: 'either', receivable: 'either' } },
} as const satisfies Record<string, TransferKindRule>

export type TransferKind = keyof typeof transferKinds

/** The table as the database holds it, a row for each kind and account. */
export const transferKindRows = Object.entries(transferKinds).flatMap(([kind, { legs }]) =>
  Object.entries(legs).map(([account, way]) => ({
    kind,
    account,
    gives: way !== 'receives',
    receives: way !== 'gives',
  })),
)
