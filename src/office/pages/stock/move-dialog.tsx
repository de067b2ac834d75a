/** A piece that was entered under the wrong sku: which is the right one, and why. */
import { useState } from 'react'
import type { PieceRow } from '../../../catalogue/desk-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../parts/dialog-end.tsx'
import { officePost } from '../parts/office-client.ts'
import { useDeskForm } from '../parts/use-desk-form.ts'

export function MoveDialog({ piece, done, close }: { piece: PieceRow; done: () => void; close: () => void }) {
  const [key, setKey] = useState(() => crypto.randomUUID())
  const form = useForm(
    { code: '', reason: '' },
    { code: (text) => (text.trim() ? undefined : m.goods_fill()), reason: reasonError },
  )
  const { busy, refusal, submit } = useDeskForm(form, ({ error }) => {
    setKey(crypto.randomUUID())
    if (error !== 'not_found') return false
    form.refuse('code', m.fault_code_unknown({ value: form.values.code.trim() }))
    return true
  })
  const move = () =>
    submit(async () => {
      const code = form.values.code.trim().toUpperCase()
      const wish = { serial: piece.serial, code, reason: form.values.reason.trim() }
      await officePost('/stock/movePiece', wish, { quiet: true, key })
      toastDone(m.pieces_move_done({ code }))
      done()
      close()
    })
  return (
    <Dialog
      open
      onClose={close}
      title={m.pieces_move()}
      text={m.pieces_move_text({ serial: piece.serial, code: piece.code })}
    >
      <Form form={form} onSubmit={move}>
        <TextField
          label={m.pieces_move_to()}
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
          {...form.text('code')}
        />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.pieces_move()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
