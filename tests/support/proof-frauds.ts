/**
 * Frauds that both verifiers of a proof of backing have to name, made out of the given vectors with keys of their own: each is the files that
 * differ from the given ones. `node tests/support/proof-frauds.ts` writes them to tests/vectors/proof/frauds.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FaultName } from '../../src/proof/fault-rules.ts'
import { base64Of, compareBytes, hexOf, joinBytes, sha256, utf8 } from '../../src/proof/hash-rules.ts'
import {
  nameOf,
  type Owner,
  PROOF,
  partsOf,
  RECORD,
  recordOf,
  SHARDS,
  shardRoot,
  tagsOf,
  writeRoots,
} from '../../src/proof/leaf-rules.ts'
import {
  hashOf,
  joinSigned,
  keyOf,
  type Note,
  readNote,
  readRequest,
  splitSigned,
  writeCommitment,
  writeKey,
  writeNote,
  writeRequest,
  writeSignature,
} from '../../src/proof/note-rules.ts'
import { type Node, rootOf } from '../../src/proof/tree-rules.ts'

export const given = path.resolve('tests/vectors/proof/given')
export const fraudFolder = path.resolve('tests/vectors/proof/frauds')
export const days = ['2026-11-21', '2026-11-22'] as const
const [first, last] = days

type Known = Owner & { units: bigint }
export const members: Known[] = (
  JSON.parse(readFileSync(path.join(given, 'members.json'), 'utf8')) as Record<string, string>[]
).map(({ contact = '', audit_key_hex = '', units = '' }) => ({
  contact,
  key: new Uint8Array(Buffer.from(audit_key_hex, 'hex')),
  units: BigInt(units),
}))
const known = (name: string) => members.find(({ contact }) => contact.startsWith(name)) as Known

/** A key of the tests, from its name alone. */
export function testKey(name: string) {
  const seed = sha256(utf8(`a key of the tests: ${name}`))
  const der = joinBytes(new Uint8Array(Buffer.from('302e020100300506032b657004220420', 'hex')), seed)
  const secret = createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  const key = keyOf(name, new Uint8Array(publicKey))
  return { key, sign: (text: string) => writeSignature(key, new Uint8Array(sign(null, utf8(text), secret))) }
}
const shop = testKey('shop.test/proof/id')
const witness = testKey('witness.test')
const other = testKey('shop.test/proof/id-other')

export type Files = Record<string, Uint8Array>
const read = (file: string) => new Uint8Array(readFileSync(path.join(given, file)))
const signed = (text: string, ...keys: { sign: (text: string) => string }[]) =>
  utf8(joinSigned(text, ...keys.map((one) => one.sign(text))))

/** One day while it is forged: its shards, roots, bars, note, and what of the commitment is said. */
type Forged = {
  shards: Uint8Array[]
  roots: (shards: Uint8Array[], day: { store: string; date: string }) => Node[]
  bars: Uint8Array
  note: (note: Note) => Note
  late: number
  commitment: (hash: string) => string
  /** Texts as they are signed. */
  text: (note: string) => string
  request: (text: string) => string
  commit: (text: string) => string
  signers: { sign: (text: string) => string }[]
}
const honest = (date: string): Forged => ({
  shards: Array.from({ length: SHARDS }, (_, shard) => read(`${date}/shard/${nameOf(shard)}`)),
  roots: (shards, day) => shards.map((file) => shardRoot(file, day)),
  bars: read(`${date}/bars.csv`),
  note: (note) => note,
  late: 7,
  commitment: (hash) => hash,
  ...{ text: (note) => note, request: (text) => text, commit: (text) => text },
  signers: [shop, witness],
})

