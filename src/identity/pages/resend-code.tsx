import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { useTimeLeft } from '../../ui/countdown.tsx'
import { formatCountdown } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { toastDone } from '../../ui/toast.tsx'
import type { PendingSignUp } from './pending-sign-up.ts'
import { sendCode } from './send-code.ts'

type Props = { pending: PendingSignUp; againSeconds: number; onSent: (pending: PendingSignUp) => void }

/** Another code, as soon as one may be sent; until then how long that takes. */
export function ResendCode({ pending, againSeconds, onSent }: Props) {
  const left = useTimeLeft(pending.again_at)
  const [busy, setBusy] = useState(false)
  if (left === null || left > 0)
    return (
      <p className="small flex min-h-11 items-center text-ink-2">
        {m.identity_code_again_in({ time: formatCountdown(left ?? againSeconds * 1000, language()) })}
      </p>
    )

  async function resend() {
    setBusy(true)
    try {
      onSent(await sendCode(pending.wish, againSeconds))
      toastDone(m.identity_code_sent())
    } catch {
      // The refusal was said in a toast; the button stays.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button kind="quiet" size="s" className="-ml-4" busy={busy} onClick={() => void resend()}>
      {m.identity_code_again()}
    </Button>
  )
}
