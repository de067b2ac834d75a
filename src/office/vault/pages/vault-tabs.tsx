import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'

const tabs = [
  { at: 'register', to: '/admin/vault', name: m.office_vault_tab_register },
  { at: 'desk', to: '/admin/vault/desk', name: m.office_vault_tab_desk },
] as const

export const VaultTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <nav aria-label={m.office_vault_title()} className="office-tabs">
    {tabs.map((tab) => (
      <Link key={tab.at} to={tab.to} aria-current={tab.at === at ? 'page' : undefined}>
        {tab.name()}
      </Link>
    ))}
  </nav>
)
