/** Trees that bind both children of a node, hash and sum. Pure. Source: docs/proof.md. */
import { Fault } from './fault-rules.ts'
import { sha256 } from './hash-rules.ts'

export const LARGEST_SUM = 2n ** 63n - 1n
export type Node = { hash: Uint8Array; sum: bigint }

const bound = new Uint8Array(81)
const view = new DataView(bound.buffer)
bound[0] = 1

function parentOf(left: Node, right: Node): Node {
  const sum = left.sum + right.sum
  if (sum > LARGEST_SUM) throw new Fault('sum_too_large')
  bound.set(left.hash, 1)
  view.setBigUint64(33, left.sum)
  bound.set(right.hash, 41)
  view.setBigUint64(73, right.sum)
  return { hash: sha256(bound), sum }
}

/** The root over a power of two of leaves. */
export function rootOf(leaves: readonly Node[]): Node {
  let level = leaves
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, i) => parentOf(level[2 * i] as Node, level[2 * i + 1] as Node))
  return level[0] as Node
}
