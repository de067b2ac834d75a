/** /admin/content/page?store=&slug=: about, contact or privacy of a store: its draft beside what readers get, and every version. */
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type PageSlug, pageSlugs } from '../../../content/page-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import type { PageView } from '../content-contract.ts'
import { PageForm } from './page-form.tsx'
import { PageVersions } from './page-versions.tsx'
import { pathOf, slugWords, versionName } from './page-words.ts'

export const handle: OfficeHandle = { permission: 'content.see' }

export default function WrittenPage() {
  const [search] = useSearchParams()
  const slug = pageSlugs.find((one) => one === search.get('slug')) ?? 'about'
  const { store, choice } = useStoreChoice({ slug })
  const page = useOffice<PageView>('/content/page', { store: store.code, slug })
  const [round, setRound] = useState(0)
  /** What is typed gives way to what was read. */
  const anew = async () => {
    await page.reload()
    setRound((count) => count + 1)
  }
  const { data } = page
  return (
    <>
      <h1 className="office-h1 mb-3">{slugWords[slug]()}</h1>
      {data && <State page={data} slug={slug} />}
      {choice}
      {page.failed && !data && (
        <ErrorState
          title={m.office_table_error()}
          action={<Button onClick={page.reload}>{m.office_try_again()}</Button>}
        />
      )}
      {!data && !page.failed && <Skeleton className="h-96" />}
      {data && !page.loading && (
        <>
          <PageForm
            key={`${store.code} ${slug} ${round}`}
            named={{ store: store.code, slug }}
            own={data.language}
            page={data}
            read={page.reload}
            anew={anew}
          />
          <PageVersions
            key={`${store.code} ${slug} ${data.version}`}
            named={{ store: store.code, slug }}
            inForce={data.version}
            restored={data.draft ? page.reload : anew}
          />
        </>
      )}
    </>
  )
}

function State({ page, slug }: { page: PageView; slug: PageSlug }) {
  const { moment } = useTimes()
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Tag tone={page.version === 0 ? 'plain' : 'up'}>{versionName(page.version)}</Tag>
      {page.version === 0 ? (
        <span className="small text-ink-2">{m.office_content_page_release_text()}</span>
      ) : (
        <span className="small text-ink-2">
          {page.published_by
            ? m.office_content_page_since({ date: moment(page.published_at), who: page.published_by })
            : moment(page.published_at)}
        </span>
      )}
      {page.draft && (
        <Tag tone="warn">
          {m.office_content_page_drafted({ who: page.draft.updated_by, date: moment(page.draft.updated_at) })}
        </Tag>
      )}
      <Link to={pathOf[slug]} target="_blank" className="link small min-h-11 md:min-h-8">
        {m.office_content_page_open()} <Icon name="arrow-right" size="s" />
      </Link>
    </div>
  )
}
