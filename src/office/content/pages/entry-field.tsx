/** The control that fits the shape of one field of an entry. */
import type { ComponentProps } from 'react'
import type { Shape } from '../../../content/entry-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { language } from '../../../ui/language.ts'
import type { ChoicesView } from '../content-contract.ts'
import { choiceName, textOf } from './content-words.ts'

type Control = Pick<ComponentProps<typeof Select>, 'error'> & {
  name: string
  value: string
  onChange: never
  onBlur: never
}
type Props = { label: string; shape: Shape; choices: ChoicesView; store: string; control: unknown }

export function EntryField({ label, shape, choices, store, control }: Props) {
  const given = control as Control
  switch (shape.as) {
    case 'article':
      return (
        <TextArea label={label} rows={14} maxLength={shape.max} help={m.office_content_article_help()} {...given} />
      )
    case 'texts':
      return shape.max > 200 ? (
        <TextArea label={label} rows={4} maxLength={shape.max} {...given} />
      ) : (
        <TextField label={label} maxLength={shape.max} {...given} />
      )
    case 'choice':
      return (
        <Select
          label={label}
          empty={m.office_content_choose()}
          choices={shape.of.map((value) => ({ value, label: choiceName(value) }))}
          {...given}
        />
      )
    case 'group':
      return (
        <Select
          label={label}
          empty={m.office_content_choose()}
          choices={choices.groups
            .filter((group) => group.store === store)
            .map(({ id, name }) => ({ value: String(id), label: textOf(name, language()) }))}
          {...given}
        />
      )
    case 'picture':
      return <PictureField label={label} choices={choices} given={given} />
    case 'number':
      return <TextField label={label} inputMode="numeric" maxLength={9} {...given} />
    case 'path':
      return (
        <TextField label={label} help={m.office_content_link_help()} maxLength={201} spellCheck={false} {...given} />
      )
    case 'slug':
      return (
        <TextField label={label} help={m.office_content_slug_help()} maxLength={60} spellCheck={false} {...given} />
      )
    case 'line':
      return <TextField label={label} maxLength={shape.max} {...given} />
  }
}

/** One of the pictures that are kept, with a look at it. */
function PictureField({ label, choices, given }: { label: string; choices: ChoicesView; given: Control }) {
  const known = choices.pictures.map(({ name }) => name)
  // An entry of long ago names its picture as it was called then.
  const names = given.value && !known.includes(given.value) ? [given.value, ...known] : known
  const chosen = choices.pictures.find(({ name }) => name === given.value)
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-3">
      <Select
        label={label}
        empty={m.office_content_no_picture()}
        choices={names.map((name) => ({ value: name, label: name }))}
        {...given}
      />
      {chosen ? (
        <img src={chosen.src} alt="" className="size-12 rounded object-cover" />
      ) : (
        <span className="size-12 rounded bg-tile" />
      )}
    </div>
  )
}
