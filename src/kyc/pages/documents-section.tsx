/** The four documents and the button that hands them to staff. */
import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { VerificationView } from '../contract.ts'
import { type DocumentKind, documentKinds } from '../review-rules.ts'
import { DocumentSlot, documentNames } from './document-slot.tsx'
import { Answer } from './review-parts.tsx'

export function DocumentsSection({ verification }: { verification: VerificationView }) {
  const { documents, real_name: name } = verification
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const section = useRef<HTMLDivElement>(null)
  const locked = documents.state === 'submitted' || documents.state === 'approved'
  const nameTold = name.state === 'submitted' || name.state === 'approved'
  const missing = documentKinds.filter((kind) => !documents.files.some((file) => file.kind === kind))
  const unchanged = documents.state === 'rejected'

  async function submit() {
    setAsked(true)
    const [first] = missing
    if (first) return section.current?.querySelector<HTMLElement>(`[data-document="${first}"]`)?.focus()
    if (!nameTold) return
    setBusy(true)
    try {
      await dataOf(send('/kyc/submitKyc', {}, { loading: true }))
      toastDone(m.kyc_documents_sent())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
      await revalidate()
    }
  }

  return (
    <div ref={section} className="grid gap-4">
      {documents.state === 'rejected' || documents.state === 'draft' ? <Answer text={documents.answer} /> : null}
      <p className="text-ink-2">{locked ? m.kyc_documents_wait() : m.kyc_document_formats()}</p>
      {documentKinds.map((kind) => (
        <DocumentSlot
          key={kind}
          kind={kind}
          file={documents.files.find((file) => file.kind === kind)}
          locked={locked}
          missing={asked && missing.includes(kind)}
          onChanged={revalidate}
        />
      ))}
      {!locked && (
        <>
          {asked && missing.length > 0 && (
            <FieldError>{m.kyc_documents_missing_text({ parts: partsOf(missing) })}</FieldError>
          )}
          {!nameTold && <NameFirst />}
          {!unchanged && (
            <Button
              size="l"
              busy={busy}
              aria-disabled={!nameTold}
              className="justify-self-start max-md:w-full"
              onClick={() => void submit()}
            >
              {m.kyc_documents_send()}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const NameFirst = () => (
  <p className="text-ink-2">
    <Link to="/user/realNameAuth" className="link">
      {m.kyc_verify_first_name()}
    </Link>
  </p>
)

const partsOf = (kinds: readonly DocumentKind[]) => kinds.map((kind) => documentNames[kind]()).join(', ')
