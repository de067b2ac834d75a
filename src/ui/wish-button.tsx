/** The heart: keeps a piece on the member's wishlist. */
import { useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { ApiError } from './api-client.ts'
import { Icon } from './icon.tsx'
import { LoginRequired } from './login-guard.ts'
import { toastDone } from './toast.tsx'
import { keepSku, useKept } from './wishes.ts'

/** `labelled` writes the words beside the heart; else they are its name. */
export function WishButton({
  skuId,
  name,
  labelled = false,
  className = '',
}: {
  skuId: number
  name: string
  labelled?: boolean
  className?: string
}) {
  const wished = useKept().wishes.includes(skuId)
  const press = useKeeping('wishes', skuId)
  return (
    <button
      type="button"
      className={`${labelled ? 'link min-h-11 text-sm' : 'icon-btn'} ${className}`}
      aria-pressed={wished}
      aria-label={m.ui_wish_keep({ name })}
      onClick={() => void press(!wished, wished ? m.ui_wish_removed() : m.ui_wish_added())}
    >
      <Icon name={wished ? 'heart-fill' : 'heart'} className={wished ? 'text-nila' : ''} />
      {labelled && (wished ? m.ui_wish_is_kept() : m.ui_wish())}
    </button>
  )
}

/** "Kabari saya": one message when a sold-out piece is back. Pressed again, the request is withdrawn. */
export function TellMeButton({ skuId, name, className = '' }: { skuId: number; name: string; className?: string }) {
  const waiting = useKept().notices.includes(skuId)
  const press = useKeeping('notices', skuId)
  return (
    <button
      type="button"
      className={`btn ${className}`}
      data-kind="ghost"
      aria-pressed={waiting}
      aria-label={waiting ? undefined : m.ui_notice_ask_for({ name })}
      onClick={() => void press(!waiting, waiting ? m.ui_notice_withdrawn() : m.ui_notice_asked())}
    >
      <Icon name={waiting ? 'bell-ringing' : 'bell'} />
      {waiting ? m.ui_notice_waiting() : m.ui_notice_ask()}
    </button>
  )
}

/** Changes the list and says so; a refusal has been said already. One change at a time. */
function useKeeping(kind: 'wishes' | 'notices', skuId: number) {
  const [busy, setBusy] = useState(false)
  return async (wanted: boolean, done: string) => {
    if (busy) return
    setBusy(true)
    try {
      await keepSku(kind, skuId, wanted)
      toastDone(done)
    } catch (error) {
      if (!(error instanceof LoginRequired || error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
}
