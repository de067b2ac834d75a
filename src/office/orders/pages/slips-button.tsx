/** Saves packing slips as a file to print: of one order, or of those that a list shows. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'

export function SlipsButton({ of, name = m.office_orders_slip() }: { of: Record<string, string>; name?: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    await officeDownload('/orders/slips', of).catch(() => null)
    setBusy(false)
  }
  return (
    <Button kind="ghost" size="s" busy={busy} onClick={save}>
      <Icon name="printer" size="s" />
      {name}
    </Button>
  )
}
