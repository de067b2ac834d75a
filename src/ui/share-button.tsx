/** Passes a page on: by the device's own sheet where there is one, else by a menu. The address carries nothing but the page. */
import { useState } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { Icon } from './icon.tsx'
import { latePart, usePart } from './late-part.ts'
import { toastDone, toastError } from './toast.tsx'

const menu = latePart(() => import('./share-menu.tsx'))

/** `path` begins with a slash. */
export function ShareButton({ path, title, className = '' }: { path: string; title: string; className?: string }) {
  const [wanted, setWanted] = useState(false)
  const part = usePart(menu, wanted)
  if (wanted && part) return <part.ShareMenu title={title} url={addressOf(path)} className={className} />
  return (
    <button
      type="button"
      className={`${shareClass} ${className}`}
      aria-busy={wanted || undefined}
      onClick={() => {
        if ('share' in navigator) void shareBySystem({ title, url: addressOf(path) })
        else setWanted(true)
      }}
    >
      <ShareLabel />
    </button>
  )
}

export const shareClass = 'link min-h-11 text-sm'

export const ShareLabel = () => (
  <>
    <Icon name="share-network" /> {m.ui_share()}
  </>
)

const addressOf = (path: string) => new URL(path, location.origin).href

/** Whoever closes the sheet again has not met an error. */
async function shareBySystem(what: ShareData) {
  await navigator.share(what).catch((error: Error) => {
    if (error.name !== 'AbortError') return copyLink(what.url ?? '')
  })
}

export async function copyLink(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toastDone(m.ui_share_copied())
  } catch {
    toastError(m.ui_share_copy_failed({ link: text }))
  }
}
