/** What was typed for a trade, how it was to be paid, and where its money was to go: kept until it is traded. */
import { keptForm } from '../../ui/kept-form.ts'
import type { Side, Wish } from '../trade-rules.ts'
import type { Way } from './pay-from.tsx'

export type Typed = { by: Wish['by']; amount: string; weight: string }
/** Without `chosen` nobody has chosen yet; `to` is an account by its id. */
export type Kept = { typed: Typed; chosen?: { way: Way; to: string | null } }

const kept = { buy: keptForm<Kept>('buy'), sell: keptForm<Kept>('sell') }

export const keepTrade = (side: Side, trade: Kept) => kept[side].keep(trade)
export const forgetTrade = (side: Side) => kept[side].forget()

/** People name money to buy, and grams to sell. */
export const keptTrade = (side: Side): Kept =>
  kept[side].read() ?? { typed: { by: side === 'buy' ? 'amount' : 'weight', amount: '', weight: '' } }
