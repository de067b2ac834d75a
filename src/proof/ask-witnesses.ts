/** The signatures of a store's witnesses under a note, as far as they give them. */
import { readBounded } from '../http/bounded-answer.ts'
import type { Bag } from '../karat.ts'
import { verifyWithNode } from './ed25519.ts'
import { utf8 } from './hash-rules.ts'
import { joinSigned, splitSigned, writeSignature } from './note-rules.ts'
import type { Witness } from './witnesses.ts'

const ANSWER_MS = 10_000
const MOST_BYTES = 500

/** Sends the signed note to every witness at once; answers the lines of those who sign it, in their order. Whoever does not is logged. */
export async function cosign(
  { log }: Pick<Bag<'proof'>, 'log'>,
  store: string,
  note: { file: string; text: string },
  witnesses: readonly Witness[],
): Promise<string[]> {
  const lines = await Promise.all(
    witnesses.map((witness) =>
      signedBy(witness, store, note).catch((error) => {
        log.warn({ err: error, store, witness: witness.key.name }, 'a witness does not sign')
        return null
      }),
    ),
  )
  return lines.filter((line) => line !== null)
}

async function signedBy({ key, address }: Witness, store: string, { file, text }: { file: string; text: string }) {
  const answer = await fetch(`${address}/${store}/cosign`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: file,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const said = await readBounded(answer, MOST_BYTES)
  if (said === null) throw new Error('it answers more than a signature has')
  if (!answer.ok) throw new Error(`${answer.status} ${said}`)
  const [line] = splitSigned(joinSigned(text, said), 'note_malformed').lines
  if (line?.name !== key.name || !verifyWithNode(key.publicKey, utf8(text), line.signature))
    throw new Error('it answers with another signature than its own')
  return writeSignature(key, line.signature)
}
