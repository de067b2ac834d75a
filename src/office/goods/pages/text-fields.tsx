/** Name, description and certificate, each in three languages side by side. */
import * as m from '../../../locale/paraglide/messages.js'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import type { useForm } from '../../../ui/use-form.ts'
import { languageNames } from '../../kit/pages/language-words.ts'

export const textLanguages = ['id', 'en-US', 'zh'] as const
export const textFields = ['name', 'description', 'certificate'] as const
const most = { name: 120, description: 4000, certificate: 1000 }
const fieldWords = {
  name: m.office_goods_text_name,
  description: m.office_goods_text_description,
  certificate: m.office_goods_text_certificate,
}
export type TextValues = Record<string, string>
type Control = ReturnType<ReturnType<typeof useForm<TextValues>>['text']>

const keys = textFields.flatMap((field) => textLanguages.map((each) => `${field}.${each}`))
export const emptyTexts = (): TextValues => Object.fromEntries(keys.map((key) => [key, '']))
/** What the field of that key is called. */
export function textLabel(key: string): string {
  const [field, language] = textFields.flatMap((one) =>
    textLanguages.flatMap((each) => (key === `${one}.${each}` ? [[one, each] as const] : [])),
  )[0] ?? ['name', 'en-US']
  return `${fieldWords[field]()}, ${languageNames[language]}`
}

/** The typed texts as a call takes them. */
export const textsOf = (values: TextValues) =>
  Object.fromEntries(
    textFields.map((field) => [
      field,
      Object.fromEntries(textLanguages.map((each) => [each, (values[`${field}.${each}`] ?? '').trim()])),
    ]),
  )

export const TextFields = ({ text }: { text: (name: string) => Control }) =>
  textFields.map((field) => (
    <div key={field} className="grid items-start gap-4 xl:grid-cols-3">
      {textLanguages.map((each) => {
        const label = textLabel(`${field}.${each}`)
        const control = text(`${field}.${each}`)
        return field === 'name' ? (
          <TextField key={each} label={label} maxLength={most.name} {...control} />
        ) : (
          <TextArea
            key={each}
            label={label}
            rows={field === 'description' ? 6 : 5}
            maxLength={most[field]}
            {...control}
          />
        )
      })}
    </div>
  ))
