/** A dialog that does one thing: busy while it is asked, open with what was typed when it is refused. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'

type Form = { check: () => boolean; takeErrors: (failure: unknown) => boolean }

/** `run` does it; what it answers follows in `then`. `refused` hears of a refusal and may show it itself by answering true. */
export function useOfficeForm(form: Form, refused: (failure: ApiError) => boolean | Promise<boolean> = () => false) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  async function submit(run: () => Promise<void>) {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    try {
      await run()
    } catch (failure) {
      if (failure instanceof ApiError && (await refused(failure))) return
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.ui_system_error())
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, submit }
}
