/** Kinds of transfers in the reader's language, and amounts of whatever asset. */
import { Link } from 'react-router'
import type { TransferKind } from '../../../ledger/transfer-kind-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatGrams, formatMoney } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

const words: Record<TransferKind | 'reversal', () => string> = {
  payment_captured: m.office_books_move_payment_captured,
  cash_deposited: m.office_books_move_cash_deposited,
  purchase_paid: m.office_books_move_purchase_paid,
  balance_spent: m.office_books_move_balance_spent,
  payment_suspended: m.office_books_move_payment_suspended,
  bank_received: m.office_books_move_bank_received,
  counter_received: m.office_books_move_counter_received,
  bank_matched: m.office_books_move_bank_matched,
  bank_set_aside: m.office_books_move_bank_set_aside,
  bank_returned: m.office_books_move_bank_returned,
  bank_refund_paid: m.office_books_move_bank_refund_paid,
  payment_honoured: m.office_books_move_payment_honoured,
  sale_settled: m.office_books_move_sale_settled,
  difference_granted: m.office_books_move_difference_granted,
  sale_booked: m.office_books_move_sale_booked,
  payment_refunded: m.office_books_move_payment_refunded,
  payment_returned: m.office_books_move_payment_returned,
  payment_corrected: m.office_books_move_payment_corrected,
  dispute_opened: m.office_books_move_dispute_opened,
  dispute_won: m.office_books_move_dispute_won,
  dispute_lost: m.office_books_move_dispute_lost,
  dispute_turned: m.office_books_move_dispute_turned,
  payment_set_off: m.office_books_move_payment_set_off,
  receivable_paid: m.office_books_move_receivable_paid,
  gold_bought: m.office_books_move_gold_bought,
  gold_sold: m.office_books_move_gold_sold,
  deal_closed_out: m.office_books_move_deal_closed_out,
  tax_collected: m.office_books_move_tax_collected,
  trade_undone: m.office_books_move_trade_undone,
  trade_repriced: m.office_books_move_trade_repriced,
  gold_transferred: m.office_books_move_gold_transferred,
  transfer_claimed: m.office_books_move_transfer_claimed,
  gold_redeemed: m.office_books_move_gold_redeemed,
  redemption_returned: m.office_books_move_redemption_returned,
  payout_accepted: m.office_books_move_payout_accepted,
  payout_paid: m.office_books_move_payout_paid,
  payout_failed: m.office_books_move_payout_failed,
  payout_returned: m.office_books_move_payout_returned,
  remitted: m.office_books_move_remitted,
  remittance_returned: m.office_books_move_remittance_returned,
  succession: m.office_books_move_succession,
  court_order: m.office_books_move_court_order,
  adjusted: m.office_books_move_adjusted,
  demo_history: m.office_books_move_demo_history,
  metal_revalued: m.office_books_move_metal_revalued,
  hold_placed: m.office_books_move_hold_placed,
  hold_released: m.office_books_move_hold_released,
  commission_accrued: m.office_books_move_commission_accrued,
  commission_reversed: m.office_books_move_commission_reversed,
  commission_paid: m.office_books_move_commission_paid,
  gold_back_paid: m.office_books_move_gold_back_paid,
  gold_back_in_grams: m.office_books_move_gold_back_in_grams,
  lot_received: m.office_books_move_lot_received,
  lot_kept: m.office_books_move_lot_kept,
  assay_loss: m.office_books_move_assay_loss,
  pieces_melted: m.office_books_move_pieces_melted,
  pieces_received: m.office_books_move_pieces_received,
  pieces_shelved: m.office_books_move_pieces_shelved,
  pieces_delivered: m.office_books_move_pieces_delivered,
  pieces_returned: m.office_books_move_pieces_returned,
  pieces_bought_back: m.office_books_move_pieces_bought_back,
  pieces_lost: m.office_books_move_pieces_lost,
  pieces_found: m.office_books_move_pieces_found,
  bars_received: m.office_books_move_bars_received,
  bars_lost: m.office_books_move_bars_lost,
  bars_found: m.office_books_move_bars_found,
  bars_pledged: m.office_books_move_bars_pledged,
  bars_released: m.office_books_move_bars_released,
  reward_reserved: m.office_books_move_reward_reserved,
  reward_credited: m.office_books_move_reward_credited,
  reward_reversed: m.office_books_move_reward_reversed,
  receivable_written_off: m.office_books_move_receivable_written_off,
  reversal: m.office_books_move_reversal,
}
/** What a later release posts by its own name. */
export const moveName = (kind: string): string => words[kind as TransferKind]?.() ?? kind

export const amountOf = (amount: string, asset: string): string =>
  asset === 'XAU' ? formatGrams(amount, language()) : formatMoney(amount, asset, language())

export const toAccount = (account: string): string => `/admin/books/ledger/account?account=${account}`

/** To a transfer, by its kind in words. */
export const TransferLink = ({ id, kind }: { id: string; kind: string }) => (
  <Link to={`/admin/books/ledger/transfer?id=${id}`} className="link">
    {moveName(kind)}
  </Link>
)