/** All files of two days, each forged as it is told; `store` signs. */
export function makeDays(forge: Partial<Record<(typeof days)[number], Partial<Forged>>>, store = 'id'): Files {
  const files: Files = { days: read('days'), keys: utf8(writeKey(shop.key) + writeKey(witness.key)) }
  let previous: { hash: string; number: bigint } | null = null
  for (const date of days) {
    const day: Forged = { ...honest(date), ...forge[date] }
    const roots = day.roots(day.shards, { store, date })
    const top = topOf(roots)
    const note: Note = {
      ...readNote(splitSigned(Buffer.from(read(`${date}/note`)).toString(), 'note_malformed').text),
      ...{ store, root: base64Of(top.hash), liabilities: top.sum },
      ...{ roots: hashOf(writeRoots(roots)), bars: hashOf(day.bars) },
      previous: previous?.hash ?? '0'.repeat(64),
    }
    if (date === last) {
      const asked = readRequest(splitSigned(Buffer.from(read(`${date}/request`)).toString(), 'request_malformed').text)
      const request = day.request(writeRequest({ ...asked, store, instant: at(note.instant, -day.late) }))
      const { instant, heads, bars } = note
      const commit = day.commit(writeCommitment({ store, request: hashOf(utf8(request)), instant, heads, bars }))
      note.commitment = day.commitment(hashOf(utf8(commit)))
      Object.assign(files, { [`${date}/request`]: signed(request, witness), [`${date}/commit`]: signed(commit, shop) })
    }
    const text = day.text(writeNote(day.note(note)))
    files[`${date}/note`] = signed(text, ...day.signers)
    files[`${date}/bars.csv`] = day.bars
    files[`${date}/roots`] = writeRoots(roots)
    for (const [shard, file] of day.shards.entries()) files[`${date}/shard/${nameOf(shard)}`] = file
    previous = { hash: hashOf(utf8(text)), number: note.number }
  }
  return files
}
/** The day's root, or one of zeros where the sums are too large for one. */
function topOf(roots: Node[]): Node {
  try {
    return rootOf(roots)
  } catch {
    return { hash: new Uint8Array(32), sum: 0n }
  }
}
const at = (instant: string, seconds: number) =>
  `${new Date(Date.parse(instant) + seconds * 1000).toISOString().slice(0, 19)}Z`

/** Leaves of a shard file, changed and sorted again. */
const changed = (file: Uint8Array, change: (records: Uint8Array[]) => Uint8Array[]): Uint8Array =>
  joinBytes(
    ...change(Array.from({ length: file.length / RECORD }, (_, i) => file.slice(i * RECORD, (i + 1) * RECORD))).sort(
      compareBytes,
    ),
  )
/** The day without the leaves of these parts of a member; leaves of nothing stand in their places. */
function without(member: Known, parts: number[], date = last): Uint8Array[] {
  const { shards } = honest(date)
  for (const part of parts) {
    const tag = tagsOf(member, { store: 'id', date })(part)
    const shard = tag[0] as number
    const filler = sha256(tag)
    filler[0] = shard
    shards[shard] = changed(shards[shard] as Uint8Array, (records) =>
      records.map((record) => (compareBytes(record.subarray(0, 32), tag) === 0 ? recordOf(filler, 0) : record)),
    )
  }
  return shards
}
const all = (member: Known) => Array.from({ length: partsOf(member.units) }, (_, part) => part)
/** The day with one shard's file in place of the honest one. */
function withShard(shard: number, change: (file: Uint8Array) => Uint8Array): Uint8Array[] {
  const { shards } = honest(last)
  shards[shard] = change(shards[shard] as Uint8Array)
  return shards
}
/** A shard that holds something, so that what is done to sums shows. */
const fullShard = () => tagsOf(known('bagus'), { store: 'id', date: last })(0)[0] as number
const honestRoots = () => honest(last).shards.map((file) => shardRoot(file, { store: 'id', date: last }))
const amountOf = (amount: bigint) => ({
  roots: honestRoots,
  shards: withShard(7, (file) =>
    changed(file, ([head, ...rest]) => [recordOf((head as Uint8Array).subarray(0, 32), amount), ...rest]),
  ),
})

