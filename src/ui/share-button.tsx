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
  const label = (
    <>
      <Icon name="share-network" /> {m.share()}
    </>
  )
  const look = `link min-h-11 text-sm ${className}`
  if (wanted && part) return <part.ShareMenu title={title} url={addressOf(path)} label={label} className={look} />
  return (
    <button
      type="button"
      className={look}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => ('share' in navigator ? void shareBySystem({ title, url: addressOf(path) }) : setWanted(true))}
    >
      {label}
    </button>
  )
}

const addressOf = (path: string) => new URL(path, location.origin).href

/** Whoever closes the sheet again has not met an error. */
async function shareBySystem(what: ShareData) {
  await navigator.share(what).catch((error: Error) => {
    if (error.name !== 'AbortError') return copy(what.url ?? '')
  })
}

export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toastDone(m.share_copied())
  } catch {
    toastError(m.share_copy_failed({ link: text }))
  }
}
