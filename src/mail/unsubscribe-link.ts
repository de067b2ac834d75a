/** Links that end messages of one kind without a sign-in: sealed with the master key, so nobody can make one. */
import { z } from 'zod'
import type { Karat } from '../karat.ts'
import type { Layout } from './send-mail.ts'
import { type Topic, topicOf, topics } from './templates.ts'

const ABOUT = 'karat unsubscribe'
const Meant = z.tuple([z.uuid(), z.enum(topics)])
type Keys = Pick<Karat, 'config' | 'sealing'>

export const unsubscribeToken = ({ sealing }: Pick<Keys, 'sealing'>, memberId: string, topic: Topic): string =>
  sealing.seal(Buffer.from(JSON.stringify([memberId, topic])), ABOUT).toString('base64url')

/** Whose messages of which kind a link ends; null for a link that we did not make. */
export function readUnsubscribeToken(
  { sealing }: Pick<Keys, 'sealing'>,
  token: string,
): { memberId: string; topic: Topic } | null {
  try {
    const [memberId, topic] = Meant.parse(JSON.parse(sealing.open(Buffer.from(token, 'base64url'), ABOUT).toString()))
    return { memberId, topic }
  } catch {
    return null
  }
}

type Ending = { page: string; oneClick: string } | { page: null; oneClick: null }

/** Where the messages of this kind can be ended: a page for people, and an address for mail programs (RFC 8058). */
export function unsubscribeAddresses(keys: Keys, message: { layout: Layout | null; memberId: string | null }): Ending {
  const topic = message.layout && topicOf(message.layout.about)
  if (!topic || !message.memberId) return { page: null, oneClick: null }
  const token = unsubscribeToken(keys, message.memberId, topic)
  const { PUBLIC_URL } = keys.config
  return {
    page: `${PUBLIC_URL}/unsubscribe?link=${token}`,
    oneClick: `${PUBLIC_URL}/api/mail/unsubscribe?link=${token}`,
  }
}