/** Parents bound to the larger of their children's sums. */
function largest(file: Uint8Array, day: { store: string; date: string }): Node {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const sums = Array.from({ length: file.length / RECORD }, (_, i) => view.getBigUint64(i * RECORD + 32))
  return { hash: shardRoot(file, day).hash, sum: sums.reduce((a, b) => (a > b ? a : b)) }
}
/** A tree of hashes of which only the first half is kept. */
function cut(file: Uint8Array, day: { store: string; date: string }): Node {
  const half = (hash: Uint8Array) => joinBytes(hash.subarray(0, 16), new Uint8Array(16))
  const leaves = Array.from({ length: file.length / RECORD }, (_, i) => {
    const record = file.subarray(i * RECORD, (i + 1) * RECORD)
    const head = joinBytes(Uint8Array.of(0), utf8(`${PROOF}${day.store}/${day.date}`))
    return { hash: half(sha256(joinBytes(head, record))), sum: new DataView(record.slice().buffer).getBigUint64(32) }
  })
  const { hash, sum } = rootOf(leaves)
  return { hash: half(hash), sum }
}
const barsWith = (change: (lines: string[]) => string[]): Uint8Array =>
  utf8(
    `${change(
      Buffer.from(read(`${last}/bars.csv`))
        .toString()
        .trimEnd()
        .split('\n'),
    ).join('\n')}\n`,
  )

/** `faults`: what both verifiers say of all days. `member`: who checks; `own`: what their own record says. `beside`: a second store. */
export type Fraud = {
  name: string
  faults: FaultName[]
  files: Files
  member?: Owner & { own?: bigint }
  beside?: Files
}

