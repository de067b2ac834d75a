/** A letter to oneself: whether mail leaves, and if not why, in words. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { TestMailView } from '../setup-contract.ts'

const troubles: Record<NonNullable<TestMailView['trouble']>, () => string> = {
  unreachable: m.office_setup_test_unreachable,
  encryption: m.office_setup_test_encryption,
  login: m.office_setup_test_login,
  sender: m.office_setup_test_sender,
  receiver: m.office_setup_test_receiver,
  other: m.office_setup_test_other,
}

export function TestMail() {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<TestMailView>()
  async function send() {
    setBusy(true)
    // What is refused, a toast says.
    setTold(await officePost<TestMailView>('/setup/testMail').catch(() => undefined))
    setBusy(false)
  }
  return (
    <section className="office-panel" aria-labelledby="test-mail">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="test-mail" className="h3">
          {m.office_setup_test_mail()}
        </h2>
        <Button kind="quiet" busy={busy} onClick={send}>
          {m.office_setup_test_send()}
        </Button>
      </div>
      <p className="small mt-2 text-ink-2">{m.office_setup_test_mail_text()}</p>
      <div role="status">{told && <Told told={told} />}</div>
    </section>
  )
}

function Told({ told: { to, outcome, trouble, code } }: { told: TestMailView }) {
  const sent = outcome === 'sent'
  return (
    <p className="mt-3 grid grid-cols-[24px_minmax(0,1fr)] gap-x-2 break-words">
      <Icon name={sent ? 'check-circle' : 'warning-circle'} className={sent ? 'text-up' : 'text-warn'} />
      <span>
        {sent && m.office_setup_test_sent({ to })}
        {outcome === 'not_set' && m.office_setup_mail_text()}
        {outcome === 'unknown' && m.office_setup_test_unknown({ to })}
        {!sent && outcome !== 'unknown' && trouble && troubles[trouble]()}
        {code && <span className="small block text-ink-2">{m.office_setup_test_code({ code })}</span>}
      </span>
    </p>
  )
}
