/** The documents of a member side by side: those that count, and those that were replaced. */
import type { OfficeReviewView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { DocumentViewer } from './document-viewer.tsx'

const order = ['id_document', 'selfie', 'address_proof', 'signature']

export function ReviewDocuments({ review }: { review: OfficeReviewView }) {
  const sorted = review.documents.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const [now, before] = [sorted.filter((one) => !one.is_replaced), sorted.filter((one) => one.is_replaced)]
  const name = review.told?.name ?? review.account_name
  const atOnce = review.kind === 'documents' && review.state === 'submitted'
  return (
    <section className="grid gap-4" aria-label={m.office_kyc_documents()}>
      <div>
        <h2 className="h3">{m.office_kyc_documents()}</h2>
        <p className="small text-ink-2">{m.office_kyc_keys()}</p>
      </div>
      <div className="kyc-documents">
        {now.map((document) => (
          <DocumentViewer key={document.id} {...{ document, name, atOnce }} freely={review.opens_freely} />
        ))}
      </div>
      {before.length > 0 && (
        <>
          <h3 className="font-semibold">{m.office_kyc_documents_before()}</h3>
          <div className="kyc-documents">
            {before.map((document) => (
              <DocumentViewer key={document.id} {...{ document, name }} atOnce={false} freely={review.opens_freely} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}