export function makeFrauds(): Fraud[] {
  const [ratna, bagus, aisyah] = [known('ratna'), known('bagus'), known('aisyah')]
  const one = (name: string, faults: FaultName[], forge: Partial<Forged>, more: Partial<Fraud> = {}): Fraud => ({
    name,
    faults,
    files: makeDays({ [last]: forge }),
    ...more,
  })
  const dropped = (name: string, files: Files, file: string): Fraud => {
    const { [file]: _, ...rest } = files
    return { name, faults: ['file_missing'], files: rest }
  }
  return [
    one('good', [], {}, { member: { ...ratna, own: ratna.units } }),
    one('member-left-out', ['member_missing'], { shards: without(ratna, all(ratna)) }, { member: ratna }),
    one('member-partly-left-out', ['member_incomplete'], { shards: without(ratna, [3]) }, { member: ratna }),
    // Ratna and Aisyah own as much: one set of leaves is shown to both, and only Ratna's contact finds it.
    one('two-members-on-one-leaf', ['member_missing'], { shards: without(aisyah, all(aisyah)) }, { member: aisyah }),
    // Of what Bagus owns a bar is paid for and on its way: the shop counts his grams alone.
    one('undelivered-bars-left-out', ['member_differs'], {}, { member: { ...bagus, own: bagus.units + 99_990n } }),
    one('amount-too-large', ['amount_too_large'], amountOf(1_000_001n)),
    one('amount-overflows', ['amount_too_large'], amountOf(2n ** 64n - 1n)),
    one('sum-overflows', ['sum_too_large'], {
      roots: (shards, day) =>
        shards.map((file, i) => ({ ...shardRoot(file, day), ...(i === 9 ? { sum: 2n ** 63n } : {}) })),
      note: (note) => ({ ...note, liabilities: 0n }),
    }),
    one('maximum-instead-of-sum', ['shard_sum_differs'], {
      roots: (shards, day) => shards.map((file) => largest(file, day)),
      shards: withShard(fullShard(), (file) =>
        changed(file, (records) => records.map((record, i) => recordOf(record.subarray(0, 32), i < 2 ? 5 : 0))),
      ),
    }),
    one('total-too-small', ['liabilities_differ'], {
      note: (note) => ({ ...note, liabilities: note.liabilities - 1n }),
    }),
    one('hash-cut', ['shard_root_differs'], { roots: (shards, day) => shards.map((file) => cut(file, day)) }),
    one('root-cut', ['note_malformed'], {
      note: (note) => ({ ...note, root: base64Of(new Uint8Array(Buffer.from(note.root, 'base64')).subarray(0, 16)) }),
    }),
    one('shard-unsorted', ['shard_unsorted'], {
      shards: withShard(7, (file) =>
        joinBytes(file.slice(RECORD, 2 * RECORD), file.slice(0, RECORD), file.slice(2 * RECORD)),
      ),
    }),
    one('shard-too-short', ['shard_size'], { shards: withShard(7, (file) => file.slice(0, 2 * RECORD)) }),
    one('shard-not-whole', ['shard_size'], { shards: withShard(7, (file) => file.slice(0, -1)), roots: honestRoots }),
    one('tag-twice', ['tag_twice'], {
      shards: withShard(7, (file) => joinBytes(file.slice(0, RECORD), file.slice(0, RECORD), file.slice(2 * RECORD))),
    }),
    one('leaf-in-another-shard', ['wrong_shard'], { shards: withShard(7, () => read(`${last}/shard/08`)) }),
    one('shard-changed-after-signing', ['shard_root_differs'], {
      roots: honestRoots,
      shards: withShard(7, (file) =>
        changed(file, ([head, ...rest]) => [recordOf(sha256(head as Uint8Array).fill(7, 0, 1), 0), ...rest]),
      ),
    }),
    one('bar-twice', ['bar_twice'], { bars: barsWith((lines) => [...lines, lines.at(-2) as string]) }),
    one('pledged-bar-counted', ['bar_counted'], {
      bars: barsWith((lines) => lines.map((line) => line.replace('pledged,0', 'pledged,1'))),
    }),
    one('bars-not-as-many', ['assets_differ'], { bars: barsWith((lines) => lines.toSpliced(2, 1)) }),
    {
      name: 'bars-changed-after-signing',
      faults: ['bars_changed'],
      files: { ...makeDays({}), [`${last}/bars.csv`]: barsWith((lines) => lines.toSpliced(3, 1)) },
    },
    one('wrong-previous-hash', ['previous_differs'], { note: (note) => ({ ...note, previous: 'ab'.repeat(32) }) }),
    one('wrong-day-number', ['day_number_differs'], { note: (note) => ({ ...note, number: 3n }) }),
    // The shop signs its past anew; the witness does not, and the day after is bound to what was there.
    {
      name: 'past-day-edited',
      faults: ['previous_differs'],
      files: {
        ...makeDays({}),
        ...only(
          makeDays({ [first]: { note: (note) => ({ ...note, assets: note.assets, cash: [] }), signers: [shop] } }),
          `${first}/note`,
        ),
      },
    },
    {
      name: 'past-day-edited-unsigned',
      faults: ['signature_wrong', 'previous_differs'],
      files: replaceIn(makeDays({}), `${first}/note`, 'cash IDR 18452000', 'cash IDR 18452001'),
    },
    one('commitment-not-carried', ['commitment_differs'], { commitment: () => 'cd'.repeat(32) }),
    one('commitment-kept-back', ['commitment_differs'], { commitment: () => '0'.repeat(64) }),
    one('commitment-of-another-moment', ['commitment_differs'], {
      note: (note) => ({ ...note, instant: at(note.instant, 60) }),
    }),
    one('commitment-late', ['commitment_late'], { late: 61 }),
    dropped('commitment-missing', makeDays({}), `${last}/commit`),
    dropped('shard-missing', makeDays({}), `${last}/shard/07`),
    {
      name: 'keys-exchanged',
      faults: ['keys_differ'],
      files: { ...makeDays({}), keys: utf8(writeKey(other.key) + writeKey(witness.key)) },
    },
    one('signed-with-another-key', ['note_unsigned'], { signers: [other, witness] }),
    one('breach-kept-quiet', ['breach_unsaid', 'assets_differ'], {
      note: (note) => ({ ...note, assets: note.liabilities - 1n }),
    }),
    ...formFrauds(),
    {
      name: 'one-bar-in-two-stores',
      faults: ['bar_in_two_stores'],
      files: makeDays({}),
      beside: makeDays({ [first]: { bars: hidden(first) }, [last]: {} }, 'my'),
    },
  ]
}
/** Files that are nearly of their form. Two readers that were written apart disagree about these first. */
function formFrauds(): Fraud[] {
  const good = makeDays({})
  const put = (name: string, faults: FaultName[], file: string, content: string | Uint8Array): Fraud => ({
    ...{ name, faults, files: { ...good, [file]: typeof content === 'string' ? utf8(content) : content } },
  })
  const note = (name: string, text: Forged['text']): Fraud => ({
    ...{ name, faults: ['note_malformed'], files: makeDays({ [last]: { text } }) },
  })
  const bars = (name: string, change: (line: string) => string): Fraud => ({
    name,
    faults: ['bars_malformed'],
    files: makeDays({ [last]: { bars: barsWith((lines) => lines.with(2, change(lines[2] as string))) } }),
  })
  const textOf = (file: string) => Buffer.from(good[file] as Uint8Array).toString()
  const keys = textOf('keys')
  return [
    note('note-without-a-line', (text) => text.split('\n').toSpliced(11, 1).join('\n')),
    note('note-of-two-stores', (text) => text.replace('\nid\n', '\nid my\n')),
    note('note-on-no-day', (text) => text.replace('\n2026-11-22\n', '\n2026-11-31\n')),
    note('note-at-no-moment', (text) => text.replace(/\n2026-11-22T/, '\n2026-02-30T')),
    note('note-at-hour-24', (text) => text.replace(/T\d\d:\d\d:\d\dZ/, 'T24:00:00Z')),
    note('cash-on-no-day', (text) => text.replace(/(cash .*) \S+/, '$1 2026-02-30')),
    note('cash-in-other-digits', (text) => text.replace(/(cash \w+) \d+/, '$1 ٣')),
    put(
      'note-signed-in-other-bits',
      ['note_malformed'],
      `${last}/note`,
      textOf(`${last}/note`).replace(/(.)=\n$/, 'B=\n'),
    ),
    put('keys-not-text', ['keys_malformed'], 'keys', Uint8Array.of(0xff, ...utf8(keys))),
    put('keys-with-a-gap', ['keys_malformed'], 'keys', keys.replace('\n', '\n\n')),
    put('keys-of-two-lines-ends', ['keys_malformed'], 'keys', keys.replaceAll('\n', '\r\n')),
    put('key-with-a-plus', ['keys_malformed'], 'keys', writeKey(testKey('shop+1').key)),
    put('days-not-text', ['days_malformed'], 'days', Uint8Array.of(0xff, 10)),
    put('days-of-two-line-ends', ['days_malformed'], 'days', `${first}\r\n${last}\r\n`),
    put('days-without-an-end', ['days_malformed'], 'days', `${first}\n${last}`),
    put('days-with-no-day', ['days_malformed'], 'days', `2026-02-30\n${last}\n`),
    ...(['commit', 'request'] as const).flatMap((file): Fraud[] => [
      {
        ...{ name: `${file}-cut`, faults: [file === 'commit' ? 'commitment_malformed' : 'request_malformed'] },
        files: makeDays({
          [last]: { [file]: (text: string) => text.replace(/([0-9a-f]{64})\n$/, (line) => line.slice(1)) },
        }),
      },
    ]),
    bars('bar-of-no-fineness', (line) => line.replace('999.9', 'pure')),
    bars('bar-of-two-lines', (line) => line.replace(',PAMP,', ',"PA\nMP",')),
    bars('bar-quoted-in-part', (line) => line.replace(',PAMP,', ',PA"M"P,')),
    // Both in one sixteen of shards: the first by its number is named, whoever answers first.
    {
      name: 'two-shards-wrong',
      faults: ['shard_unsorted'],
      files: {
        ...makeDays({
          [last]: {
            shards: withShard(3, (file) =>
              joinBytes(file.slice(RECORD, 2 * RECORD), file.slice(0, RECORD), file.slice(2 * RECORD)),
            ),
          },
        }),
        [`${last}/shard/05`]: Uint8Array.of(0),
      },
    },
    {
      name: 'bars-that-read-alike',
      faults: [],
      files: makeDays({ [last]: { bars: spaced('12345678', 'PAMP SA', last) } }),
      beside: makeDays(
        { [first]: { bars: hidden(first) }, [last]: { bars: spaced('SA 12345678', 'PAMP', last) } },
        'my',
      ),
    },
    {
      name: 'one-bar-in-two-stores-on-two-days',
      faults: ['bar_in_two_stores'],
      files: makeDays({}),
      beside: { ...makeDays({ [first]: {} }, 'my'), days: utf8(`${first}\n`) },
    },
  ]
}
/** A day's list with other names for one bar, and for the others what no other list has. */
const spaced = (serial: string, maker: string, date: string) =>
  utf8(
    Buffer.from(maker === 'PAMP' ? hidden(date) : read(`${date}/bars.csv`))
      .toString()
      .replace(/^(1|9)2345678,PAMP,/m, `${serial},${maker},`),
  )

