/** A piece that was entered under the wrong sku: which is the right one, what the move would do, and only then why. */
import { useState } from 'react'
import type { MovePreviewView, PieceRow } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officeGet, officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { MovePreview, moveProblemText } from './move-preview.tsx'

type Props = { piece: PieceRow; done: () => void; close: () => void }
const codeOf = (text: string) => text.trim().toUpperCase()

export function MoveDialog({ piece, done, close }: Props) {
  const { form, preview, may, busy, refusal, press } = useMove({ piece, done, close })
  const code = codeOf(form.values.code)
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={m.office_goods_pieces_move()}
      text={m.office_goods_pieces_move_text({ serial: piece.serial, code: preview?.from.code ?? piece.code })}
    >
      <Form form={form} onSubmit={press}>
        <TextField
          label={m.office_goods_pieces_move_to()}
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
          {...form.text('code')}
        />
        <div aria-live="polite" className="empty:hidden">
          {preview && <MovePreview preview={preview} />}
        </div>
        {may && (
          <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        )}
        <DialogEnd
          confirm={may ? m.office_goods_pieces_move_do({ code }) : m.office_goods_pieces_move_look()}
          busy={busy}
          refusal={refusal}
          close={close}
        />
      </Form>
    </Dialog>
  )
}

/** The first press looks, the second moves what was shown; another code is looked at anew. */
function useMove({ piece, done, close }: Props) {
  const { serial } = piece
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [seen, setSeen] = useState<MovePreviewView | null>(null)
  const preview = (code: string) => (seen?.to.code === codeOf(code) ? seen : null)
  const mayMove = (code: string) => preview(code)?.problem === null
  const form = useForm(
    { code: '', reason: '' },
    {
      code: (text) => (text.trim() ? undefined : m.office_goods_fill()),
      reason: (text, { code }) => (mayMove(code) ? reasonError(text) : undefined),
    },
  )
  const code = codeOf(form.values.code)
  const look = async () => {
    const found = await officeGet<MovePreviewView>('/stock/moveTarget', { serial, code }, { quiet: true })
    setSeen(found)
    if (found.problem) form.refuse('code', moveProblemText(found))
  }
  const may = mayMove(form.values.code)
  // A reason that was not asked for yet is not missing.
  const hasCode = () => {
    if (!code) form.refuse('code', m.office_goods_fill())
    return code !== ''
  }
  const asked = { check: () => (may ? form.check() : hasCode()), takeErrors: form.takeErrors }
  const { busy, refusal, submit } = useOfficeForm(asked, ({ error, fields }) => {
    setKey(crypto.randomUUID())
    if (error !== 'invalid_input') void look().catch(() => setSeen(null))
    if (!fields.code) return false
    form.refuse('code', m.office_goods_pieces_move_code_unknown({ value: form.values.code.trim() }))
    return true
  })
  const move = async () => {
    const wish = { serial, from: seen?.from.code, code, reason: form.values.reason.trim() }
    await officePost('/stock/movePiece', wish, { quiet: true, key })
    toastDone(m.office_goods_pieces_move_done({ code }))
    done()
    close()
  }
  return { form, preview: preview(form.values.code), may, busy, refusal, press: () => submit(may ? move : look) }
}
