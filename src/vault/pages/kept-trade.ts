/** What was typed for a trade that had to wait for something else (money, a level, a session): kept for this tab until it is traded. */
import type { Side, Wish } from '../trade-rules.ts'

export type Typed = { by: Wish['by']; amount: string; weight: string }

const keyOf = (side: Side) => `keptTrade:${side}`

export const keepTyped = (side: Side, typed: Typed) => sessionStorage.setItem(keyOf(side), JSON.stringify(typed))
export const forgetTyped = (side: Side) => sessionStorage.removeItem(keyOf(side))

/** People name money to buy, and grams to sell. */
export function keptTyped(side: Side): Typed {
  const text = sessionStorage.getItem(keyOf(side))
  return text ? (JSON.parse(text) as Typed) : { by: side === 'buy' ? 'amount' : 'weight', amount: '', weight: '' }
}
