import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icon.tsx'

/** Saves the receipt of a trade, deposit, withdrawal or transfer. */
export function ReceiptLink({ of, kind = 'quiet' }: { of: string; kind?: 'quiet' | 'ghost' }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download('/trade/receipt', { of })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure // Said in a toast.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind={kind} size={kind === 'quiet' ? 's' : 'm'} busy={busy} onClick={() => void save()}>
      <Icon name="download-simple" />
      {m.vault_receipt_download()}
    </Button>
  )
}
