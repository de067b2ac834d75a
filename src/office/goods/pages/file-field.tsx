/** A text file that is chosen or pasted; its lines stand in a field, so that a slip is corrected on the spot. */
import { useId, useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { FieldError, TextArea } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { importBounds } from '../import-rules.ts'

type Props = { text: string; setText: (text: string) => void }

export function FileField({ text, setText }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState<string>()

  async function take(file: File | undefined) {
    if (!file) return
    setTrouble(file.size > importBounds.characters ? m.office_goods_import_too_large() : undefined)
    if (file.size > importBounds.characters) return
    const read = await file.text()
    if (read.includes('\0') || read.includes('\ufffd')) return setTrouble(m.office_goods_import_not_text())
    setName(file.name)
    setText(read)
  }

  return (
    <div className="grid max-w-3xl gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-dashed border-line-strong p-4">
        <input
          id={id}
          type="file"
          accept=".csv,text/csv,text/plain"
          className="peer sr-only"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            void take(file)
            currentTarget.value = ''
          }}
        />
        <label
          htmlFor={id}
          className="btn cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-nila"
          data-kind="ghost"
          data-size="s"
        >
          <Icon name="tray" size="s" />
          {name ? m.office_goods_import_another() : m.office_goods_import_choose()}
        </label>
        <span className="small min-w-0 break-words text-ink-2">{name || m.office_goods_import_or_paste()}</span>
      </div>
      {trouble && <FieldError>{trouble}</FieldError>}
      <TextArea
        label={m.office_goods_import_lines()}
        rows={8}
        maxLength={importBounds.characters}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => {
          setName('')
          setText(currentTarget.value)
        }}
      />
    </div>
  )
}
