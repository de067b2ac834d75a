/** The dialogs themselves, loaded when first needed: dialog.tsx decides when. */
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import * as m from '../locale/paraglide/messages.js'
import type { AlertProps, DialogProps } from './dialog.tsx'
import { Icon } from './icon.tsx'

/** Closes by its button, Escape and a press outside; focus returns to where it was. */
export function DialogWindow({ open, onClose, title, text, wide = false, focus, children }: DialogProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
        <Base.Portal>
          <Base.Backdrop className="scrim" />
          <Base.Popup className="dialog" data-wide={wide} {...(focus ? { initialFocus: focus } : {})}>
            <div className="flex items-start justify-between gap-4">
              <Base.Title className="h2">{title}</Base.Title>
              <Base.Close className="icon-btn -mt-1 -mr-2" aria-label={m.ui_close()}>
                <Icon name="x" />
              </Base.Close>
            </div>
            {text && <Base.Description className="mt-2 text-ink-2">{text}</Base.Description>}
            <div className="mt-6">{children}</div>
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** Wants an answer: nothing but its buttons closes it. */
export function AlertWindow({ open, title, text, tone = 'plain', children }: AlertProps) {
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open={open}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="scrim" />
          <AlertDialog.Popup className="dialog">
            <AlertDialog.Title className="h2 flex items-center gap-3">
              {tone === 'warn' && <Icon name="warning-circle" size="l" className="text-warn" />}
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-3 text-ink-2">{text}</AlertDialog.Description>
            <div className="mt-7 grid gap-3 md:flex md:flex-row-reverse md:justify-start">{children}</div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  )
}
