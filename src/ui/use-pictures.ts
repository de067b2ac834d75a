/** The pictures of a form: chosen, on their way, uploaded or refused. */
import { useEffect, useRef, useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { ApiError, post } from './api-client.ts'
import { requireLogin } from './login-guard.ts'
import { uploadPicture } from './upload.ts'

export type Picture = {
  key: string
  name: string
  /** Shows the chosen file before the shop has it. */
  preview: string
  state: 'sending' | 'done' | 'failed'
  /** Share that has left, 0 to 1. */
  progress: number
  id?: string
  error?: string
}

type Purpose = 'refund' | 'testimonial' | 'gold_back' | 'activity'

const MAX_BYTES = 10_485_760
const TYPES = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Uploads pictures as soon as they are chosen; `ids` are those that the shop has, for the call that takes them. A visitor
 * is asked to sign in first.
 */
export function usePictures({ purpose, max }: { purpose: Purpose; max: number }) {
  const [pictures, setPictures] = useState<Picture[]>([])
  const kept = useRef(new Map<string, { file: File; stop: AbortController }>())
  const [trouble, setTrouble] = useState<string>()

  // What is still on its way when the page is left is called back.
  useEffect(() => {
    const running = kept.current
    return () => running.forEach(({ stop }) => void stop.abort())
  }, [])

  const change = (key: string, part: Partial<Picture>) =>
    setPictures((now) => now.map((picture) => (picture.key === key ? { ...picture, ...part } : picture)))

  async function send(key: string, file: File) {
    const stop = new AbortController()
    kept.current.set(key, { file, stop })
    change(key, { state: 'sending', progress: 0 })
    try {
      const onProgress = (progress: number) => change(key, { progress })
      const { id } = await uploadPicture({ purpose, file, name: file.name, onProgress, signal: stop.signal })
      change(key, { state: 'done', progress: 1, id })
    } catch (failure) {
      if ((failure as Error).name === 'AbortError') return
      change(key, { state: 'failed', error: failure instanceof ApiError ? failure.message : m.ui_system_error() })
    }
  }

  async function add(files: File[]) {
    try {
      await requireLogin()
    } catch {
      return
    }
    const room = files.slice(0, Math.max(0, max - pictures.length))
    setTrouble(files.length > room.length ? m.ui_picture_too_many({ max }) : undefined)
    const added = room.map((file) => ({ file, key: crypto.randomUUID(), error: obviousFault(file) }))
    setPictures((now) => [...now, ...added.map(newPicture)])
    for (const { file, key, error } of added) if (!error) void send(key, file)
  }

  function remove(key: string) {
    const picture = pictures.find((one) => one.key === key)
    if (!picture) return
    kept.current.get(key)?.stop.abort()
    kept.current.delete(key)
    URL.revokeObjectURL(picture.preview)
    setPictures((now) => now.filter((one) => one.key !== key))
    setTrouble(undefined)
    if (picture.id) dropImage(picture.id)
  }

  function retry(key: string) {
    const file = kept.current.get(key)?.file
    if (file) void send(key, file)
  }

  return {
    ...{ pictures, max, trouble, add, remove, retry },
    ids: pictures.flatMap(({ state, id }) => (state === 'done' && id ? [id] : [])),
    isSending: pictures.some(({ state }) => state === 'sending'),
    hasFailed: pictures.some(({ state }) => state === 'failed'),
    /** After the form was taken: its pictures belong to it now. */
    clear: () => setPictures([]),
    /** One of them was: the others stay in the form. */
    taken: (id: string) => setPictures((now) => now.filter((one) => one.id !== id)),
  }
}

export type Pictures = ReturnType<typeof usePictures>

/** Nobody waits for this: what is not removed now is swept in a day. */
export function dropImage(id: string): void {
  post('/file/remove_image', { id }, { quiet: true }).catch(() => {})
}

const newPicture = ({ file, key, error }: { file: File; key: string; error: string | undefined }): Picture => ({
  ...{ key, name: file.name, preview: URL.createObjectURL(file), progress: 0 },
  ...(error ? { state: 'failed', error } : { state: 'sending' }),
})

/** What this browser can say at once; the shop looks at the content. Such a file is not sent, so it cannot be tried again. */
function obviousFault(file: File): string | undefined {
  if (file.type && !TYPES.includes(file.type)) return m.ui_picture_type()
  return file.size > MAX_BYTES ? m.ui_picture_too_large() : undefined
}
