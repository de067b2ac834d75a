/** The texts that are signed: a day's note, a witness's request, the shop's commitment. Pure. Source: docs/proof.md, C2SP's signed notes. */
import { isDay } from '../locale/day-rules.ts'
import { Fault, type FaultName } from './fault-rules.ts'
import { base64Of, fromBase64, hexOf, joinBytes, sha256, utf8 } from './hash-rules.ts'
import { PROOF } from './leaf-rules.ts'
import { LARGEST_SUM } from './tree-rules.ts'

export const ZEROS = '0'.repeat(64)
export const hashOf = (bytes: Uint8Array): string => hexOf(sha256(bytes))

/** What is owed in a currency, what the bank's statement of that date says, in minor units. */
export type CashLine = { currency: string; owed: bigint; atBank: bigint; statementDate: string }
/** `liabilities` and `assets` in 0.0001 g; hashes in hex, `root` in base64; `instant` as YYYY-MM-DDTHH:MM:SSZ. */
export type Note = {
  store: string
  date: string
  instant: string
  commitment: string
  root: string
  liabilities: bigint
  assets: bigint
  leaves: bigint
  roots: string
  bars: string
  heads: string
  cash: CashLine[]
  previous: string
  number: bigint
  breach: boolean
}

export const writeNote = (note: Note): string =>
  [
    PROOF,
    ...[note.store, note.date, note.instant, note.commitment, note.root, note.liabilities, note.assets, note.leaves],
    ...[note.roots, note.bars, note.heads],
    ...note.cash.map(
      ({ currency, owed, atBank, statementDate }) => `cash ${currency} ${owed} ${atBank} ${statementDate}`,
    ),
    ...[note.previous, note.number],
    ...(note.breach ? ['breach'] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')

const HASH = /^[0-9a-f]{64}$/
const STORE = /^[!-~]+$/
const TIME = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/
const CASH = /^cash ([A-Z]{3}) (0|[1-9]\d*) (0|-?[1-9]\d*) (\d{4}-\d\d-\d\d)$/

/** Lines of a text, one after the other, each of its form. */
function linesOf(text: string, malformed: FaultName) {
  const lines = text.split('\n').slice(0, -1)
  const wrong = (line: string | undefined) => new Fault(malformed, line ?? 'too short')
  const take = (form: RegExp): string => {
    const line = lines.shift()
    if (line === undefined || !form.test(line)) throw wrong(line)
    return line
  }
  const number = (): bigint => {
    const line = take(/^(0|[1-9]\d{0,18})$/)
    if (BigInt(line) > LARGEST_SUM) throw wrong(line)
    return BigInt(line)
  }
  const day = (): string => {
    const line = take(/./)
    if (!isDay(line)) throw wrong(line)
    return line
  }
  const instant = (): string => {
    const line = take(/./)
    if (!isDay(line.slice(0, 10)) || !TIME.test(line.slice(10))) throw wrong(line)
    return line
  }
  const bytes = (): string => {
    const line = take(/./)
    if (fromBase64(line)?.length !== 32) throw wrong(line)
    return line
  }
  const end = () => {
    if (lines.length > 0) throw wrong(lines[0])
  }
  return { next: () => lines[0], take, number, day, instant, bytes, end, wrong }
}

export function readNote(text: string): Note {
  const lines = linesOf(text, 'note_malformed')
  lines.take(/^karat-proof-v1$/)
  const note = {
    store: lines.take(STORE),
    date: lines.day(),
    instant: lines.instant(),
    commitment: lines.take(HASH),
    root: lines.bytes(),
    liabilities: lines.number(),
    assets: lines.number(),
    leaves: lines.number(),
    roots: lines.take(HASH),
    bars: lines.take(HASH),
    heads: lines.take(HASH),
  }
  const cash: CashLine[] = []
  while (lines.next()?.startsWith('cash ')) {
    const [, currency = '', owed = '', atBank = '', statementDate = ''] = CASH.exec(lines.take(CASH)) ?? []
    if (!isDay(statementDate)) throw lines.wrong(statementDate)
    cash.push({ currency, owed: BigInt(owed), atBank: BigInt(atBank), statementDate })
  }
  const [previous, number] = [lines.take(HASH), lines.number()]
  const breach = lines.next() === 'breach'
  if (breach) lines.take(/^breach$/)
  lines.end()
  return { ...note, cash, previous, number, breach }
}

/** A request counts for so long after its instant: an answer of a later moment is none. */
export const LONGEST_MS = 60_000
/** A moment as these texts write it: whole seconds. */
export const instantOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** What the witness asks: at which instant, and 32 bytes that nobody knew before. */
export type Request = { store: string; instant: string; secret: string }
export const writeRequest = ({ store, instant, secret }: Request): string =>
  `karat-proof-request-v1\n${store}\n${instant}\n${secret}\n`
export function readRequest(text: string): Request {
  const lines = linesOf(text, 'request_malformed')
  lines.take(/^karat-proof-request-v1$/)
  const request = { store: lines.take(STORE), instant: lines.instant(), secret: lines.take(HASH) }
  lines.end()
  return request
}

/** What the shop answers: the hash of the request's text, and what the day's note will carry. */
export type Commitment = { store: string; request: string; instant: string; heads: string; bars: string }
export const writeCommitment = ({ store, request, instant, heads, bars }: Commitment): string =>
  `karat-proof-commit-v1\n${store}\n${request}\n${instant}\n${heads}\n${bars}\n`
export function readCommitment(text: string): Commitment {
  const lines = linesOf(text, 'commitment_malformed')
  lines.take(/^karat-proof-commit-v1$/)
  const [store, request, instant] = [lines.take(STORE), lines.take(HASH), lines.instant()]
  const commitment = { store, request, instant, heads: lines.take(HASH), bars: lines.take(HASH) }
  lines.end()
  return commitment
}

/** A verifier's key: `<name>+<hash of the key, 8 digits>+<base64 of 1 and the public key>`. */
export type VerifierKey = { name: string; hash: Uint8Array; publicKey: Uint8Array }
const typed = (publicKey: Uint8Array) => joinBytes(Uint8Array.of(1), publicKey)
export const keyOf = (name: string, publicKey: Uint8Array): VerifierKey => ({
  name,
  hash: sha256(joinBytes(utf8(`${name}\n`), typed(publicKey))).subarray(0, 4),
  publicKey,
})
export const writeKey = ({ name, hash, publicKey }: VerifierKey): string =>
  `${name}+${hexOf(hash)}+${base64Of(typed(publicKey))}\n`

/** The shop's own first. A name is of printable ASCII without a plus. */
export function readKeys(text: string): VerifierKey[] {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.map((line) => {
    const [, name = '', , encoded = ''] = /^([!-*,-~]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? []
    const bytes = fromBase64(encoded)
    const key = bytes?.length === 33 && bytes[0] === 1 ? keyOf(name, bytes.subarray(1)) : null
    if (!key || writeKey(key) !== `${line}\n`) throw new Fault('keys_malformed', line)
    return key
  })
}

type SignatureLine = { name: string; hash: Uint8Array; signature: Uint8Array }
export const writeSignature = ({ name, hash }: VerifierKey, signature: Uint8Array): string =>
  `— ${name} ${base64Of(joinBytes(hash, signature))}\n`

export const joinSigned = (text: string, ...signatures: string[]): string => `${text}\n${signatures.join('')}`

/** The text and its signature lines. */
export function splitSigned(file: string, malformed: FaultName): { text: string; lines: SignatureLine[] } {
  const end = file.lastIndexOf('\n\n')
  const below = file.slice(end + 2)
  if (end < 0 || !below.endsWith('\n')) throw new Fault(malformed, 'not a signed note')
  const lines = below
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const [, name = '', encoded = ''] = /^— ([!-*,-~]+) (\S+)$/.exec(line) ?? []
      const bytes = fromBase64(encoded)
      if (bytes?.length !== 68) throw new Fault(malformed, 'a line that is no signature')
      return { name, hash: bytes.subarray(0, 4), signature: bytes.subarray(4) }
    })
  return { text: file.slice(0, end + 1), lines }
}

export type VerifySignature = (key: Uint8Array, text: Uint8Array, signature: Uint8Array) => boolean | Promise<boolean>

/** The text of a signed note, and which of the keys have signed it; lines of other keys count for nothing. */
export async function openSigned(
  file: Uint8Array,
  keys: readonly VerifierKey[],
  verify: VerifySignature,
  malformed: FaultName,
): Promise<{ text: string; signed: Set<number> }> {
  const { text, lines } = splitSigned(decode(file, malformed), malformed)
  const signed = new Set<number>()
  for (const { name, hash, signature } of lines)
    for (const [index, key] of keys.entries()) {
      if (key.name !== name || hexOf(key.hash) !== hexOf(hash)) continue
      if (!(await verify(key.publicKey, utf8(text), signature))) throw new Fault('signature_wrong', name)
      signed.add(index)
    }
  return { text, signed }
}

export function decode(file: Uint8Array, malformed: FaultName): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  } catch {
    throw new Fault(malformed, 'not UTF-8')
  }
}
