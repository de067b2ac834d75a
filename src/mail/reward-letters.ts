/** What is written about rewards of invitations. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Template } from './templates.ts'

/** `name`: of who was invited, masked. */
type Told = { name: string; grams: Amount }
const credited: Template<Told> = {
  ...{ about: 'trade', subject: m.mail_reward_credited_subject, body: m.mail_reward_credited_body },
}
const reversed: Template<Told> = {
  ...{ about: 'trade', subject: m.mail_reward_reversed_subject, body: m.mail_reward_reversed_body },
}
export const rewardLetters = { reward_credited: credited, reward_reversed: reversed }
