/** What every dialog of the office ends with: what was refused, and the two buttons. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/fields.tsx'

type Props = {
  confirm: string
  tone?: 'plain' | 'danger' | undefined
  busy: boolean
  refusal: string | undefined
  /** Undefined where there is nothing to go back to. */
  close?: (() => void) | undefined
}

export const DialogEnd = ({ confirm, tone = 'plain', busy, refusal, close }: Props) => (
  <>
    {refusal && <FieldError>{refusal}</FieldError>}
    <div className="grid gap-3 md:flex md:flex-row-reverse md:justify-start">
      <Button type="submit" kind={tone === 'danger' ? 'danger' : 'primary'} busy={busy}>
        {confirm}
      </Button>
      {close && (
        <Button kind="ghost" onClick={close}>
          {m.office_cancel()}
        </Button>
      )}
    </div>
  </>
)

export const reasonError = (text: string) => (text.trim().length < 3 ? m.office_reason_error() : undefined)
