/** Rounds that tell the staff of what waits, and write to those who want a letter. */
import { everySeconds, type Worker } from '../../db/rounds.ts'
import type { Karat } from '../../karat.ts'
import { mailNotices } from '../../staff/notices/mail-notices.ts'
import { lookAtOnce, lookLater } from './look-for-work.ts'
import { letterWording } from './notice-words.ts'

const SOON_SECONDS = 10
const LATER_SECONDS = 60
const LETTER_SECONDS = 20

export function startNoticesWorker(karat: Karat): Worker {
  const failed = (error: unknown) => karat.log.error({ err: error }, 'a round of notices to the staff failed')
  const link = new URL('/admin/notices', karat.config.PUBLIC_URL).href
  const rounds = [
    everySeconds(SOON_SECONDS, () => lookAtOnce(karat), failed),
    everySeconds(LATER_SECONDS, () => lookLater(karat), failed),
    everySeconds(LETTER_SECONDS, () => mailNotices(karat.db, link, letterWording), failed),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
