/** What a refund or a set-off takes from where. Pure. Amounts in minor units of what its payment brought. */
import type { AccountKind } from '../ledger/ledger-rules.ts'

/**
 * The accounts that money of a payment goes back from, in the order in which a set-off takes it; the database refuses others. Its
 * payer's `cash` is taken by set-offs alone. The others are the house's.
 */
export const partKinds = [
  'order_money',
  'suspense',
  'tax_payable',
  'delivery_fees',
  'insurance_fees',
  'cash',
] as const satisfies readonly AccountKind[]
export type PartKind = (typeof partKinds)[number]

/** An amount by kind of account; none is nothing. The sum is what goes back. */
export type RefundParts = Readonly<Partial<Record<PartKind, bigint>>>

export const partOf = (parts: RefundParts, kind: PartKind): bigint => parts[kind] ?? 0n

export const sumOfParts = (parts: RefundParts): bigint => partKinds.reduce((sum, kind) => sum + partOf(parts, kind), 0n)

/** How much of it the subject had used; the rest waited in suspense. */
export const allocatedOf = (parts: RefundParts): bigint => sumOfParts(parts) - partOf(parts, 'suspense')

/** The first `amount` of these parts, and what is left of them; together they are exactly the parts. */
export function splitParts(parts: RefundParts, amount: bigint): { first: RefundParts; rest: RefundParts } {
  const [first, rest]: [Partial<Record<PartKind, bigint>>, Partial<Record<PartKind, bigint>>] = [{}, {}]
  let open = amount
  for (const kind of partKinds) {
    const part = partOf(parts, kind)
    const taken = part < open ? part : open
    if (taken > 0n) first[kind] = taken
    if (part > taken) rest[kind] = part - taken
    open -= taken
  }
  return { first, rest }
}

/** Its rows: those that are something. */
export const rowsOfParts = (parts: RefundParts): { kinds: PartKind[]; amounts: bigint[] } => {
  const kinds = partKinds.filter((kind) => partOf(parts, kind) !== 0n)
  return { kinds, amounts: kinds.map((kind) => partOf(parts, kind)) }
}
