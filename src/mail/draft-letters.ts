/** Letters about orders that staff put together. */
import * as m from '../locale/paraglide/messages.js'
import type { Template, Write, Written } from './templates.ts'

type Drafted = { draft: string; days: string; link: string }
const drafted = (subject: Write<Written<Drafted>>, body: Write<Written<Drafted>>): Template<Drafted> => ({
  ...{ about: 'order', subject, body, link: 'link', button: m.mail_draft_button },
})

export const draftLetters = {
  draft_ready: drafted(m.mail_draft_ready_subject, m.mail_draft_ready_body),
  draft_invites: drafted(m.mail_draft_invites_subject, m.mail_draft_invites_body),
}
