/** A button that lets one choose a file. */
import { useId } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'

type Props = {
  name: string
  kind: keyof typeof kinds
  icon?: IconName
  disabled?: boolean
  take: (file: File) => void
}

const kinds = {
  statement: '.xml,.txt,.sta,.mt940,.940,.csv,text/plain,text/csv,application/xml',
  picture: 'image/jpeg,image/png,image/webp',
  text: '.csv,text/csv,text/plain',
}

export function FileButton({ name, kind, icon = 'tray', disabled = false, take }: Props) {
  const id = useId()
  return (
    <>
      <input
        id={id}
        type="file"
        accept={kinds[kind]}
        className="peer sr-only"
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) take(file)
          currentTarget.value = ''
        }}
      />
      <label
        htmlFor={id}
        className="btn cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-nila"
        data-kind="ghost"
        data-size="s"
      >
        <Icon name={icon} size="s" />
        {name}
      </label>
    </>
  )
}
