/** One document: opened on record, then enlarged, turned and moved. */
import { useEffect, useState } from 'react'
import type { DeskReviewView } from '../../../kyc/desk-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { officePicture } from '../parts/office-client.ts'
import { useReasonDialog } from '../parts/reason-dialog.tsx'
import { useMay, useTimes } from '../parts/use-office.ts'
import { documentWords } from './kyc-words.ts'
import { useZoom } from './use-zoom.ts'

export type DeskDocument = DeskReviewView['documents'][number]
type Props = {
  document: DeskDocument
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
  const { address, failed, busy, open } = useOpened(document.id, atOnce && may('kyc.view_document'))
  const { ask, dialog } = useReasonDialog()
  const askReason = () =>
    ask({
      title: m.kycdesk_doc_of({ kind, name }),
      text: m.kycdesk_doc_open_text(),
      confirm: m.kycdesk_doc_open(),
      run: (reason) => open(reason),
      done: m.kycdesk_doc_opened(),
    })
  const show = () => (freely ? void open().catch(() => {}) : askReason())
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
                {failed ? m.kycdesk_doc_failed() : m.kycdesk_doc_closed()}
              </p>
              {may('kyc.view_document') && (
                <Button kind="ghost" size="s" aria-label={`${m.kycdesk_doc_open()}: ${kind}`} onClick={show}>
                  {failed ? m.office_try_again() : m.kycdesk_doc_open()}
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

/** The picture under an address of this page, revoked when it goes. Every opening is a look on record. */
function useOpened(id: string, atOnce: boolean) {
  const [state, setState] = useState<{ address: string | null; failed: boolean; busy: boolean }>({
    address: null,
    failed: false,
    busy: atOnce,
  })
  useEffect(() => () => void (state.address && URL.revokeObjectURL(state.address)), [state.address])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once a document, not once a render
  useEffect(() => {
    if (atOnce) open().catch(() => {})
  }, [id])

  async function open(reason?: string) {
    setState({ address: null, failed: false, busy: true })
    try {
      const address = await officePicture('/kyc/openDocument', { document_id: id, ...(reason ? { reason } : {}) })
      setState({ address, failed: false, busy: false })
    } catch (failure) {
      setState({ address: null, failed: true, busy: false })
      throw failure
    }
  }
  return { ...state, open }
}

type ShownProps = { document: DeskDocument; kind: string; name: string; address: string }

function Shown({ document, kind, name, address }: ShownProps) {
  const { frame, zoomed, transform, act, hand } = useZoom({ picture: document.width / document.height, frame: FRAME })
  const tools: { key: '+' | '-' | 'r' | '0'; icon: IconName; label: string }[] = [
    { key: '+', icon: 'magnifying-glass-plus', label: m.kycdesk_zoom_in({ kind }) },
    { key: '-', icon: 'magnifying-glass-minus', label: m.kycdesk_zoom_out({ kind }) },
    { key: 'r', icon: 'arrow-clockwise', label: m.kycdesk_rotate({ kind }) },
    { key: '0', icon: 'arrows-in', label: m.kycdesk_whole({ kind }) },
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
          alt={m.kycdesk_doc_of({ kind, name })}
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
