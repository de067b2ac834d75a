/** /user/kyc/components/uploadFile?kind=: one document by itself (seed §2). */
import { useRevalidator, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get } from '../../ui/api-client.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { Seg } from '../../ui/seg.tsx'
import type { VerificationView } from '../contract.ts'
import { type DocumentKind, documentKinds } from '../review-rules.ts'
import type { Route } from './+types/upload-file-page'
import { DocumentSlot, documentNames } from './document-slot.tsx'
import { StateTag, ToVerification } from './review-parts.tsx'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => dataOf(get<VerificationView>('/user/getVerification'))

export default function UploadFilePage({ loaderData: { documents } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [search, setSearch] = useSearchParams()
  const kind: DocumentKind = documentKinds.find((each) => each === search.get('kind')) ?? 'id_document'
  const locked = documents.state === 'submitted' || documents.state === 'approved'
  return (
    <div className="max-w-[640px]">
      <PageTitle>{m.kyc_upload_page_title()}</PageTitle>
      <ToVerification />
      <h1 className="h1 mb-3">{m.kyc_upload_page_title()}</h1>
      <StateTag state={documents.state} />
      <p className="mt-3 mb-6 text-ink-2">{locked ? m.kyc_documents_wait() : m.kyc_document_formats()}</p>
      <Seg
        label={m.kyc_verify_step_documents()}
        className="mb-6 max-md:grid max-md:h-auto"
        value={kind}
        choices={documentKinds.map((each) => [each, documentNames[each]()] as const)}
        onChange={(each) => setSearch({ kind: each }, { replace: true })}
      />
      <DocumentSlot
        key={kind}
        kind={kind}
        file={documents.files.find((file) => file.kind === kind)}
        locked={locked}
        missing={false}
        onChanged={revalidate}
      />
    </div>
  )
}
