import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toastDone, toastError } from '../../ui/toast.tsx'

/** Puts a text on the clipboard and says whether that worked. */
export function CopyButton({ text, name = m.identity_app_copy() }: { text: string; name?: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toastDone(m.identity_app_copied())
    } catch {
      toastError(m.identity_app_copy_failed())
    }
  }
  return (
    <Button kind="ghost" size="s" onClick={() => void copy()}>
      <Icon name="copy" />
      {name}
    </Button>
  )
}
