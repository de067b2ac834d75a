import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { serverNow } from '../../ui/clock.ts'
import { useTimeLeft } from '../../ui/countdown.tsx'
import { formatCountdown } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { toastDone } from '../../ui/toast.tsx'

/** When another message may be asked for, `seconds` from now. */
export const againIn = (seconds: number) => new Date(serverNow() + seconds * 1000).toISOString()

type Props = { againAt: string; seconds: number; onAgain: (at: string) => void; send: () => Promise<unknown> }

/** Another message, as soon as one may be sent; until then how long that takes. */
export function SendAgain({ againAt, seconds, onAgain, send }: Props) {
  const left = useTimeLeft(againAt)
  const [busy, setBusy] = useState(false)
  if (left === null || left > 0)
    return (
      <p className="small flex min-h-11 items-center text-ink-2">
        {m.identity_code_again_in({ time: formatCountdown(left ?? seconds * 1000, language()) })}
      </p>
    )

  async function again() {
    setBusy(true)
    try {
      await send()
      toastDone(m.identity_code_sent())
      onAgain(againIn(seconds))
    } catch (failure) {
      if (failure instanceof ApiError && failure.data.retry_after) onAgain(againIn(Number(failure.data.retry_after)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button kind="quiet" size="s" className="-ml-4" busy={busy} onClick={() => void again()}>
      {m.identity_code_again()}
    </Button>
  )
}
