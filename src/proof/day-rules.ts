/** The files of a day out of what is owed to each member and the list of bars. Pure but for the chance that it is given. */
import { type ListedBar, sumOfBars, writeBars } from './bar-list-rules.ts'
import { base64Of, utf8 } from './hash-rules.ts'
import {
  type Day,
  fillShard,
  type Owner,
  RECORD,
  recordOf,
  SHARDS,
  shardRoot,
  sizeOfShards,
  splitUnits,
  tagsOf,
  writeRoots,
} from './leaf-rules.ts'
import { hashOf, type Note } from './note-rules.ts'
import { type Node, rootOf } from './tree-rules.ts'

/** `units`: what is owed, in 0.0001 g. */
export type OwedTo = Owner & { units: bigint }
/** `draw`: a whole number from 0 to `most`, both included. */
export type Chance = { draw: (most: number) => number; bytes: (count: number) => Uint8Array }

export type DayFiles = { shards: Uint8Array[]; roots: Uint8Array; bars: Uint8Array }
/** What of a note the files say. */
export type Counted = Pick<Note, 'root' | 'liabilities' | 'assets' | 'leaves' | 'roots' | 'bars'>

/** A shard's records while they come. */
function growing() {
  let bytes = new Uint8Array(64 * RECORD)
  let used = 0
  return {
    add(record: Uint8Array) {
      if (used + RECORD > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2)
        larger.set(bytes)
        bytes = larger
      }
      bytes.set(record, used)
      used += RECORD
    },
    all: () => bytes.subarray(0, used),
  }
}

/** Members for whom leaves are made between two pauses: some ten milliseconds of work. */
const MEMBERS_AT_ONCE = 250

/** `pause` lets others go on meanwhile: at many members this is seconds of work. */
export async function makeDay(
  day: Day,
  owed: readonly OwedTo[],
  bars: readonly ListedBar[],
  { chance, pause }: { chance: Chance; pause: () => Promise<void> },
): Promise<{ files: DayFiles; counted: Counted }> {
  const records = Array.from({ length: SHARDS }, growing)
  for (const [i, member] of owed.entries()) {
    const tagOf = tagsOf(member, day)
    for (const [part, amount] of splitUnits(member.units, chance.draw).entries()) {
      const tag = tagOf(part)
      records[tag[0] as number]?.add(recordOf(tag, amount))
    }
    if (i % MEMBERS_AT_ONCE === 0) await pause()
  }
  const made = records.map((shard) => shard.all())
  const filled = { size: sizeOfShards(made), randomBytes: chance.bytes }
  const shards: Uint8Array[] = []
  const roots: Node[] = []
  for (const [shard, leaves] of made.entries()) {
    const file = fillShard(shard, leaves, filled)
    shards.push(file)
    roots.push(shardRoot(file, day))
    await pause()
  }
  return bindDay(shards, roots, bars)
}

/** Shards and their roots bound to the one root of the day. */
function bindDay(
  shards: Uint8Array[],
  roots: readonly Node[],
  listed: readonly ListedBar[],
): { files: DayFiles; counted: Counted } {
  const top = rootOf(roots)
  const files = { shards, roots: writeRoots(roots), bars: utf8(writeBars(listed)) }
  const counted = {
    root: base64Of(top.hash),
    liabilities: top.sum,
    assets: sumOfBars(listed),
    leaves: BigInt(shards.reduce((sum, shard) => sum + shard.length / RECORD, 0)),
    roots: hashOf(files.roots),
    bars: hashOf(files.bars),
  }
  return { files, counted }
}
