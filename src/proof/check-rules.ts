/** Checks a published proof, file by file, with no other knowledge than the page docs/proof.md and the keys that the checker trusts. Pure. */
import { isDay } from '../locale/day-rules.ts'
import { nameOfBar, readBarList } from './bar-list-rules.ts'
import { Fault, type FaultName } from './fault-rules.ts'
import { base64Of, hexOf, utf8 } from './hash-rules.ts'
import {
  amountOf,
  type Leaves,
  nameOf,
  type Owner,
  partsOf,
  RECORD,
  readRoots,
  readShard,
  SHARDS,
  shardRoot,
  tagsOf,
} from './leaf-rules.ts'
import {
  decode,
  hashOf,
  LONGEST_MS,
  type Note,
  openSigned,
  readCommitment,
  readKeys,
  readNote,
  readRequest,
  type VerifierKey,
  type VerifySignature,
  writeKey,
  ZEROS,
} from './note-rules.ts'
import { type Node, rootOf } from './tree-rules.ts'

/** Files of one store, by their path below `/proof/<store>/`; null where there is none. */
export type Find = (path: string) => Promise<Uint8Array | null>
export type Trust = { keys: readonly VerifierKey[]; verify: VerifySignature }
/** `units`: what is owed by the member's own record, where they know it. */
export type Member = Owner & { units?: bigint | undefined }

/** A day's note as it was read: `hash` of its text, `signed` by which of the keys. */
type ReadNote = Note & { hash: string; signed: Set<number> }
export type Counted = { units: bigint; parts: number }
export type Finding = { fault: FaultName; where: string; detail: string }
/** `bars`: maker and serial of each, as one text that no other pair gives. */
export type CheckedDay = { note: ReadNote; bars: Set<string>; member: Counted | null }

const get = async (find: Find, path: string): Promise<Uint8Array> => {
  const file = await find(path)
  if (!file) throw new Fault('file_missing', path)
  return file
}

/** The published keys are compared with the trusted ones, never trusted. */
async function checkKeys(find: Find, keys: readonly VerifierKey[]): Promise<void> {
  const published = readKeys(decode(await get(find, 'keys'), 'keys_malformed'))
  if (published.map(writeKey).join('') !== keys.map(writeKey).join('')) throw new Fault('keys_differ')
}

/** The dates that are published, the oldest first. */
export async function readDays(find: Find): Promise<string[]> {
  const text = decode(await get(find, 'days'), 'days_malformed')
  const days = text.split('\n').slice(0, -1)
  const good = days.every((day, i) => isDay(day) && (i === 0 || day > (days[i - 1] ?? '')))
  if (!good || days.length === 0 || !text.endsWith('\n')) throw new Fault('days_malformed', 'none, or not in order')
  return days
}

/** A day is counted once on each date, in its first 23 and a quarter hours: two counts are never further apart. */
const LONGEST_BETWEEN_MS = 48 * 3_600_000

/** Whether by now there should be a day after the one that was counted at `instant`. */
export const isOverdue = (instant: string, now: number): boolean => now - Date.parse(instant) > LONGEST_BETWEEN_MS

/** Pairs of days with none between them though there should be one. */
export const gapsOf = (days: readonly string[]): [string, string][] =>
  days.slice(1).flatMap((day, i) => {
    const before = days[i] ?? ''
    return Date.parse(day) - Date.parse(before) > 86_400_000 ? [[before, day] as [string, string]] : []
  })

async function readDayNote(find: Find, date: string, { keys, verify }: Trust): Promise<ReadNote> {
  const { text, signed } = await openSigned(await get(find, `${date}/note`), keys, verify, 'note_malformed')
  return { ...readNote(text), hash: hashOf(utf8(text)), signed }
}

/** What the note says about itself, and about the day before it. */
function checkWords(note: ReadNote, date: string, before: ReadNote | null): void {
  if (note.date !== date) throw new Fault('note_elsewhere', note.date)
  if (!note.signed.has(0)) throw new Fault('note_unsigned')
  if (note.liabilities > note.assets && !note.breach) throw new Fault('breach_unsaid')
  if (note.previous !== (before?.hash ?? ZEROS)) throw new Fault('previous_differs')
  if (note.number !== (before?.number ?? 0n) + 1n) throw new Fault('day_number_differs')
  if (before && (note.instant <= before.instant || note.store !== before.store))
    throw new Fault('not_after_the_day_before')
}

