/** The calls of what the dealer writes. */
import type { z } from 'zod'
import type { Door } from '../http/door.ts'
import type { Bag } from '../karat.ts'
import { getAgreement } from './agreement-queries.ts'
import { listBanners } from './banner-queries.ts'
import * as contract from './contract.ts'
import { getNews, listNews } from './news-queries.ts'
import { getWrittenPage, listPartners, listProblems } from './written-queries.ts'

const config = { access: 'public', rate: 'public' } as const
const tags = ['content']

const read = <Query extends z.ZodType, Answer extends z.ZodType>(summary: string, query: Query, answer: Answer) => ({
  config,
  schema: { tags, summary, querystring: query, response: { 200: answer } },
})

export function contentApi(door: Door, karat: Bag<'content'>): void {
  door.get(
    '/product/getBanner',
    read('The banners whose time it is', contract.NoQuery, contract.BannerList),
    ({ store, language }) => listBanners(karat, { store, language }),
  )
  door.get(
    '/home/getNewsList',
    read('News, the newest first', contract.NewsQuery, contract.NewsList),
    ({ store, language, query }) => listNews(karat.db, { store, language }, query),
  )
  door.get(
    '/home/getNewsDetail',
    read('One piece of news and others like it', contract.OneNews, contract.NewsDetail),
    ({ store, language, query }) => getNews(karat.db, { store, language }, query.id),
  )
  door.get(
    '/home/getCommonProblems',
    read('Common problems in their groups, or those with the words', contract.ProblemsQuery, contract.ProblemGroups),
    ({ store, language, query }) => listProblems(karat.db, { store, language }, query.q),
  )
  door.get(
    '/home/getPartners',
    read('Who the dealer works with', contract.NoQuery, contract.Partners),
    ({ store, language }) => listPartners(karat.db, { store, language }),
  )
  door.get(
    '/home/getAgreement',
    read('The member agreement in force, or the version named', contract.AgreementQuery, contract.Agreement),
    ({ store, language, query }) => getAgreement(karat.db, { store, language }, query.version),
  )
  door.get(
    '/home/getAboutUs',
    read('Who the dealer is', contract.NoQuery, contract.WrittenPage),
    ({ store, language }) => getWrittenPage(karat.db, { store, language }, 'about'),
  )
  privacyCall(door, karat)
}

/** Seed §7: the answer of a path with 'privacy' stands outside the envelope. */
function privacyCall(door: Door, karat: Bag<'content'>) {
  const { schema } = read('The privacy notice, outside the envelope', contract.NoQuery, contract.WrittenPage)
  door.get('/privacy/getPrivacyPolicy', { config: { ...config, raw: true }, schema }, ({ store, language }) =>
    getWrittenPage(karat.db, { store, language }, 'privacy'),
  )
}
