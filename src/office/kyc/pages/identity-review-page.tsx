/** /admin/kyc/review?id=…&review=…: one review, its documents side by side, what is known, and the decision. */
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { steps } from '../../../kyc/level-rules.ts'
import type { OfficeReviewRowView, OfficeReviewView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyState, ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import './identity.css'
import { officeGet, searchOf } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { doubtWords, kindWords } from './kyc-words.ts'
import { queueOf, reviewAddress } from './review-address.ts'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewDocuments } from './review-documents.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { ReviewHistory } from './review-history.tsx'
import { ReviewStateTag } from './review-state.tsx'

export const handle: OfficeHandle = { permission: 'kyc.see' }

export default function IdentityReviewPage() {
  const [search] = useSearchParams()
  const id = search.get('id')
  const kind = steps.find((step) => step === search.get('review')) ?? 'documents'
  const queue = new URLSearchParams(search.get('queue') ?? '')
  const query = { member_id: id ?? '', kind }
  const { data, failed, loading, reload } = useOffice<OfficeReviewView>(id ? '/kyc/review' : null, query)
  const shown = data && !failed && !loading && data.member_id === id && data.kind === kind ? data : null
  const head = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  // The heading of the review that follows has the focus, once it is there.
  useEffect(() => {
    if (moved.current && shown) head.current?.focus()
    if (shown) moved.current = false
  }, [shown])
  const onNext = useNext(() => {
    moved.current = true
  })
  return (
    <>
      <Link to={`/admin/kyc${searchOf(queueOf(queue))}`} className="small link mb-2">
        <Icon name="arrow-left" size="s" />
        {m.office_kyc_back()}
      </Link>
      <h1 ref={head} tabIndex={-1} className="office-h1 mb-1 break-words outline-none">
        {shown ? (shown.told?.name ?? shown.account_name) : m.office_identity()}
      </h1>
      {id === null && <EmptyState text={m.office_kyc_choose()} />}
      {failed && (
        <ErrorState title={m.office_kyc_missing()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {id !== null && !shown && !failed && (
        <div aria-busy="true" className="grid gap-4">
          <Skeleton className="h-8" />
          <Skeleton className="h-96" />
        </div>
      )}
      {shown && (
        <Review
          key={`${id} ${kind}`}
          review={shown}
          queue={queue}
          reload={reload}
          onDecided={() => onNext(queue, shown).catch(reload)}
        />
      )}
    </>
  )
}

/** Goes to the next of the queue that waits, or back to the queue when that was the last. */
function useNext(onMove: () => void) {
  const go = useNavigate()
  return async (queue: URLSearchParams, decided: OfficeReviewView) => {
    const query = { ...queueOf(queue), state: 'submitted', size: '2' }
    const { rows } = await officeGet<{ rows: OfficeReviewRowView[] }>('/kyc/list', query, { quiet: true })
    const next = rows.find((row) => row.member_id !== decided.member_id || row.kind !== decided.kind)
    onMove()
    toastDone(next ? m.office_kyc_opens_next() : m.office_kyc_no_more())
    await go(next ? reviewAddress(next, queue) : `/admin/kyc${searchOf(queueOf(queue))}`)
  }
}

type Props = { review: OfficeReviewView; queue: URLSearchParams; reload: () => Promise<void>; onDecided: () => void }

function Review({ review, queue, reload, onDecided }: Props) {
  const { moment } = useTimes()
  const { kind, state, since, told } = review
  const pictures = review.documents.length > 0
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2">
        <ReviewStateTag state={state} />
        <span>{kindWords[kind]()}</span>
        <Tag tone="nila">{review.level}</Tag>
        {review.override && <span className="fine">{m.office_kyc_override_set()}</span>}
        {told?.doubts.map((doubt) => (
          <Tag key={doubt} tone="warn">
            {doubtWords[doubt]()}
          </Tag>
        ))}
        {since && <span className="fine">{moment(since)}</span>}
      </p>
      {review.destroyed_at && (
        <p className="mb-4 rounded-control bg-nila-soft p-4">
          {m.office_kyc_destroyed_text({ day: moment(review.destroyed_at) })}
        </p>
      )}
      {review.lost.map((number) => (
        <p key={number} role="alert" className="mb-4 rounded-control bg-warn-soft p-4 text-warn">
          {number === 'number' ? m.office_kyc_lost_number() : m.office_kyc_lost_tax()}
        </p>
      ))}
      <nav aria-label={m.office_kyc_kind()} className="office-tabs">
        {review.reviews.map((one) => (
          <Link
            key={one.kind}
            to={reviewAddress({ member_id: review.member_id, kind: one.kind }, queue)}
            aria-current={one.kind === kind ? 'page' : undefined}
          >
            {kindWords[one.kind]()}
            {one.state === 'submitted' && <Icon name="clock" size="s" className="text-warn" />}
          </Link>
        ))}
      </nav>
      <div className="kyc-review" data-pictures={pictures}>
        <div className="grid min-w-0 gap-5">
          {pictures ? <ReviewDocuments review={review} /> : <ReviewFacts review={review} />}
        </div>
        <div className="grid min-w-0 gap-5">
          {pictures && <ReviewFacts review={review} />}
          <ReviewHistory moves={review.moves} />
        </div>
        <div className="kyc-decision">
          <ReviewDecision review={review} reload={reload} onDecided={onDecided} />
        </div>
      </div>
    </>
  )
}
