/**
 * What every kind of transfer that may touch a member's account is called, how it is drawn, and under which choice of the record it is
 * found: one table for the home, the record, statements and receipts. A kind without a line here does not compile.
 */
import type { AccountKind } from '../../ledger/ledger-rules.ts'
import type { Shown } from '../../ledger/member-record.ts'
import type { TransferKind, transferKinds } from '../../ledger/transfer-kind-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import type { IconName } from '../../ui/icon-names.ts'
import type { Group } from '../record/record-rules.ts'

type OwnAccount = Extract<AccountKind, 'cash' | 'gold' | 'cash_held' | 'gold_held'>
type OwnKindOf<K extends TransferKind> =
  Extract<keyof (typeof transferKinds)[K]['legs'], OwnAccount> extends never ? never : K
/** Kinds of transfers that have a leg of a member's account. */
type MovementKind = { [K in TransferKind]: OwnKindOf<K> }[TransferKind] | 'reversal'

type Message = (inputs?: Record<string, never>, options?: { locale?: 'id' | 'en-US' | 'zh' }) => string
/** `out`: what it is called when it takes from the member, where that is another word. */
type Words = { name: Message; out?: Message; icon: IconName; group: Group }

export const movementWords: Record<MovementKind, Words> = {
  gold_bought: { name: m.vault_movement_bought, icon: 'plus', group: 'bought' },
  gold_sold: { name: m.vault_movement_sold, icon: 'minus', group: 'sold' },
  commission_paid: { name: m.vault_movement_commission, icon: 'users-three', group: 'paid' },
  deal_closed_out: { name: m.vault_movement_closed_out, icon: 'bank', group: 'paid' },
  tax_collected: { name: m.vault_movement_tax, icon: 'bank', group: 'paid' },
  trade_undone: { name: m.vault_movement_undone, icon: 'arrow-counter-clockwise', group: 'other' },
  trade_repriced: { name: m.vault_movement_repriced, icon: 'scales', group: 'other' },
  // A trade of the demonstration's past is one like any other; which, its sign says.
  demo_history: { name: m.vault_movement_bought, out: m.vault_movement_sold, icon: 'plus', group: 'bought' },
  gold_transferred: {
    ...{ name: m.vault_movement_received, out: m.vault_movement_sent },
    ...{ icon: 'paper-plane-tilt', group: 'sent' },
  },
  transfer_claimed: {
    ...{ name: m.vault_movement_received, out: m.vault_movement_sent },
    ...{ icon: 'paper-plane-tilt', group: 'sent' },
  },
  cash_deposited: { name: m.vault_movement_deposited, icon: 'arrow-line-down', group: 'paid' },
  purchase_paid: { name: m.vault_movement_paid, icon: 'credit-card', group: 'paid' },
  balance_spent: { name: m.vault_movement_paid_order, icon: 'handbag-simple', group: 'paid' },
  gold_redeemed: { name: m.vault_movement_redeemed, icon: 'package', group: 'other' },
  redemption_returned: { name: m.vault_movement_redemption_back, icon: 'arrow-counter-clockwise', group: 'other' },
  payment_set_off: { name: m.vault_movement_taken_back, icon: 'arrow-counter-clockwise', group: 'paid' },
  payout_accepted: { name: m.vault_movement_payout, icon: 'bank', group: 'paid' },
  payout_failed: { name: m.vault_movement_payout_back, icon: 'arrow-counter-clockwise', group: 'paid' },
  payout_returned: { name: m.vault_movement_payout_back, icon: 'arrow-counter-clockwise', group: 'paid' },
  gold_back_in_grams: { name: m.vault_movement_gold_back_in_grams, icon: 'package', group: 'bought' },
  reward_credited: { name: m.vault_movement_reward, icon: 'users-three', group: 'other' },
  reward_reversed: { name: m.vault_movement_reward_back, icon: 'arrow-counter-clockwise', group: 'other' },
  gold_back_paid: { name: m.vault_movement_gold_back, icon: 'package', group: 'sold' },
  adjusted: { name: m.vault_movement_adjusted, icon: 'scales', group: 'other' },
  succession: { name: m.vault_movement_succession, icon: 'scales', group: 'other' },
  court_order: { name: m.vault_movement_court_order, icon: 'scales', group: 'other' },
  sale_settled: { name: m.vault_movement_settled, icon: 'package', group: 'other' },
  difference_granted: { name: m.vault_movement_difference, icon: 'package', group: 'other' },
  payment_returned: { name: m.vault_movement_returned, icon: 'arrow-counter-clockwise', group: 'other' },
  dispute_turned: { name: m.vault_movement_dispute, icon: 'scales', group: 'other' },
  hold_placed: { name: m.vault_movement_held, icon: 'lock-simple', group: 'other' },
  hold_released: { name: m.vault_movement_released, icon: 'lock-simple', group: 'other' },
  reversal: { name: m.vault_movement_reversal, icon: 'arrow-counter-clockwise', group: 'other' },
}

/** Another kind is told without a name of its own: it was posted by a release that this one does not know. */
const unknown: Words = { name: m.vault_movement_other, icon: 'arrows-left-right', group: 'other' }

type Moved = { kind: string; gold: bigint; cash: bigint }
const takes = ({ gold, cash }: Moved) => (gold === 0n ? cash : gold) < 0n

export function wordsOf(moved: Moved): { name: Message; icon: IconName; group: Group } {
  const words = Object.hasOwn(movementWords, moved.kind) ? movementWords[moved.kind as MovementKind] : unknown
  const isOut = words.out !== undefined && takes(moved)
  if (moved.kind === 'demo_history' && isOut) return movementWords.gold_sold
  return { ...words, name: isOut && words.out ? words.out : words.name }
}

/** All that matters here of an amount as it is on the wire. */
export const signOf = (amount: string): bigint => (/[1-9]/.test(amount) ? (amount.startsWith('-') ? -1n : 1n) : 0n)

/** The kinds of a choice; what a later release posts is among none. */
export function kindsOf(group: Group): NonNullable<Shown> {
  const kinds = (Object.keys(movementWords) as MovementKind[]).filter(
    (kind) => kind !== 'demo_history' && movementWords[kind].group === group,
  )
  return { kinds, past: group === 'bought' || group === 'sold' ? group : 'none' }
}
