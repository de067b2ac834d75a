/** Papers of a case: added as pictures, opened on record. */
import { useState } from 'react'
import type { OneCaseView } from '../../../cases/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/fields.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { FileButton } from '../../kit/pages/file-button.tsx'
import { officePicture, officeUpload } from '../../kit/pages/office-client.ts'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'

type Props = { of: OneCaseView; added: () => Promise<void> }

export function CaseDocuments({ of: { id, documents }, added }: Props) {
  const may = useMay()
  const [trouble, setTrouble] = useState<string>()
  const [shown, setShown] = useState<string>()
  const trying = (work: () => Promise<void>) => {
    setTrouble(undefined)
    work().catch((failure) => setTrouble(failure instanceof ApiError ? failure.message : m.ui_system_error()))
  }
  const add = (file: File) =>
    trying(async () => {
      await officeUpload('/cases/addDocument', { case_id: id }, file)
      toastDone(m.office_cases_document_done())
      await added()
    })
  const open = (document_id: string) =>
    trying(async () => setShown(await officePicture('/cases/openDocument', { document_id })))
  const close = () => {
    if (shown) URL.revokeObjectURL(shown)
    setShown(undefined)
  }
  if (documents.length === 0 && !may('cases.note')) return null
  return (
    <section className="grid gap-3" aria-label={m.office_cases_documents()}>
      <h3 className="font-semibold">{m.office_cases_documents()}</h3>
      <List documents={documents} open={open} />
      {trouble && <FieldError>{trouble}</FieldError>}
      {may('cases.note') && (
        <div>
          <FileButton name={m.office_cases_document_add()} kind="picture" take={add} />
        </div>
      )}
      {shown && (
        <Dialog open onClose={close} title={m.office_cases_document()}>
          <img src={shown} alt={m.office_cases_document()} className="h-auto w-full rounded-lg" />
        </Dialog>
      )}
    </section>
  )
}

function List({ documents, open }: { documents: OneCaseView['documents']; open: (id: string) => void }) {
  const { moment } = useTimes()
  return (
    <ul className="grid gap-2">
      {documents.map(({ id, added_at: at, by, is_destroyed: isDestroyed }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-2">
          <span className="small min-w-0 break-words">{[moment(at), by].filter(Boolean).join(' · ')}</span>
          {isDestroyed ? (
            <span className="small text-ink-2">{m.office_cases_document_destroyed()}</span>
          ) : (
            <Button kind="ghost" size="s" onClick={() => open(id)}>
              {m.office_cases_document_open()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
