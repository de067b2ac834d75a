/** /admin/catalogue: every product of every store, shown or not, with what is left of it. */
import { Link } from 'react-router'
import type { OfficeCategoriesView, OfficeProductRow } from '../../../catalogue/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatBps, formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import { ShownTag, Thumbnail } from './goods-parts.tsx'

export const handle: OfficeHandle = { permission: 'catalogue.see' }

export default function CataloguePage() {
  const may = useMay()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_goods_title()}</h1>
      <DataTable<OfficeProductRow>
        name={m.office_goods_title()}
        path="/catalogue/list"
        {...(may('catalogue.export') ? { csv: '/catalogue/export' } : {})}
        filters={useFilters()}
        columns={columns()}
        rowId={({ id }) => String(id)}
        rowName={({ name, store }) => `${name}, ${store}`}
        leadsTo={({ id }) => `/admin/catalogue/product?id=${id}`}
        empty={m.office_goods_empty()}
        action={() => (
          <>
            {may('stock.import') && (
              <Link to="/admin/catalogue/import" className="btn" data-kind="ghost" data-size="s">
                {m.office_goods_import_title()}
              </Link>
            )}
            <Link to="/admin/catalogue/makers" className="btn" data-kind="ghost" data-size="s">
              {m.office_goods_makers_link()}
            </Link>
            {may('catalogue.add') && (
              <Link to="/admin/catalogue/new" className="btn" data-kind="ghost" data-size="s">
                {m.office_goods_new()}
              </Link>
            )}
          </>
        )}
      />
    </>
  )
}

const columns = (): Column<OfficeProductRow>[] => [
  {
    key: 'name',
    head: m.office_goods_product(),
    cell: ({ name, picture }) => (
      <span className="flex items-center gap-3">
        <Thumbnail src={picture} />
        <span className="min-w-0 whitespace-normal">{name}</span>
      </span>
    ),
    sort: 'name',
    phone: 'title',
  },
  { key: 'category', head: m.office_goods_category(), cell: ({ category }) => category },
  { key: 'brand', head: m.office_goods_maker(), cell: ({ brand }) => <span className="office-cut">{brand}</span> },
  { key: 'store', head: m.office_store(), cell: ({ store }) => store },
  {
    key: 'state',
    head: m.office_goods_state(),
    cell: ({ shown, draft }) => <ShownTag shown={shown} draft={draft} />,
    phone: 'below',
  },
  { key: 'skus', head: m.office_goods_skus(), cell: ({ skus }) => skus, right: true },
  {
    key: 'premium',
    head: m.office_goods_premium(),
    cell: ({ premium_bps }) => premiums(premium_bps),
    sort: 'premium',
    right: true,
    phone: 'below-side',
  },
  {
    key: 'stock',
    head: m.office_goods_stock(),
    cell: ({ stock, low }) => (
      <span className="inline-flex items-center gap-2">
        {low > 0 && <Tag tone="warn">{m.office_goods_low_tag({ n: low })}</Tag>}
        {formatCount(stock, language())}
      </span>
    ),
    sort: 'stock',
    right: true,
    phone: 'side',
  },
]

function premiums(range: OfficeProductRow['premium_bps']): string {
  if (!range) return '–'
  const [from, to] = [formatBps(range.from, language()), formatBps(range.to, language())]
  return from === to ? from : `${from} – ${to}`
}

function useFilters(): Filter[] {
  const { stores } = useShell()
  const categories = useOffice<OfficeCategoriesView>('/catalogue/categories').data?.categories ?? []
  return [
    { name: 'q', kind: 'search', label: m.office_goods_search() },
    {
      name: 'category',
      kind: 'choice',
      label: m.office_goods_category(),
      choices: categories.map(({ slug, name, level }) => ({ value: slug, label: '  '.repeat(level) + name })),
    },
    {
      name: 'state',
      kind: 'choice',
      label: m.office_goods_state(),
      choices: [
        { value: 'shown', label: m.office_goods_shown() },
        { value: 'hidden', label: m.office_goods_hidden() },
        { value: 'draft', label: m.office_goods_draft() },
      ],
    },
    {
      name: 'stock',
      kind: 'choice',
      label: m.office_goods_stock(),
      choices: [
        { value: 'low', label: m.office_goods_stock_low() },
        { value: 'out', label: m.office_goods_stock_none() },
      ],
    },
    {
      name: 'store',
      kind: 'choice',
      label: m.office_store(),
      choices: stores.map(({ code, name }) => ({ value: code, label: name })),
    },
  ]
}