const only = (files: Files, name: string): Files => ({ [name]: files[name] as Uint8Array })
const replaceIn = (files: Files, name: string, from: string, to: string): Files => ({
  ...files,
  [name]: utf8(
    Buffer.from(files[name] as Uint8Array)
      .toString()
      .replace(from, to),
  ),
})
/** The first day's list of the second store, with numbers of its own. */
const hidden = (date: string) =>
  utf8(
    Buffer.from(read(`${date}/bars.csv`))
      .toString()
      .replaceAll(/^(#?)(\w)/gm, (whole, hash, digit) =>
        whole === 's' ? whole : `${hash}${digit === '9' ? '8' : '9'}`,
      ),
  )

/** Only what differs from the given vectors is kept in the repository. */
export const differing = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([name, file]) => !isGiven(name, file)))
function isGiven(name: string, file: Uint8Array): boolean {
  try {
    return compareBytes(read(name), file) === 0
  } catch {
    return false
  }
}
/** A file of the given vectors that is not there in the fraud. */
export const missingIn = (files: Files): string[] => Object.keys(makeDays({})).filter((name) => !(name in files))

export const list = (frauds: Fraud[]) =>
  frauds.map(({ name, faults, files, member, beside }) => ({
    name,
    faults,
    missing: missingIn(files),
    ...(member
      ? {
          contact: member.contact,
          key: hexOf(member.key),
          ...(member.own === undefined ? {} : { units: String(member.own) }),
        }
      : {}),
    ...(beside ? { beside: true } : {}),
  }))

if (import.meta.main) {
  rmSync(fraudFolder, { recursive: true, force: true })
  const frauds = makeFrauds()
  const write = (folder: string, files: Files) => {
    for (const [name, file] of Object.entries(differing(files))) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), file)
    }
  }
  for (const { name, files, beside } of frauds) {
    write(path.join(fraudFolder, name), files)
    if (beside) write(path.join(fraudFolder, `${name}-beside`), beside)
  }
  writeFileSync(path.join(fraudFolder, 'cases.json'), `${JSON.stringify(list(frauds), null, 1)}\n`)
}
