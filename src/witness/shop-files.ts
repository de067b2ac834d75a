/** What the witness reads of the shop: what everybody can. */
import { readBounded } from '../http/bounded-answer.ts'
import type { Bag } from '../karat.ts'

const ANSWER_MS = 10_000
const MOST_BYTES = 1_000_000

/** A published text of a store; null where there is none. */
export async function readPublished({ config }: Pick<Bag<'witness'>, 'config'>, file: string): Promise<string | null> {
  const answer = await fetch(`${config.SANDBOX_URL}/proof/${file}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`the shop answers ${answer.status}`)
  const text = await readBounded(answer, MOST_BYTES)
  if (text === null) throw new Error('the shop answers more than a list of days has')
  return text
}
