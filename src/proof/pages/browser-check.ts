/** A member's own check, in this browser: files by their public addresses, contact and key from the member, nothing from an account. */
import { checkAsMember, type Find, readDays } from '../check-rules.ts'
import { Fault, type FaultName } from '../fault-rules.ts'
import { fromHex } from '../hash-rules.ts'
import { decode, readKeys, type VerifySignature } from '../note-rules.ts'

const KEPT = 'karat.proof'
/** What this browser keeps for a store once its member asks: the contact, the audit key, and the keys that signed when they first checked. */
type Kept = { contact: string; key: string; keys: string }

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

export type Outcome =
  | { found: true; units: bigint; parts: number; date: string; instant: string; keys: string }
  | { found: false; fault: FaultName | 'no_answer' | 'no_ed25519'; detail: string; date: string | null }

/** As a key is typed or pasted: 64 digits, however they are grouped; null for anything else. */
export function readKey(typed: string): Uint8Array | null {
  const plain = typed.replaceAll(/[\s-]+/g, '')
  return plain.length === 64 ? fromHex(plain) : null
}
/** As the shop keeps it: an address in lower case, a mobile number without gaps and with its country. */
export function readContact(typed: string): string {
  const plain = typed.trim()
  if (plain.includes('@')) return plain.toLowerCase()
  return plain
    .replaceAll(/[\s()-]+/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '+62')
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

/** Checks the last day that is published. `known`: keys that this browser has seen before, with which those of today are compared. */
export async function checkHere(
  store: string,
  contact: string,
  key: Uint8Array,
  known: string | null,
): Promise<Outcome> {
  const find = published(store)
  let date: string | null = null
  try {
    const keys = decode((await find('keys')) ?? new Uint8Array(), 'keys_malformed')
    if (known !== null && known !== keys) throw new Fault('keys_differ')
    date = (await readDays(find)).at(-1) ?? null
    if (!date) throw new Fault('days_malformed')
    const { note, counted } = await checkAsMember(
      find,
      date,
      { keys: readKeys(keys), verify: verifyHere },
      { contact, key },
    )
    return { found: true, ...counted, date, instant: note.instant, keys }
  } catch (error) {
    if (error instanceof Fault) return { found: false, fault: error.fault, detail: error.detail, date }
    const isOld = error instanceof DOMException && error.name === 'NotSupportedError'
    return { found: false, fault: isOld ? 'no_ed25519' : 'no_answer', detail: '', date }
  }
}
