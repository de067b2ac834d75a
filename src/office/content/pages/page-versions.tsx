/** Every version of a page: who published it when and why, what it changed, and the way back to it. */
import { type PageSlug, pageParts } from '../../../content/page-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Skeleton, Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail } from '../../kit/pages/detail.tsx'
import { languageNames } from '../../kit/pages/language-words.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import type { PageVersionRowView, PageVersionView } from '../content-contract.ts'
import { partName, partWords, versionName } from './page-words.ts'

type Named = { store: string; slug: PageSlug }
type Props = { named: Named; inForce: number; restored: () => Promise<void> }

export function PageVersions({ named, inForce, restored }: Props) {
  const { moment } = useTimes()
  const columns: Column<PageVersionRowView>[] = [
    {
      key: 'version',
      head: m.office_content_version(),
      cell: ({ version }) => versionName(version),
      phone: 'title',
    },
    {
      key: 'state',
      head: m.office_state(),
      cell: ({ version, restores }) => (
        <span className="flex flex-wrap gap-2">
          {version === inForce && <Tag tone="up">{m.office_content_in_force()}</Tag>}
          {restores !== null && <Tag>{m.office_content_page_again({ version: versionName(restores) })}</Tag>}
        </span>
      ),
      phone: 'side',
    },
    { key: 'reason', head: m.office_content_page_reason(), cell: ({ reason }) => reason || '–', phone: 'below' },
    { key: 'by', head: m.office_content_updated_by(), cell: ({ published_by }) => published_by || '–' },
    {
      key: 'at',
      head: m.office_content_page_published_at(),
      cell: ({ published_at }) => moment(published_at),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <section className="mt-10" aria-label={m.office_content_page_versions()}>
      <h2 className="h3 mb-3">{m.office_content_page_versions()}</h2>
      <DataTable<PageVersionRowView>
        name={m.office_content_page_versions()}
        path="/content/pageVersions"
        fixed={named}
        columns={columns}
        rowId={({ version }) => String(version)}
        rowName={({ version }) => versionName(version)}
        empty={m.office_content_page_no_version()}
        detail={(row, close) => (
          <Detail title={versionName(row.version)} aside={row.changed.map(partName).join(' · ')} onClose={close}>
            <OneVersion named={named} row={row} inForce={inForce} restored={restored} />
          </Detail>
        )}
      />
    </section>
  )
}

function OneVersion({ named, row, inForce, restored }: Props & { row: PageVersionRowView }) {
  const may = useMay()
  const { data } = useOffice<PageVersionView>('/content/pageVersion', { ...named, version: row.version })
  const { ask, dialog } = useReasonDialog(restored)
  const again = () =>
    ask({
      title: m.office_content_page_restore_title({ version: versionName(row.version) }),
      text: m.office_content_page_restore_text({ n: inForce + 1 }),
      confirm: m.office_content_page_restore(),
      done: m.office_content_page_published({ n: inForce + 1 }),
      run: (reason) =>
        officePost(
          '/content/restorePage',
          { ...named, follows: inForce, restores: row.version, reason },
          { quiet: true },
        ),
    })
  if (!data) return <Skeleton className="h-64" />
  return (
    <>
      {may('content.page') && row.version !== inForce && (
        <div>
          <Button kind="ghost" size="s" onClick={again}>
            {m.office_content_page_restore()}
          </Button>
        </div>
      )}
      {row.changed.length > 0 && <Changes changes={data.changes} />}
      <Texts texts={data.texts} />
      {dialog}
    </>
  )
}

const Changes = ({ changes }: Pick<PageVersionView, 'changes'>) => (
  <section className="grid gap-4">
    <h3 className="font-semibold">{m.office_content_page_changes()}</h3>
    {changes.map(({ part, language, lines }) => (
      <div key={`${part}.${language}`} className="small grid gap-1" lang={language}>
        <p className="text-ink-2">{partName(`${part}.${language}`)}</p>
        {lines.map(({ kind, text }, place) =>
          kind === 'gone' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: what changed is never reordered
            <del key={place} className="border-l-2 border-down pl-3 break-words text-ink-2">
              − {text}
            </del>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: what changed is never reordered
            <ins key={place} className="border-l-2 border-up pl-3 break-words no-underline">
              + {text}
            </ins>
          ),
        )}
      </div>
    ))}
  </section>
)

const Texts = ({ texts }: Pick<PageVersionView, 'texts'>) =>
  Object.entries(languageNames).map(([code, name]) =>
    texts.title[code] ? (
      <details key={code} className="border-t border-line">
        <summary className="min-h-11 py-3 font-semibold">{name}</summary>
        <dl className="small grid gap-3 pb-4" lang={code}>
          {pageParts.map((part) => (
            <div key={part}>
              <dt className="text-ink-2">{partWords[part]()}</dt>
              <dd className="break-words whitespace-pre-wrap">{texts[part][code] || '–'}</dd>
            </div>
          ))}
        </dl>
      </details>
    ) : null,
  )
