import * as m from '../../locale/paraglide/messages.js'
import { DownloadButton } from '../../ui/download-button.tsx'

/** Saves the receipt of a trade, deposit, withdrawal or transfer. */
export const ReceiptLink = ({ of, kind = 'quiet' }: { of: string; kind?: 'quiet' | 'ghost' }) => (
  <DownloadButton
    {...{ path: '/trade/receipt', query: { of }, name: m.vault_receipt_download() }}
    {...{ kind, size: kind === 'quiet' ? 's' : 'm' }}
  />
)
