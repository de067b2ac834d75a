/** About, contact and privacy of every store, with what is published and whose draft is open. */
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { PageRowView } from '../content-contract.ts'
import { slugWords, versionName } from './page-words.ts'

export function PageList() {
  const { moment } = useTimes()
  const stores = useStores()
  const columns: Column<PageRowView>[] = [
    { key: 'page', head: m.office_content_title(), cell: ({ slug }) => slugWords[slug](), phone: 'title' },
    {
      key: 'state',
      head: m.office_content_state(),
      cell: ({ version, drafted_by }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Tag tone={version === 0 ? 'plain' : 'up'}>{versionName(version)}</Tag>
          {drafted_by !== null && <Tag tone="warn">{m.office_content_page_drafted_by({ who: drafted_by })}</Tag>}
        </span>
      ),
      phone: 'side',
    },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store), phone: 'below' },
    { key: 'by', head: m.office_content_updated_by(), cell: ({ published_by }) => published_by || '–' },
    {
      key: 'at',
      head: m.office_content_page_published_at(),
      cell: ({ published_at, version }) => (version === 0 ? '–' : moment(published_at)),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <DataTable<PageRowView>
      name={m.office_content_pages()}
      path="/content/pages"
      columns={columns}
      rowId={({ store, slug }) => `${store}-${slug}`}
      rowName={({ store, slug }) => `${slugWords[slug]()}, ${stores.nameOf(store)}`}
      leadsTo={({ store, slug }) => `/admin/content/page?store=${store}&slug=${slug}`}
    />
  )
}
