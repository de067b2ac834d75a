/** /admin/growth/campaigns: what each sign-up link brought. */
import * as m from '../../../locale/paraglide/messages.js'
import { linkKinds } from '../../../referral/link-code-rules.ts'
import type { CampaignView } from '../../../referral/office-contract.ts'
import { money } from '../../../ui/figures.tsx'
import { formatCount, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { linkWords } from './growth-words.ts'

export const handle: OfficeHandle = { permission: 'growth.see' }

export default function CampaignsPage() {
  const stores = useStores()
  const may = useMay()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_growth_title()}</h1>
      <OfficeTabs />
      <DataTable<CampaignView>
        name={m.office_growth_tab_campaigns()}
        path="/growth/campaigns"
        filters={[filterOfKind(), stores.filter]}
        columns={columns()}
        rowId={({ code }) => code}
        rowName={({ code, owner }) => `${code}, ${owner}`}
        {...(may('growth.export') ? { csv: '/growth/campaignsFile' } : {})}
        empty={m.office_growth_campaigns_empty()}
      />
    </>
  )
}

const filterOfKind = (): Filter => ({
  name: 'kind',
  kind: 'choice',
  label: m.office_growth_kind(),
  choices: linkKinds.map((value) => ({ value, label: linkWords[value]() })),
})

const count = (units: number) => formatCount(units, language())

const columns = (): Column<CampaignView>[] => [
  { key: 'owner', head: m.office_growth_owner(), cell: ({ owner }) => owner, phone: 'title' },
  {
    key: 'code',
    head: m.office_growth_code(),
    cell: ({ code, kind }) => `${code} · ${linkWords[kind]()}`,
    phone: 'below',
  },
  { key: 'visits', head: m.office_growth_visits(), cell: ({ visits }) => count(visits), right: true },
  {
    key: 'signed_up',
    head: m.office_growth_signed_up(),
    cell: ({ signed_up }) => count(signed_up),
    right: true,
    phone: 'side',
  },
  { key: 'verified', head: m.office_growth_verified(), cell: ({ verified }) => count(verified), right: true },
  { key: 'bought', head: m.office_growth_bought(), cell: ({ bought }) => count(bought), right: true },
  {
    key: 'volume',
    head: m.office_growth_volume(),
    cell: ({ volume, currency }) => money({ amount: volume, currency }),
    right: true,
    phone: 'below-side',
  },
  { key: 'grams', head: m.office_growth_sold(), cell: ({ grams }) => formatGrams(grams, language()), right: true },
  {
    key: 'cost',
    head: m.office_growth_cost(),
    cell: (row) =>
      isInvitation(row) ? formatGrams(row.cost, language()) : money({ amount: row.commission, currency: row.currency }),
    right: true,
  },
  {
    key: 'cost_per_gram',
    head: m.office_growth_cost_per_gram(),
    cell: (row) => perGramOf(row) ?? '–',
    right: true,
  },
]

/** An invitation costs grams of rewards; a link of an agent or an activity costs commissions. */
const isInvitation = ({ kind }: CampaignView) => kind === 'member'

function perGramOf(row: CampaignView): string | null {
  const { cost_per_gram: grams, commission_per_gram: amount, currency } = row
  if (isInvitation(row)) return grams && formatGrams(grams, language())
  return amount && money({ amount, currency })
}