/** The note carries what the witness asked for and the shop answered within a minute. */
async function checkCommitment(find: Find, note: ReadNote, { keys, verify }: Trust): Promise<void> {
  const [commit, request] = [await find(`${note.date}/commit`), await find(`${note.date}/request`)]
  if (note.commitment === ZEROS) {
    if (commit) throw new Fault('commitment_differs', 'the note carries none')
    return
  }
  if (!commit || !request) throw new Fault('file_missing', commit ? 'request' : 'commit')
  const answer = await openSigned(commit, keys, verify, 'commitment_malformed')
  const asked = await openSigned(request, keys, verify, 'request_malformed')
  if (!answer.signed.has(0)) throw new Fault('commitment_unsigned')
  if (![...asked.signed].some((index) => index > 0)) throw new Fault('request_unsigned')
  const [committed, wanted] = [readCommitment(answer.text), readRequest(asked.text)]
  if (committed.store !== note.store || wanted.store !== note.store) throw new Fault('commitment_malformed', 'store')
  if (hashOf(utf8(answer.text)) !== note.commitment || hashOf(utf8(asked.text)) !== committed.request)
    throw new Fault('commitment_differs')
  if (committed.instant !== note.instant || committed.heads !== note.heads || committed.bars !== note.bars)
    throw new Fault('commitment_differs', 'instant, heads or bars')
  const late = Date.parse(committed.instant) - Date.parse(wanted.instant)
  if (late < 0 || late > LONGEST_MS) throw new Fault('commitment_late', `${late / 1000} s`)
}

async function checkRoots(find: Find, note: ReadNote): Promise<Node[]> {
  const file = await get(find, `${note.date}/roots`)
  if (hashOf(file) !== note.roots || file.length !== SHARDS * RECORD) throw new Fault('roots_differ')
  return readRoots(file)
}

/** The sum that all shards' roots are bound to is the one that was signed. */
function checkRoot(roots: readonly Node[], note: ReadNote): void {
  const { hash, sum } = rootOf(roots)
  if (base64Of(hash) !== note.root) throw new Fault('root_differs')
  if (sum !== note.liabilities) throw new Fault('liabilities_differ', `${sum}, the note says ${note.liabilities}`)
}

async function checkShard(find: Find, note: ReadNote, roots: readonly Node[], shard: number): Promise<Leaves> {
  const file = await get(find, `${note.date}/shard/${nameOf(shard)}`)
  if (BigInt(file.length * SHARDS) !== note.leaves * BigInt(RECORD))
    throw new Fault('shard_size', `shard/${nameOf(shard)}: ${file.length} bytes`)
  const leaves = readShard(file, shard)
  const { hash, sum } = shardRoot(leaves, note)
  if (sum !== roots[shard]?.sum) throw new Fault('shard_sum_differs', `shard/${nameOf(shard)}`)
  if (hexOf(hash) !== hexOf(roots[shard].hash)) throw new Fault('shard_root_differs', `shard/${nameOf(shard)}`)
  return leaves
}

/** What is counted for a member: their parts from the first on, until one is missing. Asks for no other shard than those. */
async function countMember(member: Owner, note: Note, leavesOf: (shard: number) => Promise<Leaves>): Promise<Counted> {
  const tagOf = tagsOf(member, note)
  let units = 0n
  for (let parts = 0; ; parts++) {
    const tag = tagOf(parts)
    const amount = amountOf(await leavesOf(tag[0] as number), tag)
    if (amount === null) return { units, parts }
    units += amount
  }
}

function judgeCounted(counted: Counted, expected: bigint | undefined): void {
  const { units, parts } = counted
  if (parts === 0 && expected !== 0n) throw new Fault('member_missing', 'nothing is counted')
  if (expected !== undefined && expected !== units)
    throw new Fault('member_differs', `${units} units, expected ${expected}`)
  requireWhole(counted)
}

function requireWhole({ units, parts }: Counted): void {
  if (parts < partsOf(units)) throw new Fault('member_incomplete', `${parts} parts`)
}

/** What a member's own program asks of a day: signatures, the root, and the shards of their parts. What they own, it does not judge. */
export async function checkAsMember(
  find: Find,
  date: string,
  trust: Trust,
  member: Owner,
): Promise<{ note: ReadNote; counted: Counted }> {
  const note = await readDayNote(find, date, trust)
  if (note.date !== date) throw new Fault('note_elsewhere', note.date)
  if (!note.signed.has(0)) throw new Fault('note_unsigned')
  const roots = await checkRoots(find, note)
  checkRoot(roots, note)
  const counted = await countMember(member, note, (shard) => checkShard(find, note, roots, shard))
  requireWhole(counted)
  return { note, counted }
}

