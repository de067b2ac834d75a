/** One document of the member: chosen, on its way, kept or refused. */
import { useEffect, useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { pictureAddress } from '../../ui/download.ts'
import { toastDone } from '../../ui/toast.tsx'
import { uploadTo } from '../../ui/upload.ts'
import type { DocumentKind } from '../review-rules.ts'

export type DocumentFile = { id: string; bytes: number }
type Sending =
  | { state: 'idle' }
  | { state: 'sending'; progress: number; preview: string }
  | { state: 'failed'; error: string; mayRetry: boolean; preview: string }

const MAX_BYTES = 10_485_760
const TYPES = ['image/jpeg', 'image/png', 'image/webp']

export function useDocument(kind: DocumentKind, kept: DocumentFile | undefined, onChanged: () => Promise<void>) {
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const [shown, setShown] = useState<string | null>(null)
  const current = useRef<{ file: File; stop: AbortController } | null>(null)

  // What is still on its way when the page is left is called back.
  useEffect(() => () => current.current?.stop.abort(), [])

  async function send(file: File) {
    const fault = obviousFault(file)
    const preview = URL.createObjectURL(file)
    if (fault) return setSending({ state: 'failed', error: fault, mayRetry: false, preview })
    const stop = new AbortController()
    current.current = { file, stop }
    setSending({ state: 'sending', progress: 0, preview })
    try {
      const onProgress = (progress: number) => setSending({ state: 'sending', progress, preview })
      await uploadTo('/kyc/uploadFile', { kind }, { file, name: file.name, onProgress, signal: stop.signal })
      toastDone(m.kyc_document_saved())
      await onChanged()
      setSending({ state: 'idle' })
      setShown(preview)
    } catch (failure) {
      if ((failure as Error).name === 'AbortError') return setSending({ state: 'idle' })
      const error = failure instanceof ApiError ? failure.message : m.ui_system_error()
      setSending({ state: 'failed', error, mayRetry: true, preview })
    }
  }

  async function show() {
    if (kept) setShown(await pictureAddress('/kyc/document', { id: kept.id }))
  }

  async function remove() {
    if (!kept) return
    try {
      await dataOf(post('/kyc/removeFile', { id: kept.id }))
      setShown(null)
      await onChanged()
    } catch {
      // The refusal was said in a toast.
    }
  }

  return {
    ...{ sending, shown, send, show, remove },
    cancel: () => {
      current.current?.stop.abort()
      setSending({ state: 'idle' })
    },
    retry: () => current.current && void send(current.current.file),
  }
}

/** What this browser can say at once; the shop looks at the content. */
function obviousFault(file: File): string | undefined {
  if (file.type && !TYPES.includes(file.type)) return m.ui_picture_type()
  return file.size > MAX_BYTES ? m.ui_picture_too_large() : undefined
}
