/** Pictures of a form: chosen or taken, seen, sent with progress, tried again, removed. */
import { useId, useRef } from 'react'
import * as m from '../locale/paraglide/messages.js'
import { Button } from './button.tsx'
import { FieldError } from './fields.tsx'
import { Icon } from './icon.tsx'
import type { Picture, Pictures } from './use-pictures.ts'

type Props = { pictures: Pictures; label: string; help?: string; error?: string | undefined }

export function PictureUpload({ pictures, label, help, error }: Props) {
  const id = useId()
  const full = pictures.pictures.length >= pictures.max
  return (
    <fieldset className="field" aria-describedby={help && `${id}-help`}>
      <legend className="mb-1.5">{label}</legend>
      {help && (
        <p id={`${id}-help`} className="field-help">
          {help}
        </p>
      )}
      {pictures.pictures.length > 0 && (
        <ul className="mt-1 grid gap-2">
          {pictures.pictures.map((picture) => (
            <li key={picture.key}>
              <Row picture={picture} onRetry={pictures.retry} onRemove={pictures.remove} />
            </li>
          ))}
        </ul>
      )}
      {!full && <Choosers onChoose={(files) => void pictures.add(files)} />}
      {(pictures.trouble ?? error) && <FieldError>{pictures.trouble ?? error}</FieldError>}
      <p className="sr-only" role="status">
        {sentenceOf(pictures)}
      </p>
    </fieldset>
  )
}

function sentenceOf({ pictures, ids, isSending }: Pictures): string {
  if (isSending) return m.ui_picture_sending()
  return pictures.length > 0 ? m.ui_picture_uploaded({ count: ids.length }) : ''
}

/** The second button opens the camera; only where there is a finger to press it. */
function Choosers({ onChoose }: { onChoose: (files: File[]) => void }) {
  const chosen = useRef<HTMLInputElement>(null)
  const taken = useRef<HTMLInputElement>(null)
  const input = {
    type: 'file',
    accept: 'image/jpeg,image/png,image/webp',
    className: 'hidden',
    tabIndex: -1,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
      const files = [...(currentTarget.files ?? [])]
      currentTarget.value = '' // so that the same file can be chosen again
      if (files.length > 0) onChoose(files)
    },
  }
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <input {...input} ref={chosen} multiple aria-label={m.ui_picture_choose()} />
      <input {...input} ref={taken} capture="environment" aria-label={m.ui_picture_take()} />
      <Button kind="ghost" size="s" onClick={() => chosen.current?.click()}>
        <Icon name="image" />
        {m.ui_picture_choose()}
      </Button>
      <Button kind="ghost" size="s" className="pointer-fine:hidden" onClick={() => taken.current?.click()}>
        <Icon name="camera" />
        {m.ui_picture_take()}
      </Button>
    </div>
  )
}

type RowProps = { picture: Picture; onRetry: (key: string) => void; onRemove: (key: string) => void }

function Row({ picture: { key, name, preview, state, progress, error }, onRetry, onRemove }: RowProps) {
  const percent = Math.round(progress * 100)
  return (
    <div className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-3 rounded-control border border-line bg-raised p-2">
      <span className="tile size-16 rounded-control bg-cover">
        <img src={preview} alt="" width={64} height={64} className="size-16 object-cover" />
      </span>
      <span className="min-w-0">
        <span className="small block truncate font-semibold">{name}</span>
        {state === 'sending' && (
          <>
            <progress className="countdown-bar mt-2 mb-1" max={100} value={percent} aria-label={name} />
            <span className="fine block text-ink-2">{m.ui_picture_percent({ percent })}</span>
          </>
        )}
        {state === 'done' && (
          <span className="fine flex items-center gap-1 text-up">
            <Icon name="check" size="s" />
            {m.ui_picture_done()}
          </span>
        )}
        {state === 'failed' && (
          <span className="fine block text-down" role="alert">
            {error}
          </span>
        )}
      </span>
      <span className="flex">
        {state === 'failed' && error !== m.ui_picture_type() && error !== m.ui_picture_too_large() && (
          <button
            type="button"
            className="icon-btn"
            aria-label={m.ui_picture_retry({ name })}
            onClick={() => onRetry(key)}
          >
            <Icon name="arrow-clockwise" />
          </button>
        )}
        <button
          type="button"
          className="icon-btn"
          aria-label={state === 'sending' ? m.ui_picture_cancel({ name }) : m.ui_picture_remove({ name })}
          onClick={() => onRemove(key)}
        >
          <Icon name={state === 'sending' ? 'x' : 'trash'} />
        </button>
      </span>
    </div>
  )
}
