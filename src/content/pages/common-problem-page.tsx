/** `/home/commonProblem`: questions and answers, searched while typing; every answer has an address of its own. */
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Input } from '../../ui/control.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { EmptyState } from '../../ui/states.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import type { ProblemGroupsView } from '../contract.ts'
import { matchesWords } from '../problem-search-rules.ts'
import { plainText } from '../text-rules.ts'
import { listProblems } from '../written-queries.ts'
import type { Route } from './+types/common-problem-page'
import { Line } from './article.tsx'
import { problemsData } from './written-data.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { karat, store, language } = context.get(pageContext)
  return listProblems(karat.db, { store, language })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.content_faq_title(), description: m.content_faq_lead() })

type Groups = ProblemGroupsView['groups']

/** Groups with those of their problems that have all the words. */
function found(groups: Groups, words: string): Groups {
  return groups
    .map((group) => ({
      ...group,
      problems: group.problems.filter(({ question, answer }) =>
        matchesWords({ question, answer: plainText(answer) }, words),
      ),
    }))
    .filter(({ problems }) => problems.length > 0)
}

export default function CommonProblemPage({ loaderData: { groups } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const [words, setWords] = useState(search.get('q') ?? '')
  const shown = found(groups, words)
  const count = shown.reduce((sum, { problems }) => sum + problems.length, 0)
  useOpenedByAddress()
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? [problemsData(groups)] : []} />
      <PageHead title={m.content_faq_title()} lead={m.content_faq_lead()}>
        <search className="relative mt-7 block max-w-[560px]">
          <Icon name="magnifying-glass" className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3" />
          <Input
            type="search"
            className="control pl-10.5"
            value={words}
            maxLength={80}
            placeholder={m.content_faq_search()}
            aria-label={m.content_faq_search()}
            onChange={(event) => setWords(event.target.value)}
          />
        </search>
        <p className="small mt-2 min-h-5 text-ink-2" role="status">
          {words.trim() && m.content_faq_found({ count })}
        </p>
      </PageHead>
      <div className="grid gap-12 lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-14">
        <GroupLinks groups={groups} shown={shown} />
        <div className="grid max-w-[760px] gap-12">
          {shown.length === 0 && (
            <EmptyState
              text={m.content_faq_nothing()}
              action={
                <ButtonLink to="/contactUs" kind="ghost">
                  {m.content_contact_title()}
                </ButtonLink>
              }
            />
          )}
          {shown.map(({ name, problems }) => (
            <section key={name} aria-labelledby={groupId(groups, name)}>
              <h2 id={groupId(groups, name)} className="h2 mb-4 scroll-mt-20">
                {name}
              </h2>
              <div className="border-t border-line">
                {problems.map((problem) => (
                  <Problem key={problem.slug} {...problem} />
                ))}
              </div>
            </section>
          ))}
          {shown.length > 0 && (
            <p className="border-t border-line pt-6 text-ink-2">
              <Line text={m.content_faq_ask()} />
            </p>
          )}
        </div>
      </div>
    </>
  )
}

function GroupLinks({ groups, shown }: { groups: Groups; shown: Groups }) {
  return (
    <nav className="sticky top-16 self-start max-lg:hidden" aria-label={m.content_faq_groups()}>
      <ul className="grid gap-1">
        {shown.map(({ name }) => (
          <li key={name}>
            <a href={`#${groupId(groups, name)}`} className="flex min-h-9 items-center text-ink-2 hover:text-nila">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const groupId = (groups: Groups, name: string) => `group-${groups.findIndex((group) => group.name === name) + 1}`

function Problem({ slug, question, answer }: Groups[number]['problems'][number]) {
  return (
    <details id={slug} className="group scroll-mt-16 border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-[17px] leading-[24px] font-semibold hover:text-nila [&::-webkit-details-marker]:hidden">
        {question}
        <Icon name="caret-down" className="transition-transform duration-200 group-open:rotate-180" />
      </summary>
      <div className="max-w-[68ch] pb-5">
        {answer.split('\n\n').map((part) => (
          <p key={part} className="text-pretty text-ink-2">
            <Line text={part} />
          </p>
        ))}
        <a href={`#${slug}`} className="link mt-2 min-h-11 text-sm">
          <Icon name="link-simple" size="s" /> {m.content_faq_link()}
        </a>
      </div>
    </details>
  )
}

/** Opens the answer that the address names, at first and whenever it names another. */
function useOpenedByAddress() {
  const { hash } = useLocation()
  useEffect(() => {
    const answer = document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!(answer instanceof HTMLDetailsElement)) return
    answer.open = true
    answer.scrollIntoView()
  }, [hash])
}
