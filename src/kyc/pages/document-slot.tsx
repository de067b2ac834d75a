/** One document: what it must show, taking or choosing it, its way here, and what is kept. */
import { type ChangeEvent, useId, useRef } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DocumentKind } from '../review-rules.ts'
import { SignaturePadField } from './signature-pad-field.tsx'
import { type DocumentFile, useDocument } from './use-document.ts'

export const documentNames: Record<DocumentKind, () => string> = {
  id_document: m.kyc_document_id_document,
  selfie: m.kyc_document_selfie,
  address_proof: m.kyc_document_address_proof,
  signature: m.kyc_document_signature,
}
const helps: Record<DocumentKind, () => string> = {
  id_document: m.kyc_document_id_document_help,
  selfie: m.kyc_document_selfie_help,
  address_proof: m.kyc_document_address_proof_help,
  signature: m.kyc_document_signature_help,
}

type Props = {
  kind: DocumentKind
  file: DocumentFile | undefined
  locked: boolean
  missing: boolean
  onChanged: () => Promise<void>
}

export function DocumentSlot({ kind, file, locked, missing, onChanged }: Props) {
  const id = useId()
  const document = useDocument(kind, file, onChanged)
  const name = documentNames[kind]()
  const { sending, shown } = document
  return (
    <section
      aria-labelledby={id}
      data-document={kind}
      tabIndex={-1}
      className={`panel grid gap-4 p-5 md:p-6 ${missing ? '!border-down' : ''}`}
    >
      <div>
        <h3 id={id} className="h3 flex flex-wrap items-center gap-2">
          {name}
          {file && <Icon name="check-circle" className="text-up" />}
        </h3>
        <p className="small mt-1 text-ink-2">{helps[kind]()}</p>
      </div>
      {sending.state === 'sending' && <OnItsWay name={name} sending={sending} onCancel={document.cancel} />}
      {sending.state === 'failed' && <Failed name={name} failure={sending} onRetry={document.retry} />}
      {file && sending.state !== 'sending' && <Kept name={name} file={file} locked={locked} document={document} />}
      {file && shown && (
        <img
          src={shown}
          alt={m.kyc_document_shown({ name })}
          className="max-h-72 max-w-full justify-self-start rounded-control border border-line bg-white object-contain"
        />
      )}
      {!locked && kind === 'signature' && !file && (
        <SignaturePadField busy={sending.state === 'sending'} onUse={(drawn) => void document.send(drawn)} />
      )}
      {!locked && sending.state !== 'sending' && (
        <Choosers
          kind={kind}
          replaces={file !== undefined}
          name={name}
          onChoose={(chosen) => void document.send(chosen)}
        />
      )}
    </section>
  )
}

type FailedProps = { name: string; failure: { error: string; mayRetry: boolean }; onRetry: () => void }

const Failed = ({ name, failure, onRetry }: FailedProps) => (
  <div className="flex flex-wrap items-center gap-3" role="alert">
    <span className="small flex items-center gap-2 text-down">
      <Icon name="warning-circle" />
      {failure.error}
    </span>
    {failure.mayRetry && (
      <Button kind="ghost" size="s" onClick={onRetry}>
        <Icon name="arrow-clockwise" />
        {m.ui_picture_retry({ name })}
      </Button>
    )}
  </div>
)

type KeptProps = { name: string; file: DocumentFile; locked: boolean; document: ReturnType<typeof useDocument> }

const Kept = ({ name, file, locked, document }: KeptProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <span className="small text-ink-2" role="status">
      {m.kyc_document_kept({ size: Math.ceil(file.bytes / 1024) })}
    </span>
    {!document.shown && (
      <Button
        kind="quiet"
        size="s"
        aria-label={`${m.kyc_document_show()}: ${name}`}
        onClick={() => void document.show()}
      >
        <Icon name="eye" />
        {m.kyc_document_show()}
      </Button>
    )}
    {!locked && (
      <Button
        kind="quiet"
        size="s"
        className="!text-down"
        aria-label={m.ui_picture_remove({ name })}
        onClick={() => void document.remove()}
      >
        <Icon name="trash" />
      </Button>
    )}
  </div>
)

type OnItsWayProps = { name: string; sending: { progress: number; preview: string }; onCancel: () => void }

function OnItsWay({ name, sending: { progress, preview }, onCancel }: OnItsWayProps) {
  const percent = Math.round(progress * 100)
  return (
    <div className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-3">
      <img src={preview} alt="" className="size-16 rounded-control bg-white object-cover" />
      <span>
        <progress className="countdown-bar" max={100} value={percent} aria-label={name} />
        <span className="fine block text-ink-2" role="status">
          {m.ui_picture_percent({ percent })}
        </span>
      </span>
      <Button kind="quiet" size="s" aria-label={m.ui_picture_cancel({ name })} onClick={onCancel}>
        <Icon name="x" />
      </Button>
    </div>
  )
}

type ChoosersProps = { kind: DocumentKind; replaces: boolean; name: string; onChoose: (file: File) => void }

/** The second button opens the camera: the one on the front for oneself; only where there is a finger to press it. */
function Choosers({ kind, replaces, name, onChoose }: ChoosersProps) {
  const chosen = useRef<HTMLInputElement>(null)
  const taken = useRef<HTMLInputElement>(null)
  const input = {
    type: 'file',
    accept: 'image/jpeg,image/png,image/webp',
    className: 'hidden',
    tabIndex: -1,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const [file] = currentTarget.files ?? []
      currentTarget.value = '' // so that the same file can be chosen again
      if (file) onChoose(file)
    },
  }
  const choose = replaces ? m.kyc_document_replace() : m.kyc_document_choose()
  return (
    <div className="flex flex-wrap gap-2">
      <input {...input} ref={chosen} aria-label={`${m.kyc_document_choose()}: ${name}`} />
      <input
        {...input}
        ref={taken}
        capture={kind === 'selfie' ? 'user' : 'environment'}
        aria-label={`${m.kyc_document_take()}: ${name}`}
      />
      <Button kind="ghost" size="s" aria-label={`${choose}: ${name}`} onClick={() => chosen.current?.click()}>
        <Icon name="image" />
        {choose}
      </Button>
      <Button
        kind="ghost"
        size="s"
        className="pointer-fine:hidden"
        aria-label={`${m.kyc_document_take()}: ${name}`}
        onClick={() => taken.current?.click()}
      >
        <Icon name="camera" />
        {m.kyc_document_take()}
      </Button>
    </div>
  )
}
