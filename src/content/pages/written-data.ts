import type { BreadcrumbList, FAQPage, NewsArticle } from 'schema-dts'
import * as m from '../../locale/paraglide/messages.js'
import { breadcrumbData } from '../../ui/breadcrumb-data.ts'
import { inLanguage } from '../../ui/public-pages.ts'
import type { ShellData } from '../../ui/shell-data.ts'
import type { NewsDetailView, ProblemGroupsView } from '../contract.ts'
import { plainText } from '../text-rules.ts'

/** Every question with its answer, for search engines. */
export const problemsData = (groups: ProblemGroupsView['groups']): FAQPage => ({
  '@type': 'FAQPage',
  mainEntity: groups.flatMap(({ problems }) =>
    problems.map(({ question, answer }) => ({
      '@type': 'Question' as const,
      name: question,
      acceptedAnswer: { '@type': 'Answer' as const, text: plainText(answer) },
    })),
  ),
})

/** One piece of news and where it stands, for search engines. */
export function newsThings(
  news: NewsDetailView,
  { origin, language, store }: ShellData,
): [NewsArticle, BreadcrumbList] {
  const path = inLanguage(`/home/newsDetail?id=${news.id}`, language, store.language)
  return [
    {
      '@type': 'NewsArticle',
      headline: news.title,
      description: news.summary,
      datePublished: news.published_at,
      inLanguage: language,
      author: { '@type': 'Person', name: news.author },
      publisher: { '@id': `${origin}/#house` },
      mainEntityOfPage: origin + path,
      ...(news.picture ? { image: origin + news.picture.src } : {}),
    },
    breadcrumbData(
      [
        { name: m.ui_nav_home(), to: '/' },
        { name: m.content_news_page_title(), to: '/home/news' },
        { name: news.title },
      ],
      origin,
    ),
  ]
}
