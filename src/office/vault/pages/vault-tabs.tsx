import * as m from '../../../locale/paraglide/messages.js'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'register', to: '/admin/vault', name: m.office_vault_tab_register },
  { at: 'places', to: '/admin/vault/places', name: m.office_vault_tab_places },
  { at: 'transports', to: '/admin/vault/transports', name: m.office_vault_tab_transports },
  { at: 'desk', to: '/admin/vault/desk', name: m.office_vault_tab_desk },
  { at: 'limits', to: '/admin/vault/limits', name: m.office_vault_limits },
] as const

export const VaultTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_vault_title()} tabs={tabs} at={at} />
)
