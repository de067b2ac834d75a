import { useState } from 'react'
import { ApiError } from './api-client.ts'
import { Button } from './button.tsx'
import { download } from './download.ts'
import { Icon } from './icon.tsx'

type Props = {
  path: string
  query: Record<string, string>
  name: string
  kind?: 'ghost' | 'quiet'
  size?: 's' | 'm'
  /** An arrow alone, whose name is only spoken. */
  isBare?: boolean
}

/** Saves a file that only its owner may have. */
export function DownloadButton({ path, query, name, kind = 'ghost', size = 'm', isBare = false }: Props) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await download(path, query)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure // Said in a toast.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind={kind} size={size} busy={busy} onClick={() => void save()} {...(isBare && { 'aria-label': name })}>
      <Icon name="download-simple" />
      {isBare ? null : name}
    </Button>
  )
}
