/** Language, currency, store and theme in one menu behind the globe. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../icon.tsx'
import { language, languages } from '../language.ts'
import { latePart, usePart } from '../late-part.ts'
import { useShell } from '../shell-data.ts'

const popup = latePart(() => import('./preferences-popup.tsx'))

export function PreferencesMenu() {
  const [wanted, setWanted] = useState(false)
  const part = usePart(popup, wanted)
  if (wanted && part) return <part.PreferencesPopup />
  return (
    <button
      type="button"
      className={triggerClass}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={wanted || undefined}
      onClick={() => setWanted(true)}
      onKeyDown={({ key }) => ['ArrowDown', 'ArrowUp'].includes(key) && setWanted(true)}
    >
      <TriggerLabel />
    </button>
  )
}

export const triggerClass =
  'flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2.5 text-sm font-medium hover:bg-tile'

export function TriggerLabel() {
  const short = languages.find(({ code }) => code === language())?.short
  return (
    <>
      <Icon name="globe" className="max-md:size-6" />
      <span className="sr-only">{m.ui_preferences()}</span>
      <span className="max-xl:hidden">
        {short} · {useShell().currency}
      </span>
    </>
  )
}
