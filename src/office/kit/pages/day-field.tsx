/** A day. Browsers show it in their own way, so beside it stands what was chosen, in the reader's. */
import type { ComponentProps } from 'react'
import { TextField } from '../../../ui/fields.tsx'
import { formatDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

export function DayField({
  help,
  value,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'type' | 'value'> & { value: string }) {
  const moment = Date.parse(`${value}T00:00:00Z`)
  const said = Number.isNaN(moment) ? null : formatDay(moment, 'UTC', language())
  return <TextField {...rest} type="date" value={value} help={said && help ? `${said}. ${help}` : (said ?? help)} />
}