/** Everything about one day. What is wrong is listed, and the other steps go on; null where not even the note can be read. */
async function checkDay(
  find: Find,
  date: string,
  { before, trust, member }: { before: ReadNote | null; trust: Trust; member: Member | null },
): Promise<{ day: CheckedDay | null; findings: Finding[] }> {
  const findings: Finding[] = []
  let where = date
  const step = <T>(does: () => T | Promise<T>) => noting(findings, where, does)
  const note = await step(() => readDayNote(find, date, trust))
  if (!note) return { day: null, findings }
  where = `${note.store} ${date}`
  await step(() => checkWords(note, date, before))
  await step(() => checkCommitment(find, note, trust))
  const shards = await step(async () => {
    const roots = await checkRoots(find, note)
    const all: Leaves[] = []
    for (let from = 0; from < SHARDS; from += 16) {
      const some = Array.from({ length: 16 }, (_, i) => checkShard(find, note, roots, from + i))
      // Of several that are wrong the first by its number is named, not the first to answer.
      await Promise.allSettled(some)
      for (const one of some) all.push(await one)
    }
    checkRoot(roots, note)
    return all
  })
  const bars = await step(() => checkBars(find, note))
  let counted: Counted | null = null
  if (member && shards)
    await step(async () => {
      counted = await countMember(member, note, async (shard) => shards[shard] as Leaves)
      judgeCounted(counted, member.units)
    })
  return { day: { note, bars: bars ?? new Set(), member: counted }, findings }
}

async function checkBars(find: Find, note: ReadNote): Promise<Set<string>> {
  const file = await get(find, `${note.date}/bars.csv`)
  if (hashOf(file) !== note.bars) throw new Fault('bars_changed')
  const { bars, counted } = readBarList(file)
  if (counted !== note.assets) throw new Fault('assets_differ', `${counted}, the note says ${note.assets}`)
  return new Set(bars.map(nameOfBar))
}

/** Takes what a step finds wrong into the list; null then. */
export async function noting<T>(findings: Finding[], where: string, does: () => T | Promise<T>): Promise<T | null> {
  try {
    return await does()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    findings.push({ fault: error.fault, where, detail: error.detail })
    return null
  }
}

/**
 * A bar stands in one store's list: each is held against the list of every other store of the same date, or the newest one before it where
 * that store has none of it.
 */
export function checkTogether(days: readonly CheckedDay[]): Finding[] {
  const stores = Map.groupBy(days, ({ note }) => note.store)
  return days.flatMap((day) =>
    [...stores].flatMap(([store, others]) => {
      const { note, bars } = day
      const other = others.findLast((one) => one.note.date <= note.date)
      if (!other || store === note.store || (other.note.date === note.date && store > note.store)) return []
      return [...bars]
        .filter((bar) => other.bars.has(bar))
        .map((bar) => {
          const [maker, serial] = JSON.parse(bar) as string[]
          const detail = `${maker} ${serial}: ${store} ${other.note.date} and ${note.store}`
          return { fault: 'bar_in_two_stores' as const, where: note.date, detail }
        })
    }),
  )
}

/**
 * What was found wrong with a store's last day, or with all of them, and the days that could be read. `now`, where the store is asked itself:
 * whether there should be a newer day; left out for files that were kept.
 */
export async function checkStore(
  find: Find,
  where: string,
  { trust, member, allDays, now }: { trust: Trust; member: Member | null; allDays: boolean; now?: number },
): Promise<{ findings: Finding[]; days: CheckedDay[]; gaps: [string, string][] }> {
  const findings: Finding[] = []
  await noting(findings, where, () => checkKeys(find, trust.keys))
  const dates = (await noting(findings, where, () => readDays(find))) ?? []
  const first = allDays ? 0 : Math.max(0, dates.length - 1)
  const earlier = dates[first - 1]
  let before = earlier ? await noting(findings, earlier, () => readDayNote(find, earlier, trust)) : null
  const days: CheckedDay[] = []
  for (const date of dates.slice(first)) {
    const checked = await checkDay(find, date, { before, trust, member })
    before = checked.day?.note ?? null
    findings.push(...checked.findings)
    if (checked.day) days.push(checked.day)
  }
  if (now !== undefined && before && isOverdue(before.instant, now))
    findings.push({
      fault: 'day_overdue',
      where: `${before.store} ${before.date}`,
      detail: `counted at ${before.instant}`,
    })
  return { findings, days, gaps: gapsOf(dates) }
}
