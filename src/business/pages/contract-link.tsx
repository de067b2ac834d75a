import * as m from '../../locale/paraglide/messages.js'
import { DownloadButton } from '../../ui/download-button.tsx'

/** Saves the signed contract of a large trade. */
export const ContractLink = ({ of }: { of: string }) => (
  <DownloadButton path="/trade/business_contract" query={{ request_id: of }} name={m.business_contract_download()} />
)
