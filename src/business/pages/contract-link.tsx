import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icon.tsx'

/** Saves the signed contract of a large trade. */
export function ContractLink({ of }: { of: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download('/trade/business_contract', { request_id: of })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure // Said in a toast.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="ghost" busy={busy} onClick={() => void save()}>
      <Icon name="download-simple" />
      {m.business_contract_download()}
    </Button>
  )
}
