/** What bars are and weigh fine, and how a store's gold stands against what it owes. Pure. */
import { BPS_ONE, divideDown, parseDecimal } from '../../money/money.ts'

export const barKinds = ['bar', 'coin'] as const
export type BarKind = (typeof barKinds)[number]
/** `in_transit`: on its way to another place, and counted. `pledged`: the house's, and it secures what the house owes; it backs no member's gram. */
export const barStates = ['available', 'in_transit', 'pledged', 'missing'] as const
export type BarState = (typeof barStates)[number]
/** What may become of a bar; `backing.bar_moves.gram_move` says which it was. */
export const barMoves = ['received', 'lost', 'found', 'pledged', 'released', 'sent', 'arrived'] as const
export type BarMove = (typeof barMoves)[number]

/** `late`: bars are on their way after the day by whose end they were to be there. */
export const transportStates = ['on_the_way', 'late', 'over'] as const
export type TransportState = (typeof transportStates)[number]

export const placeStates = ['open', 'closed'] as const
/** Whether it may be the public code of a place: short enough that nobody writes an address. */
export const isPlaceCode = (text: string): boolean => /^[A-Z0-9][A-Z0-9-]{1,11}$/.test(text)

/** Fine gold in units of 0.0001 g: gross weight × fineness in parts of ten thousand, rounded down, so that the house never counts too much. */
export const fineWeightOf = (grossWeight: bigint, fineness: number): bigint =>
  (grossWeight * BigInt(fineness)) / 10_000n

/** "999.9" as 9999; null for what is no fineness of a bar that a vault takes (at least 995.0, LBMA's good delivery). */
export function readFineness(text: string): number | null {
  const tenths = parseDecimal(text, 1)
  return tenths === null || tenths < 9950n || tenths > 9999n ? null : Number(tenths)
}

/** What a store owes in gold, and what it has, in units of 0.0001 g of fine gold. */
export type Backing = {
  /** Grams of members, held ones included. */
  members: bigint
  /** Numbered pieces that are paid for and not yet with their buyers. */
  pieces: bigint
  /** Bars of the register that are there. */
  bars: bigint
  /** Numbered pieces of the shop, promised ones too. */
  stock: bigint
}
export const breachCauses = ['vault', 'assets'] as const
export type BreachCause = (typeof breachCauses)[number]
export type Breach = { cause: BreachCause; owed: bigint; owned: bigint }

/** Which law is broken, if one is (G16): members' grams above the bars of the register, or all that is owed in gold above all gold of the house. */
export function breachOf({ members, pieces, bars, stock }: Backing): Breach | null {
  if (members > bars) return { cause: 'vault', owed: members, owned: bars }
  const [owed, owned] = [members + pieces, bars + stock]
  return owed > owned ? { cause: 'assets', owed, owned } : null
}

/** `ratio`: what is there for what is owed, in hundredths of a percent, rounded down; null where nothing is owed. `room`: grams that can still be sold, negative where gold is short. */
export type Standing = { owed: bigint; owned: bigint; ratio: bigint | null; room: bigint }

/** How all that is owed in gold stands against all gold of the house. */
export function standingOf({ members, pieces, bars, stock }: Backing): Standing {
  const [owed, owned] = [members + pieces, bars + stock]
  const [free, spare] = [bars - members, owned - owed]
  return { owed, owned, ratio: owed > 0n ? divideDown(owned * BPS_ONE, owed) : null, room: free < spare ? free : spare }
}
