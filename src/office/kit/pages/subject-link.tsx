/** To the page of what something is about, for who may see that page; its words alone for anybody else. */
import { Link } from 'react-router'
import type { Permission } from '../../../staff/permission-rules.ts'
import { useMay } from './use-office.ts'

type Place = { permission: Permission; to: (id: string) => string }
const pages: Record<string, Place> = {
  member: { permission: 'members.see', to: (id) => `/admin/member?id=${id}` },
  order: { permission: 'orders.see', to: (id) => `/admin/order?id=${id}` },
  draft: { permission: 'orders.draft', to: (id) => `/admin/orders/drafts?open=${id}` },
  piece: { permission: 'stock.see', to: (serial) => `/admin/stock?q=${encodeURIComponent(serial)}` },
  product: { permission: 'catalogue.see', to: (id) => `/admin/catalogue/product?id=${id}` },
  goldback: { permission: 'goldback.see', to: (id) => `/admin/goldback/case?id=${id}` },
  business: { permission: 'business.see', to: (id) => `/admin/business/request?id=${id}` },
  agent: { permission: 'agents.see', to: (id) => `/admin/agents/agent?id=${id}` },
  payout: { permission: 'payouts.see', to: (number) => `/admin/payouts?q=${encodeURIComponent(number)}` },
  complaint: { permission: 'complaints.see', to: (id) => `/admin/complaints/complaint?id=${id}` },
  vault: { permission: 'vault.see', to: () => '/admin/vault' },
  bank: { permission: 'bank.see', to: () => '/admin/bank' },
  sku: { permission: 'catalogue.see', to: (code) => `/admin/catalogue?q=${encodeURIComponent(code)}` },
}

export function SubjectLink({ kind, id, children }: { kind: string | null; id: string | null; children: string }) {
  const may = useMay()
  const page = kind ? pages[kind] : undefined
  if (!page || !id || !may(page.permission)) return children
  return (
    <Link to={page.to(id)} className="link">
      {children}
    </Link>
  )
}
