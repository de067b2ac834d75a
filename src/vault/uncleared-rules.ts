/** What of a member's money and gold came by payments that can still be taken back (decision 0067). Pure. */

/** Money that came in: `minor` is what of it did not go back to where it came from. */
type UnclearedDeposit = {
  at: Date
  minor: bigint
  /** What its bank asks back stays in the balance from then on: no purchase spends it. */
  asked?: { since: Date; minor: bigint } | null
}
export type MadeTrade = { at: Date; side: 'buy' | 'sell'; weight: bigint; amount: bigint }
export type Amounts = { cash: bigint; gold: bigint }

/**
 * How much of what a member has is uncleared: money in minor units, gold in units of 0.0001 g. Trades since then turn uncleared money
 * into uncleared gold and back, uncleared value first (what is in an open dispute then stays money), rounded so that it never shrinks: a purchase of which a
 * part is uncleared makes that part of its grams so. Where less is there than would be uncleared, it went by a way that is not known, and everything on the other
 * side counts as uncleared as well.
 */
export function unclearedNow(
  deposits: readonly UnclearedDeposit[],
  trades: readonly MadeTrade[],
  has: Amounts,
): Amounts {
  const money = deposits.map(({ at, minor }) => ({
    at,
    move: (left: Amounts) => ({ ...left, cash: left.cash + minor }),
  }))
  const swaps = trades.map((trade) => ({
    at: trade.at,
    move: (left: Amounts) => afterTrade(left, trade, askedAt(deposits, trade.at)),
  }))
  // Of the same moment: the money came first.
  const moves = [...money, ...swaps].sort((a, b) => a.at.getTime() - b.at.getTime())
  const { cash, gold } = moves.reduce((left, { move }) => move(left), { cash: 0n, gold: 0n })
  return {
    cash: gold > has.gold ? has.cash : least(cash, has.cash),
    gold: cash > has.cash ? has.gold : least(gold, has.gold),
  }
}

const askedAt = (deposits: readonly UnclearedDeposit[], at: Date): bigint =>
  deposits.reduce((sum, { asked }) => (asked && asked.since <= at ? sum + asked.minor : sum), 0n)

function afterTrade({ cash, gold }: Amounts, { side, weight, amount }: MadeTrade, asked: bigint): Amounts {
  if (side === 'buy') {
    const spent = least(cash - least(cash, asked), amount)
    return { cash: cash - spent, gold: gold + partOf(weight, spent, amount) }
  }
  const sold = least(gold, weight)
  return { cash: cash + partOf(amount, sold, weight), gold: gold - sold }
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)
/** `share` of `whole` in parts of `of`, rounded up. */
const partOf = (whole: bigint, share: bigint, of: bigint) => (whole * share + of - 1n) / of
