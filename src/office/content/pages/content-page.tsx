/** /admin/content: what the dealer writes, by kind, the pages of each store, and the versions of the member agreement. */
import { Link, useSearchParams } from 'react-router'
import { type EntryKind, kindNames } from '../../../content/entry-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Select } from '../../../ui/fields.tsx'
import { language } from '../../../ui/language.ts'
import { Seg } from '../../../ui/seg.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail } from '../../kit/pages/detail.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import type { AgreementRowView, EntryRowView } from '../content-contract.ts'
import { ArticlePreview } from './article-preview.tsx'
import { agreementStates, entryStateTones, entryStateWords, kindWords, textOf } from './content-words.ts'
import { PageList } from './page-list.tsx'

export const handle: OfficeHandle = { permission: 'content.see' }

const isKind = (text: string | null): text is EntryKind => kindNames.includes(text as EntryKind)

export default function ContentPage() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('kind')
  const kind = isKind(asked) || asked === 'agreement' || asked === 'page' ? asked : 'news'
  const kinds = [
    ...kindNames.map((one) => [one, kindWords[one]()] as const),
    ['page', m.office_content_pages()] as const,
    ['agreement', m.office_content_agreements()] as const,
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_content()}</h1>
      <Seg
        className="mb-4 max-md:hidden"
        label={m.office_content_kind()}
        value={kind}
        choices={kinds}
        onChange={(next) => setSearch({ kind: next }, { replace: true })}
      />
      <div className="mb-4 md:hidden">
        <Select
          label={m.office_content_kind()}
          value={kind}
          choices={kinds.map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => setSearch({ kind: target.value }, { replace: true })}
        />
      </div>
      {kind === 'agreement' && <AgreementList />}
      {kind === 'page' && <PageList />}
      {isKind(kind) && <EntryList key={kind} kind={kind} />}
    </>
  )
}

const newLink = (to: string) => (
  <Link to={to} className="btn" data-kind="primary" data-size="s">
    {m.office_content_new()}
  </Link>
)

function EntryList({ kind }: { kind: EntryKind }) {
  const { moment } = useTimes()
  const may = useMay()
  const stores = useStores()
  const columns: Column<EntryRowView>[] = [
    { key: 'title', head: m.office_content_title(), cell: ({ title }) => textOf(title, language()), phone: 'title' },
    {
      key: 'state',
      head: m.office_content_state(),
      cell: ({ state }) => <Tag tone={entryStateTones[state]}>{entryStateWords[state]()}</Tag>,
      phone: 'side',
    },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store), phone: 'below' },
    { key: 'by', head: m.office_content_updated_by(), cell: ({ updated_by }) => updated_by || '–' },
    {
      key: 'at',
      head: m.office_content_updated_at(),
      cell: ({ updated_at }) => moment(updated_at),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <DataTable<EntryRowView>
      name={kindWords[kind]()}
      path="/content/list"
      fixed={{ kind }}
      filters={[
        { name: 'q', kind: 'search', label: m.office_content_search() },
        stores.filter,
        {
          name: 'state',
          kind: 'choice',
          label: m.office_content_state(),
          choices: Object.entries(entryStateWords).map(([value, word]) => ({ value, label: word() })),
        },
      ]}
      columns={columns}
      rowId={({ id }) => String(id)}
      rowName={({ title, store }) => `${textOf(title, language())}, ${stores.nameOf(store)}`}
      leadsTo={({ id }) => `/admin/content/entry?kind=${kind}&id=${id}`}
      {...(may('content.edit') && { action: () => newLink(`/admin/content/entry?kind=${kind}`) })}
    />
  )
}

function AgreementList() {
  const { moment } = useTimes()
  const may = useMay()
  const stores = useStores()
  const columns: Column<AgreementRowView>[] = [
    { key: 'version', head: m.office_content_version(), cell: ({ version }) => version, phone: 'title' },
    {
      key: 'state',
      head: m.office_content_state(),
      cell: ({ state }) => <Tag tone={state === 'in_force' ? 'up' : 'plain'}>{agreementStates[state]()}</Tag>,
      phone: 'side',
    },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store), phone: 'below' },
    {
      key: 'at',
      head: m.office_content_effective(),
      cell: ({ effective_at }) => moment(effective_at),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <DataTable<AgreementRowView>
      name={m.office_content_agreements()}
      path="/content/agreements"
      columns={columns}
      rowId={({ store, version }) => `${store}-${version}`}
      rowName={({ store, version }) => `${version}, ${stores.nameOf(store)}`}
      detail={({ version, title, changes, body }, close) => (
        <Detail title={`${version} · ${textOf(title, language())}`} onClose={close}>
          <p className="text-ink-2">{textOf(changes, language())}</p>
          <ArticlePreview text={textOf(body, language())} />
        </Detail>
      )}
      {...(may('content.agreement') && { action: () => newLink('/admin/content/agreement') })}
    />
  )
}
