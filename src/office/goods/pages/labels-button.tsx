/** Saves the labels of pieces as a file to print. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'

export function LabelsButton({ serials, name }: { serials: string[]; name: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    await officeDownload('/stock/labels', { serials: serials.join(',') }).catch(() => null)
    setBusy(false)
  }
  return (
    <Button kind="ghost" size="s" busy={busy} onClick={save}>
      <Icon name="download-simple" size="s" />
      {name}
    </Button>
  )
}
