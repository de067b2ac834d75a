/** What is owed to a member, in parts that tell nobody else how much it is, and the files that hold them. Pure. Source: docs/proof.md. */
import { Fault } from './fault-rules.ts'
import { compareBytes, hmacWith, joinBytes, sha256, utf8 } from './hash-rules.ts'
import { LARGEST_SUM, type Node, rootOf } from './tree-rules.ts'

export const PROOF = 'karat-proof-v1'
/** 100 g in units of 0.0001 g. */
export const LARGEST_AMOUNT = 1_000_000
export const SHARDS = 256
export const RECORD = 40
const LEAST_LEAVES = 4

/** How many parts a liability has. */
export const partsOf = (units: bigint): number =>
  units === 0n ? 0 : Math.max(4, Number((units + BigInt(LARGEST_AMOUNT) - 1n) / BigInt(LARGEST_AMOUNT)) + 3)

/** Parts that sum to the liability, each no larger than may be. `draw` answers a whole number from 0 to `most`, both included, by chance. */
export function splitUnits(units: bigint, draw: (most: number) => number): number[] {
  const parts: number[] = []
  let rest = units
  for (let left = partsOf(units); left > 0; left--) {
    const others = BigInt(LARGEST_AMOUNT) * BigInt(left - 1)
    const least = rest > others ? Number(rest - others) : 0
    const most = rest < BigInt(LARGEST_AMOUNT) ? Number(rest) : LARGEST_AMOUNT
    const part = left === 1 ? Number(rest) : least + draw(most - least)
    parts.push(part)
    rest -= BigInt(part)
  }
  for (let i = parts.length - 1; i > 0; i--) {
    const j = draw(i)
    const [a, b] = [parts[i] as number, parts[j] as number]
    parts[i] = b
    parts[j] = a
  }
  return parts
}

export type Day = { store: string; date: string }
/** Whose leaves they are: the key that only they and the shop know, and the contact of that moment. */
export type Owner = { key: Uint8Array; contact: string }

/** The tags of an owner's leaves on a day, by the number of the part; the first byte of a tag is its shard. */
export function tagsOf({ key, contact }: Owner, { store, date }: Day): (part: number) => Uint8Array {
  const dayHmac = hmacWith(hmacWith(key)(utf8(`${PROOF}/day/${store}/${date}`)))
  return (part) => {
    const tag = new Uint8Array(32)
    tag[0] = dayHmac(utf8(`shard/${part}`))[0] as number
    tag.set(dayHmac(utf8(`leaf/${contact}/${part}`)).subarray(0, 31), 1)
    return tag
  }
}

/** A leaf as it stands in its file: 32 bytes of tag, 8 of amount. */
export function recordOf(tag: Uint8Array, amount: number | bigint): Uint8Array {
  const record = new Uint8Array(RECORD)
  record.set(tag)
  new DataView(record.buffer).setBigUint64(32, BigInt(amount))
  return record
}

/** The root of a shard's tree. */
export function shardRoot(file: Uint8Array, { store, date }: Day): Node {
  const head = joinBytes(Uint8Array.of(0), utf8(`${PROOF}${store}/${date}`))
  const leaf = new Uint8Array(head.length + RECORD)
  leaf.set(head)
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const leaves: Node[] = []
  for (let at = 0; at < file.length; at += RECORD) {
    leaf.set(file.subarray(at, at + RECORD), head.length)
    leaves.push({ hash: sha256(leaf), sum: view.getBigUint64(at + 32) })
  }
  return rootOf(leaves)
}

/** The file of a shard that was read, sorted by its tags. */
export type Leaves = Uint8Array

/** The file of a shard, sound; a `Fault` for one that breaks a rule. */
export function readShard(file: Uint8Array, shard: number): Leaves {
  const name = `shard/${nameOf(shard)}`
  const count = file.length / RECORD
  if (!Number.isInteger(count) || count < LEAST_LEAVES || (count & (count - 1)) !== 0)
    throw new Fault('shard_size', `${name}: ${file.length} bytes`)
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let before: Uint8Array | null = null
  for (let at = 0; at < file.length; at += RECORD) {
    const tag = file.subarray(at, at + 32)
    const amount = view.getBigUint64(at + 32)
    if (tag[0] !== shard) throw new Fault('wrong_shard', name)
    const order = before ? compareBytes(before, tag) : -1
    if (order === 0) throw new Fault('tag_twice', name)
    if (order > 0) throw new Fault('shard_unsorted', name)
    if (amount > BigInt(LARGEST_AMOUNT)) throw new Fault('amount_too_large', `${name}: ${amount}`)
    before = tag
  }
  return file
}

/** The amount of the leaf of a tag; null where there is none. */
export function amountOf(leaves: Leaves, tag: Uint8Array): bigint | null {
  let [from, to] = [0, leaves.length / RECORD]
  while (from < to) {
    const middle = (from + to) >> 1
    const at = middle * RECORD
    const order = compareBytes(leaves.subarray(at, at + 32), tag)
    if (order === 0) return new DataView(leaves.buffer, leaves.byteOffset + at + 32, 8).getBigUint64(0)
    if (order < 0) from = middle + 1
    else to = middle
  }
  return null
}

export const nameOf = (shard: number): string => shard.toString(16).padStart(2, '0')

/** How many leaves every shard has: the smallest power of two that fits the fullest. */
export const sizeOfShards = (records: readonly Uint8Array[]): number =>
  2 ** Math.ceil(Math.log2(Math.max(LEAST_LEAVES, ...records.map((bytes) => bytes.length / RECORD))))

/**
 * The file of a shard: its leaves sorted by tag, filled with leaves of nothing to `size`. `records` are the leaves one after the other;
 * `randomBytes` makes the tags of what fills them.
 */
export function fillShard(
  shard: number,
  records: Uint8Array,
  { size, randomBytes }: { size: number; randomBytes: (count: number) => Uint8Array },
): Uint8Array {
  const all = new Uint8Array(size * RECORD)
  all.set(records)
  for (let at = records.length; at < all.length; at += RECORD) {
    all.set(randomBytes(32), at)
    all[at] = shard
  }
  const order = Array.from({ length: size }, (_, i) => all.subarray(i * RECORD, (i + 1) * RECORD)).sort(compareBytes)
  return joinBytes(...order)
}

/** The file `roots`: hash and sum of each shard. */
export const writeRoots = (roots: readonly Node[]): Uint8Array =>
  joinBytes(...roots.map(({ hash, sum }) => recordOf(hash, sum)))

export function readRoots(file: Uint8Array): Node[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return Array.from({ length: SHARDS }, (_, shard) => {
    const at = shard * RECORD
    const sum = view.getBigUint64(at + 32)
    if (sum > LARGEST_SUM) throw new Fault('sum_too_large', `root of shard ${nameOf(shard)}`)
    return { hash: file.subarray(at, at + 32), sum }
  })
}
