/** One document: opened on record, then enlarged, turned and moved. */
import { useEffect, useRef, useState } from 'react'
import type { OfficeReviewView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { officePicture } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { documentWords } from './kyc-words.ts'
import { useZoom } from './use-zoom.ts'

type OfficeDocument = OfficeReviewView['documents'][number]
type Props = {
  document: OfficeDocument
  name: string
  /** Without a reason typed: something of the member waits. */
  freely: boolean
  /** Opened with the page, as what is to be decided. */
  atOnce: boolean
}
const FRAME = 4 / 3

export function DocumentViewer({ document, name, freely, atOnce }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  const kind = documentWords[document.kind]()
  const { address, failed, busy, needsReason, open } = useOpened(document.id, atOnce && may('kyc.view_document'))
  const { ask, dialog } = useReasonDialog()
  const askReason = () =>
    ask({
      title: m.office_kyc_doc_of({ kind, name }),
      text: m.office_kyc_doc_open_text(),
      confirm: m.office_kyc_doc_open(),
      run: (reason) => open(reason),
      done: m.office_kyc_doc_opened(),
    })
  const show = () => {
    if (!freely || needsReason) return askReason()
    // Nothing waits any more since the page was read: then a look needs a reason of its own.
    open().catch((failure) => asksReason(failure) && askReason())
  }
  return (
    <figure className="kyc-document">
      {address ? (
        <Shown document={document} kind={kind} name={name} address={address} />
      ) : (
        <div className="kyc-frame grid place-content-center justify-items-center gap-3 p-4 text-center">
          {busy ? (
            <Skeleton className="absolute inset-0" />
          ) : (
            <>
              <p className="small text-ink-2" role={failed ? 'alert' : undefined}>
                {failed ? m.office_kyc_doc_failed() : m.office_kyc_doc_closed()}
              </p>
              {may('kyc.view_document') && (
                <Button kind="ghost" size="s" aria-label={`${m.office_kyc_doc_open()}: ${kind}`} onClick={show}>
                  {failed ? m.office_try_again() : m.office_kyc_doc_open()}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      <figcaption className="min-w-0">
        <span className="block font-semibold">{kind}</span>
        <span className="fine block text-ink-2">{moment(document.sent_at)}</span>
      </figcaption>
      {dialog}
    </figure>
  )
}

const asksReason = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.error === 'invalid_input' && 'reason' in failure.fields

const CLOSED = { address: null as string | null, failed: false, busy: false, needsReason: false }

/** The picture under an address of this page, revoked when it goes. Every opening is a look on record. */
function useOpened(id: string, atOnce: boolean) {
  const [state, setState] = useState({ ...CLOSED, busy: atOnce })
  /** The opening that counts; null when the page has gone on. */
  const turn = useRef<object | null>(null)
  useEffect(() => () => void (state.address && URL.revokeObjectURL(state.address)), [state.address])
  useEffect(
    () => () => {
      turn.current = null
    },
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once a document, not once a render
  useEffect(() => {
    if (atOnce) open().catch(() => {})
  }, [id])

  async function open(reason?: string) {
    const mine = {}
    turn.current = mine
    setState({ ...CLOSED, busy: true })
    try {
      const address = await officePicture('/kyc/openDocument', { document_id: id, ...(reason ? { reason } : {}) })
      if (turn.current === mine) setState({ ...CLOSED, address })
      else URL.revokeObjectURL(address)
    } catch (failure) {
      const needsReason = asksReason(failure)
      if (turn.current === mine) setState({ ...CLOSED, failed: !needsReason, needsReason })
      throw failure
    }
  }
  return { ...state, open }
}

type ShownProps = { document: OfficeDocument; kind: string; name: string; address: string }

function Shown({ document, kind, name, address }: ShownProps) {
  const { frame, zoomed, transform, act, hand } = useZoom({ picture: document.width / document.height, frame: FRAME })
  const tools: { key: '+' | '-' | 'r' | '0'; icon: IconName; label: string }[] = [
    { key: '+', icon: 'magnifying-glass-plus', label: m.office_kyc_zoom_in({ kind }) },
    { key: '-', icon: 'magnifying-glass-minus', label: m.office_kyc_zoom_out({ kind }) },
    { key: 'r', icon: 'arrow-clockwise', label: m.office_kyc_rotate({ kind }) },
    { key: '0', icon: 'arrows-in', label: m.office_kyc_whole({ kind }) },
  ]
  return (
    <>
      <button
        ref={frame}
        type="button"
        className="kyc-frame"
        data-zoomed={zoomed}
        aria-keyshortcuts="+ - R 0"
        {...hand}
      >
        <img
          src={address}
          alt={m.office_kyc_doc_of({ kind, name })}
          width={document.width}
          height={document.height}
          draggable={false}
          style={{ transform }}
        />
      </button>
      <div className="kyc-tools">
        {tools.map(({ key, icon, label }) => (
          <IconButton key={key} label={label} onClick={() => act(key)}>
            <Icon name={icon} />
          </IconButton>
        ))}
      </div>
    </>
  )
}
