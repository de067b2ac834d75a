/** A member's own check, in this browser: files by their public addresses, contact and key from the member, nothing from an account. */
import { parseDecimal } from '../../money/money.ts'
import { dataOf, get } from '../../ui/api-client.ts'
import { checkAsMember, type Find, readDays } from '../check-rules.ts'
import type { MyRecordView } from '../contract.ts'
import { Fault, type FaultName } from '../fault-rules.ts'
import { fromHex } from '../hash-rules.ts'
import { decode, readKeys, type VerifySignature } from '../note-rules.ts'
import { compareCounted, type OwnRecord } from '../own-record-rules.ts'

const KEPT = 'karat.proof'
/**
 * What this browser keeps for a store once its member asks: the contact, the audit key, and the keys that signed when they first checked.
 * `member`: whose record it is held against, where they were signed in then.
 */
export type Kept = { contact: string; key: string; keys: string; member?: string }

export function keptFor(store: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(`${KEPT}.${store}`) ?? 'null') as Kept | null
    return kept && typeof kept.contact === 'string' && typeof kept.key === 'string' ? kept : null
  } catch {
    return null
  }
}
export const keep = (store: string, kept: Kept) => localStorage.setItem(`${KEPT}.${store}`, JSON.stringify(kept))
export const forget = (store: string) => localStorage.removeItem(`${KEPT}.${store}`)

/** `verdict`: `alone` where nobody says what the member's own record has. */
export type Found = {
  found: true
  units: bigint
  parts: number
  instant: string
  keys: string
  own: OwnRecord | null
  verdict: ReturnType<typeof compareCounted> | 'alone'
}
export type Outcome = Found | { found: false; fault: FaultName | 'no_answer' | 'no_ed25519'; detail: string }

export const plainKey = (typed: string): string => typed.replaceAll(/[\s-]+/g, '')
/** As a key is typed or pasted: 64 digits, however they are grouped; null for anything else. */
export function readKey(typed: string): Uint8Array | null {
  const plain = plainKey(typed)
  return plain.length === 64 ? fromHex(plain) : null
}
const verifyHere: VerifySignature = async (key, text, signature) => {
  const opened = await crypto.subtle.importKey('raw', Uint8Array.from(key), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', opened, Uint8Array.from(signature), Uint8Array.from(text))
}

const published =
  (store: string): Find =>
  async (file) => {
    const answer = await fetch(`/proof/${store}/${file}`)
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }

/** What a member's own record says of the moment of a day's count. */
export async function readOwnRecord(date: string): Promise<OwnRecord> {
  const { gold, pieces } = await dataOf(get<MyRecordView>('/user/myProofRecord', { date }, { beside: true }), {
    beside: true,
  })
  const units = (text: string) => parseDecimal(text, 4) ?? 0n
  return { gold: units(gold), pieces: pieces === null ? null : units(pieces) }
}

type Asked = {
  store: string
  contact: string
  key: Uint8Array
  /** Keys that this browser has seen before, with which those of today are compared. */
  known: string | null
  /** Where a member's own record is read; null for whoever is not signed in. */
  ownRecord: typeof readOwnRecord | null
}

/** Checks the last day that is published, and compares what it counts with the member's own record. */
export async function checkHere({ store, contact, key, known, ownRecord }: Asked): Promise<Outcome> {
  const find = published(store)
  let date: string | null = null
  try {
    const keys = decode((await find('keys')) ?? new Uint8Array(), 'keys_malformed')
    if (known !== null && known !== keys) throw new Fault('keys_differ')
    date = (await readDays(find)).at(-1) ?? null
    if (!date) throw new Fault('days_malformed')
    const trust = { keys: readKeys(keys), verify: verifyHere }
    const { note, counted } = await checkAsMember(find, date, trust, { contact, key })
    const own = ownRecord ? await ownRecord(date) : null
    if (!own && counted.parts === 0) throw new Fault('member_missing')
    const verdict = own ? compareCounted(counted.units, own) : 'alone'
    return { found: true, ...counted, instant: note.instant, keys, own, verdict }
  } catch (error) {
    if (error instanceof Fault) return { found: false, fault: error.fault, detail: error.detail }
    const isOld = error instanceof DOMException && error.name === 'NotSupportedError'
    return { found: false, fault: isOld ? 'no_ed25519' : 'no_answer', detail: '' }
  }
}
