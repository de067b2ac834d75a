import * as m from '../../locale/paraglide/messages.js'
import { SentenceGap } from '../../ui/sentence-gap.tsx'

/** In the demonstration: where messages wait, since none leaves the shop. */
export const MailboxHint = () => (
  <p className="small mb-6 rounded-control bg-tile p-4">
    {m.identity_demo_messages()}
    <SentenceGap />
    <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="link relative after:absolute after:-inset-3">
      {m.identity_code_mailbox()}
    </a>
  </p>
)
