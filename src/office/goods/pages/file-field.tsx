/** A text file that is chosen or pasted; its lines stand in a field. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { TextArea } from '../../../ui/fields.tsx'
import { FileChoice } from '../../kit/pages/file-choice.tsx'
import { importBounds } from '../import-rules.ts'

/** `most`: characters; `size` says the same to people. */
type Props = { text: string; setText: (text: string) => void; most?: number; size?: string }

export function FileField({ text, setText, most = importBounds.characters, size = '1 MB' }: Props) {
  const [name, setName] = useState('')
  const change = (lines: string, file: string) => {
    setName(file)
    setText(lines)
  }
  return (
    <div className="grid max-w-3xl gap-4">
      <FileChoice most={most} size={size} name={name} take={change} />
      <TextArea
        label={m.office_goods_import_lines()}
        rows={8}
        maxLength={most}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => change(currentTarget.value, '')}
      />
    </div>
  )
}
