/** Recovery codes at the one moment at which they can be read: to copy, keep as a file, or print. */
import { useEffect, useRef } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { serverNow } from '../../ui/clock.ts'
import { formatMoment } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { userInfo } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { CopyButton } from './copy-button.tsx'

export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { store } = useShell()
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])

  function save() {
    const account = String(userInfo()?.email ?? userInfo()?.mobile ?? '')
    const date = formatMoment(serverNow(), store.time_zone, language())
    const text = `${m.identity_recovery_file({ shop: store.brand, account, date })}\n\n${codes.join('\n')}\n`
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
    Object.assign(document.createElement('a'), { href: address, download: 'recovery-codes.txt' }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  return (
    <section className="panel printed grid gap-5 p-6" aria-labelledby="recovery-title">
      <div>
        <h2 id="recovery-title" ref={head} tabIndex={-1} className="h3 outline-none">
          {m.identity_recovery_title()}
        </h2>
        <p className="mt-1 text-ink-2">{m.identity_recovery_text()}</p>
      </div>
      <ol
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-control bg-tile p-5 text-[17px] leading-7 font-semibold tracking-[0.04em] whitespace-nowrap max-[360px]:grid-cols-1"
        aria-label={m.identity_recovery_list()}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton text={codes.join('\n')} name={m.identity_recovery_copy()} />
        <Button kind="ghost" size="s" onClick={save}>
          <Icon name="download-simple" />
          {m.identity_recovery_download()}
        </Button>
        <Button kind="ghost" size="s" onClick={() => window.print()}>
          <Icon name="printer" />
          {m.identity_recovery_print()}
        </Button>
      </div>
      <Button className="justify-self-start max-md:w-full print:hidden" onClick={onKept}>
        {m.identity_recovery_kept()}
      </Button>
    </section>
  )
}
