/** The entries of a member's four accounts as one list of movements. Pure. */
import type { TransferKind } from './transfer-kind-rules.ts'

/** What is set aside is theirs like the rest: the two accounts of gold, and those of money, are shown as one whole. */
export const ownKinds = ['cash', 'cash_held', 'gold', 'gold_held'] as const
export type OwnKind = (typeof ownKinds)[number]
const wholeOf = { cash: 'cash', cash_held: 'cash', gold: 'gold', gold_held: 'gold' } as const
type Whole = { cash: bigint; gold: bigint }

/** Of each account a number: of its entries, or what it held. */
export type Cut = Record<OwnKind, bigint>
export const nothingOf: Readonly<Cut> = { cash: 0n, cash_held: 0n, gold: 0n, gold_held: 0n }

export type OwnEntry = {
  own: OwnKind
  number: bigint
  /** When it is told to have happened; but for the demonstration's past when it was posted. */
  at: Date
  posted_at: Date
  amount: bigint
  transfer_id: string
  kind: TransferKind | 'reversal'
  reference: string
  /** The entries of its transfer in the member's accounts, as `gold:12`: account and number. */
  legs: string[]
}

/** What one transfer brought the member (positive) or took, in the smallest units. */
export type Movement = Whole & Omit<OwnEntry, 'own' | 'number' | 'amount' | 'legs'>

export const wholes = (balances: Cut): Whole => ({
  cash: balances.cash + balances.cash_held,
  gold: balances.gold + balances.gold_held,
})

/** `own`: the accounts that are read, each from behind `after` up to `from`. */
type Reading = { own: readonly OwnKind[]; after: Cut; from: Cut; limit: number; read: number }
export type Merged = { movements: Movement[]; reached: Cut; more: boolean }

/**
 * The newest `limit` movements out of the newest entries of each account, `read` of each at the most, and how far each account was
 * read: the next page lies up to there. What was only set aside, or released, moved nothing and is left out. Two transfers that share an account stand in the order of its numbers; others by their moment.
 */
export function mergeNewest(
  entries: readonly OwnEntry[],
  { own: accounts, after, from, limit, read }: Reading,
): Merged {
  const isRead = (leg: string) => {
    const [own = '', number = ''] = leg.split(':')
    return accounts.some((one) => one === own && after[one] < BigInt(number) && BigInt(number) <= from[one])
  }
  const left: Left = new Map(accounts.map((own) => [own, entries.filter((entry) => entry.own === own)]))
  const cutShort = new Map(accounts.map((own) => [own, left.get(own)?.length === read]))
  const movements: Movement[] = []
  const reached = { ...from }
  const isLeft = () => [...left.values()].some((rows) => rows.length > 0)
  while (movements.length < limit && isLeft()) {
    const next = newestOf(left, { cutShort, isRead })
    if (!next) break // It may go on in an account that was not read so far.
    const legs = [...left.values()].flatMap((rows) => rows.filter(({ transfer_id }) => transfer_id === next))
    const movement = joined(legs)
    if (movement.cash !== 0n || movement.gold !== 0n) movements.push(movement)
    for (const { own, number } of legs) if (number <= reached[own]) reached[own] = number - 1n
    for (const [own, rows] of left)
      left.set(
        own,
        rows.filter(({ transfer_id }) => transfer_id !== next),
      )
  }
  return { movements, reached, more: isLeft() || [...cutShort.values()].includes(true) }
}

type Left = Map<OwnKind, OwnEntry[]>

type Known = { cutShort: Map<OwnKind, boolean>; isRead: (leg: string) => boolean }

/** The newest transfer that stands at the head of every account in which it is read: nothing newer is left in any of them. */
function newestOf(left: Left, { cutShort, isRead }: Known): string | undefined {
  for (const [own, rows] of left) if (rows.length === 0 && cutShort.get(own)) return
  const heads = [...left.values()].flatMap((rows) => rows.slice(0, 1))
  const isFree = ({ transfer_id, legs }: OwnEntry) =>
    legs.filter(isRead).every((leg) => left.get(leg.split(':')[0] as OwnKind)?.[0]?.transfer_id === transfer_id)
  const [first] = heads
    .filter(isFree)
    .sort(
      (one, two) => two.posted_at.getTime() - one.posted_at.getTime() || (two.transfer_id < one.transfer_id ? -1 : 1),
    )
  return first?.transfer_id
}

function joined(legs: OwnEntry[]): Movement {
  const [first] = legs
  if (!first) throw new Error('a movement has a leg')
  const { own: _, number: __, amount: ___, legs: ____, ...said } = first
  const sum = { cash: 0n, gold: 0n }
  for (const { own, amount } of legs) sum[wholeOf[own]] += amount
  return { ...said, ...sum }
}

/** Each movement with what there was after it; `closing` is what there was after the newest. */
export function withBalances<T extends Whole>(newestFirst: readonly T[], closing: Whole) {
  let after = closing
  return newestFirst.map((movement) => {
    const balance = after
    after = { cash: after.cash - movement.cash, gold: after.gold - movement.gold }
    return { ...movement, balance }
  })
}
